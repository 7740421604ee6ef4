import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Contract } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { SelectField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';

type Answer = 'accepted' | 'rejected';

/** Records an answer that the employee gave on paper, with its scan. */
export function PaperAnswer({ contract }: { contract: Contract }) {
  const { person } = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {person.paper}
      </Button>
      {open && <Dialog contract={contract} onClose={() => setOpen(false)} />}
    </>
  );
}

function Dialog({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const { person, vocabulary } = useMessages();
  const form = useForm({
    initial: { answer: 'accepted' as Answer, scan: null as File | null },
    send: ({ answer, scan }) =>
      call('POST /contracts/:id/paper-answer', {
        params: { id: contract.id },
        headers: { 'x-file-name': encodeURIComponent(scan?.name ?? ''), 'x-answer': answer },
        body: scan ?? new Blob(),
      }),
    done: person.paperRecorded,
    next: onClose,
  });
  const [missing, setMissing] = useState(false);
  const record = () => {
    setMissing(!form.values.scan);
    if (form.values.scan) form.mutate(undefined);
  };
  return (
    <FormDialog
      title={person.paperTitle}
      text={person.paperText}
      button={person.paperButton}
      form={{ ...form, mutate: record }}
      onClose={onClose}
    >
      <SelectField
        label={person.paperAnswer}
        options={(['accepted', 'rejected'] as const).map((value) => ({
          value,
          label: vocabulary.signing[value],
        }))}
        {...form.field('answer')}
      />
      <label className="field">
        <span className="field-label">{person.paperScan}</span>
        <input
          type="file"
          className="input"
          accept=".pdf,.png,.jpg,.jpeg"
          aria-invalid={missing}
          onChange={({ target }) => form.set({ scan: target.files?.[0] ?? null })}
        />
        <span className="field-help">{person.uploadHelp}</span>
        {missing && (
          <span className="field-error" role="alert">
            {person.paperScanMissing}
          </span>
        )}
      </label>
    </FormDialog>
  );
}
