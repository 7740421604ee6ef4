import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { hasCode } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { canUsePasskeys, createPasskey } from '../../api/passkeys.ts';
import { SESSION } from '../../api/session-key.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';
import { replaceSession } from '../../session/replace-session.ts';
import { Gate } from '../../shell/gate.tsx';
import { useDeviceName } from './use-device-name.ts';

/** The company requires a passkey and the user has none: nothing else is possible before. */
export function MissingPasskeyPage() {
  const { passkeys, shell } = useMessages();
  const client = useQueryClient();
  const [, go] = useLocation();
  const session = useSession();
  const { origin } = session.passkeys;
  const name = useDeviceName();
  const add = useMutation({
    mutationFn: () => createPasskey(name),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSION }),
  });
  const signOut = useMutation({
    mutationFn: async () => {
      try {
        await call('DELETE /session');
      } catch (error) {
        // A session that has ended already needs no signing out.
        if (!hasCode(error, 'not-signed-in')) throw error;
      }
    },
    onSuccess: () => {
      replaceSession(client, null);
      go('/');
    },
  });
  return (
    <Gate title={passkeys.missing} text={passkeys.missingText(session.company.name)}>
      <div className="form">
        <Problem error={add.error ?? signOut.error} />
        {origin !== null && canUsePasskeys() ? (
          <Button kind="primary" wide busy={add.isPending} onClick={() => add.mutate()}>
            {passkeys.add}
          </Button>
        ) : (
          <Callout tone="warn">
            {origin === null ? passkeys.needHostName : passkeys.elsewhere(origin)}
          </Callout>
        )}
        <Button wide busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {shell.signOut}
        </Button>
      </div>
    </Gate>
  );
}
