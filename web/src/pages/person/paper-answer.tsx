import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Contract } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { SelectField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
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
  const { person, common, vocabulary } = useMessages();
  const [answer, setAnswer] = useState<Answer>('accepted');
  const [scan, setScan] = useState<File>();
  const [missing, setMissing] = useState(false);
  const record = useChange({
    send: (file: File) =>
      call('POST /contracts/:id/paper-answer', {
        params: { id: contract.id },
        headers: { 'x-file-name': encodeURIComponent(file.name), 'x-answer': answer },
        body: file,
      }),
    done: person.paperRecorded,
    next: onClose,
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={person.paperTitle}
      text={person.paperText}
      onSubmit={() => {
        setMissing(!scan);
        if (scan) record.mutate(scan);
      }}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" busy={record.isPending}>
            {person.paperButton}
          </Button>
        </>
      }
    >
      <div className="form">
        <Problem error={record.error} />
        <SelectField
          label={person.paperAnswer}
          value={answer}
          options={(['accepted', 'rejected'] as const).map((value) => ({
            value,
            label: vocabulary.signing[value],
          }))}
          onChange={setAnswer}
        />
        <label className="field">
          <span className="field-label">{person.paperScan}</span>
          <input
            type="file"
            className="input"
            accept=".pdf,.png,.jpg,.jpeg"
            aria-invalid={missing}
            onChange={({ target }) => setScan(target.files?.[0])}
          />
          <span className="field-help">{person.uploadHelp}</span>
          {missing && (
            <span className="field-error" role="alert">
              {person.paperScanMissing}
            </span>
          )}
        </label>
      </div>
    </Modal>
  );
}
