import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Modal } from '../design/modal.tsx';
import { useMessages } from '../language/use-messages.ts';
import { setLeaveQuestion } from './guard.ts';

/** Asks before a page with unsaved changes is left. */
export function LeaveQuestion() {
  const { common } = useMessages();
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null);
  useEffect(() => setLeaveQuestion((go) => setLeaving({ go })), []);
  return (
    <Modal
      open={leaving !== null}
      onClose={() => setLeaving(null)}
      title={common.leaveTitle}
      text={common.leaveText}
      startAtSubmit
      onSubmit={() => setLeaving(null)}
      foot={
        <>
          <Button
            onClick={() => {
              setLeaving(null);
              leaving?.go();
            }}
          >
            {common.leave}
          </Button>
          <Button type="submit" kind="primary">
            {common.stay}
          </Button>
        </>
      }
    />
  );
}
