import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Button } from '../../design/button.tsx';
import { TextAreaField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { useForm } from '../../design/use-form.ts';
import { useRequestsText } from './use-requests-text.ts';

interface Selection {
  ids: readonly number[];
  clear: () => void;
}

interface Answering {
  decision: 'approve' | 'refuse';
  ids: readonly number[];
}

/** How many requests are selected, and the same answer to all of them. */
export function AnswerMany({ ids, clear, selectPage }: Selection & { selectPage: (() => void) | undefined }) {
  const requests = useRequestsText();
  // The dialog answers the requests that were selected when it was opened.
  const [answering, setAnswering] = useState<Answering>();
  return (
    <>
      {ids.length > 0 && (
        <section className="request-selection" aria-label={requests.selection}>
          <div className="row">
            <strong role="status">{requests.selected(ids.length)}</strong>
            {selectPage && (
              <Button size="small" kind="quiet" onClick={selectPage}>
                {requests.selectPage}
              </Button>
            )}
            <Button size="small" kind="quiet" onClick={clear}>
              {requests.selectNone}
            </Button>
          </div>
          <div className="row">
            <Button size="small" icon="check" onClick={() => setAnswering({ decision: 'approve', ids })}>
              {requests.approve}
            </Button>
            <Button size="small" icon="close" onClick={() => setAnswering({ decision: 'refuse', ids })}>
              {requests.refuse}
            </Button>
          </div>
        </section>
      )}
      {answering && <AnswerManyDialog {...answering} clear={clear} onClose={() => setAnswering(undefined)} />}
    </>
  );
}

function AnswerManyDialog({
  ids,
  clear,
  decision,
  onClose,
}: Selection & Answering & { onClose: () => void }) {
  const requests = useRequestsText();
  const refuses = decision === 'refuse';
  const form = useForm({
    initial: { note: '' },
    send: ({ note }) => {
      const answer = note.trim();
      return refuses
        ? call('POST /requests/refuse', { body: { ids: [...ids], answer } })
        : call('POST /requests/approve', { body: { ids: [...ids], ...(answer && { answer }) } });
    },
    done: ({ answered, left }) => requests.answeredMany(answered, left.length),
    next: () => {
      onClose();
      clear();
    },
  });
  const [title, text] = refuses
    ? [requests.refuseMany(ids.length), requests.refuseManyText]
    : [requests.approveMany(ids.length), requests.approveManyText];
  return (
    <FormDialog
      title={title}
      text={text}
      button={title}
      danger={refuses}
      disabled={refuses && form.values.note.trim() === ''}
      form={form}
      onClose={onClose}
    >
      <TextAreaField
        label={requests.noteToMany}
        help={requests.noteHelp}
        rows={3}
        maxLength={500}
        value={form.values.note}
        onChange={(note) => form.set({ note })}
      />
    </FormDialog>
  );
}
