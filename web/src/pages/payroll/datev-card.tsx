import { useState } from 'react';
import type { DatevClient } from '../../api/routes.ts';
import { useAsText } from '../../design/as-text.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Problem } from '../../design/problem.tsx';
import { Table } from '../../design/table.tsx';
import { DatevDialog, RemoveClient } from './datev-dialog.tsx';
import { DatevFileButton, useDatevFile } from './datev-file-button.tsx';
import { usePayrollText } from './use-payroll-text.ts';

type Open = { kind: 'add' } | { kind: 'edit' | 'remove'; client: DatevClient };

/** The numbers under which DATEV books, by legal entity. */
export function DatevCard({ clients, month }: { clients: DatevClient[]; month: string }) {
  const payroll = usePayrollText();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = !useAsText() && (
    <Button icon="plus" onClick={() => setOpen({ kind: 'add' })}>
      {payroll.add}
    </Button>
  );
  return (
    <Card title="DATEV" text={payroll.datevText} actions={clients.length > 0 && add} flush>
      {clients.length === 0 ? (
        <Empty icon="coins" title={payroll.none} action={add}>
          {payroll.noneText}
        </Empty>
      ) : (
        <>
          <Clients clients={clients} onOpen={setOpen} />
          <div className="card-body">
            <Samples month={month} />
          </div>
        </>
      )}
      {open?.kind === 'add' && <DatevDialog onClose={close} />}
      {open?.kind === 'edit' && <DatevDialog client={open.client} onClose={close} />}
      {open?.kind === 'remove' && <RemoveClient client={open.client} onClose={close} />}
    </Card>
  );
}

function Clients({ clients, onOpen }: { clients: DatevClient[]; onOpen: (open: Open) => void }) {
  const payroll = usePayrollText();
  const asText = useAsText();
  const type = (wageType: number | null, key: number | null) =>
    wageType === null ? '–' : key === null ? wageType : `${wageType} (${key})`;
  return (
    <Table
      items={clients}
      keyOf={({ legalEntity }) => legalEntity}
      columns={[
        {
          title: payroll.legalEntity,
          className: 'roomy',
          show: ({ legalEntity }) => legalEntity || payroll.company,
        },
        { title: payroll.adviser, onPhone: 'named', show: ({ adviserNumber }) => adviserNumber },
        { title: payroll.client, onPhone: 'named', show: ({ clientNumber }) => clientNumber },
        {
          title: payroll.withheld,
          onPhone: 'named',
          show: ({ withheldWageType, withheldKey }) => type(withheldWageType, withheldKey),
        },
        {
          title: payroll.taxFreeType,
          onPhone: 'named',
          show: ({ taxFreeWageType, taxFreeKey }) => type(taxFreeWageType, taxFreeKey),
        },
        ...(asText
          ? []
          : [
              {
                title: payroll.edit,
                quietTitle: true,
                end: true,
                show: (client: DatevClient) => (
                  <div className="row">
                    <Button size="small" onClick={() => onOpen({ kind: 'edit', client })}>
                      {payroll.edit}
                    </Button>
                    <Button size="small" kind="quiet" onClick={() => onOpen({ kind: 'remove', client })}>
                      {payroll.remove}
                    </Button>
                  </div>
                ),
              },
            ]),
      ]}
    />
  );
}

function Samples({ month }: { month: string }) {
  const payroll = usePayrollText();
  const file = useDatevFile(month, true);
  return (
    <Callout title={payroll.testFirst}>
      <p>{payroll.testFirstText}</p>
      <Problem error={file.error} />
      <div className="row">
        <DatevFileButton format="datev-lodas" file={file}>
          {payroll.sampleLodas}
        </DatevFileButton>
        <DatevFileButton format="datev-lug" file={file}>
          {payroll.sampleLug}
        </DatevFileButton>
      </div>
    </Callout>
  );
}
