import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import { canUsePasskeys, signInWithPasskey } from '../../api/passkeys.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { replaceSession } from '../../session/replace-session.ts';
import { Gate } from '../../shell/gate.tsx';
import { CompanyAccount } from './company-account.tsx';
import { PasskeyStep } from './passkey-step.tsx';

export function SignInPage() {
  const m = useMessages();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: (companyId?: number) =>
      call('POST /session', { body: { email, password, ...(companyId !== undefined && { companyId }) } }),
    onSuccess: (answer) => {
      if ('user' in answer) replaceSession(client, answer);
    },
  });
  const withPasskey = useMutation({
    mutationFn: signInWithPasskey,
    onMutate: () => signIn.reset(),
    onSuccess: (session) => replaceSession(client, session),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    withPasskey.reset();
    signIn.mutate(undefined);
  };
  if (signIn.data && 'asksFor' in signIn.data) return <PasskeyStep onRestart={() => signIn.reset()} />;
  if (signIn.data && 'companies' in signIn.data)
    return (
      <Gate title={m.gate.chooseCompany} text={m.gate.chooseCompanyText}>
        <div className="form">
          <Problem error={signIn.error} />
          {signIn.data.companies.map(({ id, name }) => (
            <Button key={id} wide onClick={() => signIn.mutate(id)}>
              {name}
            </Button>
          ))}
        </div>
      </Gate>
    );
  return (
    <Gate title={m.gate.signIn} text={m.gate.signInText}>
      <form className="form" onSubmit={submit} noValidate>
        <Problem error={signIn.error ?? withPasskey.error} />
        <TextField
          label={m.common.email}
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          required
        />
        <TextField
          label={m.common.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          required
        />
        <Button type="submit" kind="primary" wide busy={signIn.isPending} disabled={!email || !password}>
          {m.gate.signIn}
        </Button>
        {canUsePasskeys() && (
          <Button wide busy={withPasskey.isPending} onClick={() => withPasskey.mutate()}>
            {m.gate.signInWithPasskey}
          </Button>
        )}
        <Link href="/forgot" className="small">
          {m.gate.forgot}
        </Link>
        <CompanyAccount key={email} email={email} />
      </form>
    </Gate>
  );
}
