import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hasCode } from '../../api/api-error.ts';
import { giveSecondFactor } from '../../api/passkeys.ts';
import { Button } from '../../design/button.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { replaceSession } from '../../session/replace-session.ts';
import { Gate } from '../../shell/gate.tsx';

/** Asks for the passkey after the first factor. The sign-in that waits for it is in a cookie. */
export function PasskeyStep({ onSignedIn, onRestart }: { onSignedIn?: () => void; onRestart: () => void }) {
  const { gate } = useMessages();
  const client = useQueryClient();
  const give = useMutation({
    mutationFn: giveSecondFactor,
    onSuccess: (session) => {
      replaceSession(client, session);
      onSignedIn?.();
    },
  });
  const isOver = hasCode(give.error, 'sign-in-expired');
  return (
    <Gate title={gate.passkeyStep} text={gate.passkeyStepText}>
      <div className="form">
        <Problem error={give.error} />
        {!isOver && (
          <Button kind="primary" wide busy={give.isPending} onClick={() => give.mutate()}>
            {gate.usePasskey}
          </Button>
        )}
        <Button wide kind={isOver ? 'primary' : 'plain'} onClick={onRestart}>
          {gate.restart}
        </Button>
        <p className="small quiet">{gate.lostPasskey}</p>
      </div>
    </Gate>
  );
}
