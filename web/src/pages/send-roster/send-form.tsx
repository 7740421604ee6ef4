import { useState } from 'react';
import type { RosterPreview } from '../../api/routes.ts';
import type { UploadProgress } from '../../api/upload.ts';
import { Button } from '../../design/button.tsx';
import { Problem } from '../../design/problem.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { isTyped, TypedNumber } from '../../design/typed-number.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { leaversOf } from './leavers.ts';

interface Sending {
  error: unknown;
  isPending: boolean;
  mutate: (input: undefined) => void;
}

/** The button that sends a roster after its preview. If suspiciously many people would leave, their number has to be typed. */
export function SendForm({
  preview,
  send,
  label,
  progress = null,
}: {
  preview: RosterPreview;
  send: Sending;
  label: string;
  progress?: UploadProgress | null;
}) {
  const roster = useRosterText();
  const [typed, setTyped] = useState('');
  const leavers = leaversOf(preview);
  const hasToType = leavers.outOf !== undefined;
  const maySend = !hasToType || isTyped(typed, leavers.count);
  return (
    <>
      <Problem error={send.error} />
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (maySend) send.mutate(undefined);
        }}
      >
        {hasToType && (
          <TypedNumber
            label={roster.typeNumber(leavers.count)}
            help={roster.typeNumberHelp}
            wrong={roster.typedWrong}
            number={leavers.count}
            value={typed}
            onChange={setTyped}
          />
        )}
        <div className="row">
          <Button
            type="submit"
            kind={hasToType ? 'danger' : 'primary'}
            icon="upload"
            busy={send.isPending}
            disabled={!maySend}
          >
            {label}
          </Button>
        </div>
        {send.isPending && (
          <ProgressBar
            label={roster.sending}
            done={progress?.step === 'upload' ? progress.done : null}
            total={progress?.total ?? 100}
          />
        )}
      </form>
    </>
  );
}
