import { useState } from 'react';
import { type Answer, call } from '../../api/client.ts';
import type { User } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Callout } from '../../design/callout.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { Problem } from '../../design/problem.tsx';
import { Table } from '../../design/table.tsx';
import { type Role, rolesOf } from '../../domain/vocabulary.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay, useSession } from '../../session/context.ts';
import { LinkToPassOn } from './link-to-pass-on.tsx';
import { useUsersText } from './use-users-text.ts';

export function UserTable({ users: all }: { users: User[] }) {
  const { passkeys, common, vocabulary } = useMessages();
  const users = useUsersText();
  const format = useFormat();
  const session = useSession();
  const mayChange = useMay('administer');
  const mayEdit = (user: User) => mayChange && user.id !== session.user.id;
  const setRole = useChange({
    send: ({ id, role }: { id: number; role: Role }) =>
      call('PATCH /users/:id', { params: { id }, body: { role } }),
    done: users.roleChanged,
  });
  return (
    <>
      {setRole.error && (
        <div className="card-body">
          <Problem error={setRole.error} />
        </div>
      )}
      <Table
        items={all}
        keyOf={({ id }) => id}
        columns={[
          {
            title: common.email,
            show: ({ id, email, passkeys: count }) => (
              <>
                <span className="strong">{email}</span>{' '}
                {id === session.user.id && <span className="tag">{users.you}</span>}{' '}
                {count > 0 && <span className="tag">{passkeys.count(count)}</span>}
              </>
            ),
          },
          {
            title: users.role,
            show: (user) =>
              mayEdit(user) ? (
                <select
                  className="input"
                  aria-label={users.changeRole(user.email)}
                  value={user.role}
                  onChange={({ target }) => setRole.mutate({ id: user.id, role: target.value as Role })}
                >
                  {rolesOf(vocabulary).map((role) => (
                    <option key={role} value={role}>
                      {vocabulary.role[role]}
                    </option>
                  ))}
                </select>
              ) : (
                vocabulary.role[user.role]
              ),
          },
          {
            title: users.lastSignIn,
            className: 'quiet',
            onPhone: 'named',
            show: ({ lastSignedInAt }) => (lastSignedInAt ? format.moment(lastSignedInAt) : common.never),
          },
          {
            title: common.actions,
            quietTitle: true,
            end: true,
            show: (user) => mayEdit(user) && <Actions user={user} />,
          },
        ]}
      />
    </>
  );
}

function Actions({ user }: { user: User }) {
  const { passkeys } = useMessages();
  const users = useUsersText();
  const { mail } = useSession();
  const [made, setMade] = useState<Answer<'POST /users/:id/reset'> | null>(null);
  const params = { id: user.id };
  return (
    <div className="row row-end">
      <ConfirmedButton
        size="small"
        label={users.reset}
        title={users.resetTitle(user.email)}
        text={mail ? users.resetMailText : users.resetText}
        button={mail ? users.resetSend : users.resetButton}
        send={() => call('POST /users/:id/reset', { params })}
        next={setMade}
      />
      {user.passkeys > 0 && (
        <ConfirmedButton
          size="small"
          label={passkeys.reset}
          title={passkeys.resetTitle(user.email)}
          text={passkeys.resetText(user.passkeys)}
          danger
          send={() => call('DELETE /users/:id/passkeys', { params })}
          done={passkeys.resetDone}
        />
      )}
      <ConfirmedButton
        size="small"
        label={users.remove}
        title={users.removeTitle(user.email)}
        text={users.removeText}
        danger
        send={() => call('DELETE /users/:id', { params })}
        done={users.removed}
      >
        {user.keys > 0 && <Callout tone="warn">{users.keysStay(user.keys)}</Callout>}
        {user.webhooks > 0 && <Callout tone="warn">{users.webhooksStay(user.webhooks)}</Callout>}
        {user.sources > 0 && <Callout tone="warn">{users.sourcesStay(user.sources)}</Callout>}
        {user.enteredProvider && <Callout tone="warn">{users.providerStays}</Callout>}
      </ConfirmedButton>
      {made && <LinkToPassOn email={user.email} made={made} onClose={() => setMade(null)} />}
    </div>
  );
}
