import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { TextField } from '../../design/field.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { Gate } from '../../shell/gate.tsx';

/** Asks for a link to set a new password. It says the same whether or not the address is known. */
export function ForgotPage() {
  const { gate, common } = useMessages();
  const [email, setEmail] = useState('');
  const request = useMutation({
    mutationFn: () => call('POST /password-reset', { body: { email: email.trim() } }),
  });
  const sendsNoMail = request.error instanceof ApiError && request.error.code === 'mail-not-configured';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate();
  };
  return (
    <Gate title={gate.forgot} text={gate.forgotText}>
      <form className="form" onSubmit={submit} noValidate>
        {sendsNoMail ? <Callout>{gate.forgotNoMail}</Callout> : <Problem error={request.error} />}
        {request.isSuccess && <Callout>{gate.forgotSent}</Callout>}
        <TextField
          label={common.email}
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          required
        />
        <Button type="submit" kind="primary" wide busy={request.isPending} disabled={!email.trim()}>
          {gate.forgotButton}
        </Button>
        <Link href="/" className="small">
          {gate.toSignIn}
        </Link>
      </form>
    </Gate>
  );
}
