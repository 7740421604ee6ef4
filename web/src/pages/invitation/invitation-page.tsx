import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { hasCode } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import type { OpenedInvitation } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { NewPasswordField, PASSWORD_LENGTH } from '../../design/new-password-field.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { replaceSession } from '../../session/replace-session.ts';
import { Gate } from '../../shell/gate.tsx';
import { AcceptAtProvider } from './accept-at-provider.tsx';

/** The address contains the token after the #, which browsers send to no server, so that no log contains it. */
export function InvitationPage() {
  const m = useMessages();
  const [token] = useState(() => window.location.hash.slice(1));
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('POST /invitation', { body: { token } }),
    enabled: token !== '',
    retry: false,
  });
  if (!token)
    return (
      <Gate title={m.gate.invitation}>
        <Callout tone="warn">{m.gate.noToken}</Callout>
      </Gate>
    );
  if (query.error)
    return (
      <Gate title={m.gate.invitation}>
        {hasCode(query.error, 'not-found') ? (
          <Callout tone="bad">{m.errors.codes['link-expired']}</Callout>
        ) : (
          <Problem error={query.error} />
        )}
      </Gate>
    );
  return (
    <Gate
      title={m.gate.invitation}
      {...(query.data && { text: m.gate.invitationText(query.data.companyName) })}
    >
      <Loaded query={query}>
        {(invitation) => (
          <>
            {invitation.provider && (
              <AcceptAtProvider email={invitation.email} provider={invitation.provider} />
            )}
            {!invitation.provider?.isOnlyWayIn && <Accept invitation={invitation} token={token} />}
          </>
        )}
      </Loaded>
    </Gate>
  );
}

function Accept({ invitation, token }: { invitation: OpenedInvitation; token: string }) {
  const m = useMessages();
  const client = useQueryClient();
  const [, go] = useLocation();
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: () => call('POST /invitation/accept', { body: { token, password } }),
    onSuccess: (answer) => {
      if ('user' in answer) replaceSession(client, answer);
      go('user' in answer ? '/' : '/passkey', { replace: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate();
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <dl className="facts">
        <dt>{m.common.email}</dt>
        <dd>{invitation.email}</dd>
        <dt>{m.gate.yourRole}</dt>
        <dd>
          {m.vocabulary.role[invitation.role]}
          <span className="small quiet" style={{ display: 'block' }}>
            {m.vocabulary.roleText[invitation.role]}
          </span>
        </dd>
      </dl>
      <Problem error={accept.error} fields={['password']} />
      {/* Password managers store the password for this user name. */}
      <input type="hidden" autoComplete="username" value={invitation.email} readOnly />
      <NewPasswordField
        label={m.gate.choosePassword}
        value={password}
        onChange={setPassword}
        error={accept.error}
      />
      <Button
        type="submit"
        kind="primary"
        wide
        busy={accept.isPending}
        disabled={password.length < PASSWORD_LENGTH}
      >
        {m.gate.accept}
      </Button>
    </form>
  );
}
