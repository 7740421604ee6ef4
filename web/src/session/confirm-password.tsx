import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorAt } from '../api/api-error.ts';
import { call, setConfirmation } from '../api/client.ts';
import { canUsePasskeys, confirmWithPasskey } from '../api/passkeys.ts';
import type { Session } from '../api/routes.ts';
import { SESSION } from '../api/session-key.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Modal } from '../design/modal.tsx';
import { Problem } from '../design/problem.tsx';
import { useMessages } from '../language/use-messages.ts';
import { ConfirmAtProvider } from './confirm-at-provider.tsx';
import { useSession } from './context.ts';

/** Opens when the service asks for the password again, and then repeats the request. */
export function ConfirmPassword() {
  const m = useMessages();
  const client = useQueryClient();
  const answer = useRef<((confirmed: boolean) => void) | null>(null);
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    setConfirmation(
      () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setPassword('');
          setError(undefined);
          setOpen(true);
        }),
    );
  }, []);

  const finish = (confirmed: boolean) => {
    setOpen(false);
    answer.current?.(confirmed);
  };
  const { passkeys, throughProvider, hasPassword } = useSession();
  const asksForPassword = !throughProvider && hasPassword;
  const confirm = async (send: () => Promise<Session>) => {
    setBusy(true);
    setError(undefined);
    try {
      client.setQueryData(SESSION, await send());
      finish(true);
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open={open}
      onClose={() => finish(false)}
      title={m.gate.confirm}
      text={
        throughProvider ? m.identity.confirmText : hasPassword ? m.gate.confirmText : m.passkeys.confirmText
      }
      onSubmit={() => void confirm(() => call('POST /session/confirm', { body: { password } }))}
      foot={
        <>
          <Button onClick={() => finish(false)}>{m.common.cancel}</Button>
          {passkeys.has && canUsePasskeys() && (
            <Button disabled={busy} onClick={() => void confirm(confirmWithPasskey)}>
              {m.passkeys.confirmWith}
            </Button>
          )}
          {asksForPassword && (
            <Button kind="primary" type="submit" busy={busy} disabled={!password}>
              {m.gate.confirmButton}
            </Button>
          )}
        </>
      }
    >
      <Problem error={error} fields={['password']} />
      {throughProvider && <ConfirmAtProvider onDone={() => finish(true)} />}
      {asksForPassword && (
        <TextField
          label={m.common.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errorAt(error, 'password') && m.errors.wrongPassword}
        />
      )}
    </Modal>
  );
}
