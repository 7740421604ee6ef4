import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorAt } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { SESSION } from '../../api/session-key.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { TextField } from '../../design/field.tsx';
import { NewPasswordField, PASSWORD_LENGTH } from '../../design/new-password-field.tsx';
import { PageHead } from '../../design/page.tsx';
import { Problem } from '../../design/problem.tsx';
import { useValueText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { say } from '../../say.ts';
import { useMay, useSession } from '../../session/context.ts';
import { PasskeyList } from '../passkeys/passkey-list.tsx';
import { NoticesCard } from './notices-card.tsx';
import { SessionList } from './session-list.tsx';
import { useUsersText } from './use-users-text.ts';

export default function PasswordPage() {
  const { shell } = useMessages();
  const { hasPassword, mail } = useSession();
  const mayChange = useMay('change-people');
  return (
    <div className="page">
      <PageHead title={shell.ownAccess} />
      {hasPassword && <ChangePassword />}
      {mayChange && mail !== null && <NoticesCard />}
      <PasskeyList />
      <SessionList />
    </div>
  );
}

function ChangePassword() {
  const { gate, passkeys, common, errors } = useMessages();
  const users = useUsersText();
  const client = useQueryClient();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const [removePasskeys, setRemovePasskeys] = useState(false);
  const { has } = useSession().passkeys;
  const change = useMutation({
    mutationFn: () => call('POST /password', { body: { currentPassword, newPassword, removePasskeys } }),
    onSuccess: (session) => {
      client.setQueryData(SESSION, session);
      // Other sessions have ended, and perhaps the passkeys are gone.
      for (const route of ['GET /sessions', 'GET /passkeys'])
        void client.invalidateQueries({ queryKey: [route] });
      say(users.passwordChanged);
      setCurrent('');
      setNew('');
      setRemovePasskeys(false);
    },
  });
  const valueText = useValueText();
  const wrong = errorAt(change.error, 'currentPassword');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Card title={users.passwordTitle} text={users.passwordText}>
      <form className="form form-narrow" onSubmit={submit} noValidate>
        <Problem error={change.error} fields={['currentPassword', 'newPassword']} />
        <TextField
          label={gate.currentPassword}
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={setCurrent}
          error={wrong?.code === 'wrong' ? errors.wrongPassword : wrong && valueText(wrong)}
        />
        <NewPasswordField
          label={gate.newPassword}
          field="newPassword"
          value={newPassword}
          onChange={setNew}
          error={change.error}
        />
        {has && (
          <label className="choice">
            <input
              type="checkbox"
              checked={removePasskeys}
              onChange={({ target }) => setRemovePasskeys(target.checked)}
            />
            <span className="small">{passkeys.alsoRemove}</span>
          </label>
        )}
        <div>
          <Button
            type="submit"
            kind="primary"
            busy={change.isPending}
            disabled={!currentPassword || newPassword.length < PASSWORD_LENGTH}
          >
            {common.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
