import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { User } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { Problem } from '../../design/problem.tsx';
import { Table } from '../../design/table.tsx';
import type { Role } from '../../domain/vocabulary.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange, useSession } from '../../session/context.ts';
import { ResetPasskeys } from './reset-passkeys.tsx';
import { ResetPassword } from './reset-password.tsx';

const ROLES: readonly Role[] = ['admin', 'viewer'];

export function UserTable({ users: all }: { users: User[] }) {
  const { users, passkeys, common, vocabulary } = useMessages();
  const format = useFormat();
  const session = useSession();
  const mayChange = useMayChange();
  const mayEdit = (user: User) => mayChange && user.id !== session.user.id;
  const [resetting, setResetting] = useState<User | null>(null);
  const [lost, setLost] = useState<User | null>(null);
  const [removing, setRemoving] = useState<User | null>(null);
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
                  {ROLES.map((role) => (
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
            show: (user) =>
              mayEdit(user) && (
                <div className="row row-end">
                  <Button size="small" onClick={() => setResetting(user)}>
                    {users.reset}
                  </Button>
                  {user.passkeys > 0 && (
                    <Button size="small" onClick={() => setLost(user)}>
                      {passkeys.reset}
                    </Button>
                  )}
                  <Button size="small" onClick={() => setRemoving(user)}>
                    {users.remove}
                  </Button>
                </div>
              ),
          },
        ]}
      />
      {resetting && <ResetPassword user={resetting} onClose={() => setResetting(null)} />}
      {lost && <ResetPasskeys user={lost} onClose={() => setLost(null)} />}
      {removing && <RemoveUser user={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function RemoveUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { users } = useMessages();
  const remove = useChange({
    send: () => call('DELETE /users/:id', { params: { id: user.id } }),
    done: users.removed,
    next: onClose,
  });
  return (
    <ConfirmDialog
      title={users.removeTitle(user.email)}
      text={users.removeText}
      button={users.remove}
      danger
      change={remove}
      onClose={onClose}
    >
      {user.keys > 0 && <Callout tone="warn">{users.keysStay(user.keys)}</Callout>}
    </ConfirmDialog>
  );
}
