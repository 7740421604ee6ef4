import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { HandoverPreview } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Modal } from '../../design/modal.tsx';
import { Table } from '../../design/table.tsx';
import { useForm } from '../../design/use-form.ts';
import { useRefusalText } from '../../domain/use-refusal-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { PayrollFileLinks } from './payroll-file-links.tsx';
import { useHandoverText } from './use-handover-text.ts';

/** Shows what the files of a month contain, hands it over, and offers the files. */
export function HandoverDialog({
  month,
  isFirst,
  onDone,
  onClose,
}: {
  month: string;
  isFirst: boolean;
  onDone: () => void;
  onClose: () => void;
}) {
  const handover = useHandoverText();
  const format = useFormat();
  const { language } = useLanguage();
  const [isDone, setIsDone] = useState(false);
  const query = useQuery(
    routeQuery('GET /costs/:month/handover', { params: { month }, query: { language } }),
  );
  const mark = query.data?.mark;
  const change = useChange({
    send: (_: undefined) =>
      call('POST /costs/:month/handover', { params: { month }, body: { mark: mark ?? '', language } }),
    next: () => {
      setIsDone(true);
      onDone();
    },
  });
  if (isDone)
    return (
      <Modal
        open
        onClose={onClose}
        title={handover.doneTitle(format.month(month))}
        text={handover.doneText}
        onSubmit={onClose}
        foot={
          <Button type="submit" kind="primary">
            {handover.close}
          </Button>
        }
      >
        <PayrollFileLinks month={month} />
      </Modal>
    );
  return (
    <FormDialog
      wide
      title={handover.dialogTitle(format.month(month))}
      text={handover.dialogText}
      button={handover.confirm}
      disabled={mark === undefined}
      form={change}
      onClose={onClose}
    >
      <Loaded query={query} lines={5}>
        {(preview) => (
          <div className="stack">
            {isFirst && <p className="small quiet">{handover.first}</p>}
            <Sums preview={preview} />
            <Corrections preview={preview} />
            <Refusals preview={preview} />
          </div>
        )}
      </Loaded>
    </FormDialog>
  );
}

function Sums({ preview }: { preview: HandoverPreview }) {
  const handover = useHandoverText();
  const format = useFormat();
  return (
    <dl className="cost-sums">
      {[
        [handover.people, format.number(preview.people)],
        [handover.tickets, format.number(preview.tickets)],
        [handover.withheld, format.money(preview.withheldCents)],
        [handover.taxFree, format.money(preview.taxFreeCents)],
        ...(preview.earlierYearCents === 0
          ? []
          : [[handover.earlierYear, format.money(preview.earlierYearCents)]]),
      ].map(([label, value]) => (
        <div key={label}>
          <dt className="small quiet">{label}</dt>
          <dd className="strong numbers">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Corrections({ preview: { corrections } }: { preview: HandoverPreview }) {
  const handover = useHandoverText();
  const format = useFormat();
  if (corrections.people === 0) return null;
  return (
    <section>
      <h3>{handover.correctionsTitle(corrections.people)}</h3>
      <Table
        items={corrections.lines}
        keyOf={({ key, month, withheldCents, taxFreeCents }) =>
          [key, month, withheldCents, taxFreeCents].join()
        }
        columns={[
          {
            title: handover.people,
            show: ({ firstName, lastName }) =>
              lastName === null ? handover.erased : `${firstName} ${lastName}`,
          },
          { title: handover.month, onPhone: 'named', show: ({ month }) => format.month(month) },
          {
            title: handover.withheld,
            end: true,
            className: 'numbers nowrap',
            onPhone: 'named',
            show: ({ withheldCents }) => format.money(withheldCents),
          },
          {
            title: handover.taxFree,
            end: true,
            className: 'numbers nowrap',
            onPhone: 'named',
            show: ({ taxFreeCents }) => format.money(taxFreeCents),
          },
        ]}
      />
      {corrections.lines.length < corrections.people && (
        <p className="small quiet">{handover.moreCorrections}</p>
      )}
    </section>
  );
}

/** Files that cannot be written, each with its reason. */
function Refusals({ preview: { files } }: { preview: HandoverPreview }) {
  const handover = useHandoverText();
  const refusalText = useRefusalText();
  return files.map(
    ({ format, refusal }) =>
      refusal && (
        <Callout key={format} tone="warn" title={handover.notWritten(handover.files[format])}>
          {refusalText({ ...refusal, values: { ...refusal.values } })}
        </Callout>
      ),
  );
}

export function TakeBackDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const handover = useHandoverText();
  const format = useFormat();
  const form = useForm({
    initial: { reason: '' },
    send: ({ reason }) =>
      call('POST /costs/:month/handover/take-back', { params: { month }, body: { reason } }),
    done: handover.takenBack,
    next: onClose,
  });
  return (
    <FormDialog
      danger
      title={handover.takeBackTitle(format.month(month))}
      text={handover.takeBackText}
      button={handover.takeBack}
      disabled={form.values.reason.trim() === ''}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={handover.reason}
        help={handover.reasonHelp}
        maxLength={200}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
