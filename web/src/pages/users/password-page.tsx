import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { errorAt } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { SESSION } from '../../api/session-key.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { TextField } from '../../design/field.tsx';
import { NewPasswordField, PASSWORD_LENGTH } from '../../design/new-password-field.tsx';
import { PageHead } from '../../design/page.tsx';
import { Problem } from '../../design/problem.tsx';
import { useForm } from '../../design/use-form.ts';
import { useValueText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';
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
  const { has } = useSession().passkeys;
  const form = useForm({
    initial: { currentPassword: '', newPassword: '', removePasskeys: false },
    send: (body) => call('POST /password', { body }),
    done: users.passwordChanged,
    next: (session) => {
      client.setQueryData(SESSION, session);
      form.set({ currentPassword: '', newPassword: '', removePasskeys: false });
    },
  });
  const { values } = form;
  const valueText = useValueText();
  const wrong = errorAt(form.error, 'currentPassword');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.mutate(undefined);
  };
  return (
    <Card title={users.passwordTitle} text={users.passwordText}>
      <form className="form form-narrow" onSubmit={submit} noValidate>
        <Problem error={form.error} fields={form.fields} />
        <TextField
          label={gate.currentPassword}
          type="password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
          error={wrong?.code === 'wrong' ? errors.wrongPassword : wrong && valueText(wrong)}
        />
        <NewPasswordField
          label={gate.newPassword}
          field="newPassword"
          value={values.newPassword}
          onChange={(newPassword) => form.set({ newPassword })}
          error={form.error}
        />
        {has && (
          <label className="choice">
            <input
              type="checkbox"
              checked={values.removePasskeys}
              onChange={({ target }) => form.set({ removePasskeys: target.checked })}
            />
            <span className="small">{passkeys.alsoRemove}</span>
          </label>
        )}
        <div>
          <Button
            type="submit"
            kind="primary"
            busy={form.isPending}
            disabled={!values.currentPassword || values.newPassword.length < PASSWORD_LENGTH}
          >
            {common.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
