import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Role, User } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { Problem } from '../../design/problem.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange, useSession } from '../../session/context.ts';
import { ResetPassword } from './reset-password.tsx';

const ROLES: readonly Role[] = ['admin', 'viewer'];

export function UserTable({ users: all }: { users: User[] }) {
  const { users, common, vocabulary } = useMessages();
  const format = useFormat();
  const session = useSession();
  const mayChange = useMayChange();
  const [resetting, setResetting] = useState<User | null>(null);
  const [removing, setRemoving] = useState<User | null>(null);
  const setRole = useChange({
    send: ({ id, role }: { id: number; role: Role }) => api.patch<User>(`/users/${id}`, { role }),
    done: users.roleChanged,
  });
  return (
    <>
      {setRole.error && (
        <div className="card-body">
          <Problem error={setRole.error} />
        </div>
      )}
      <div className="table-scroll">
        <table className="table table-cards">
          <thead>
            <tr>
              <th>{common.email}</th>
              <th>{users.role}</th>
              <th>{users.lastSignIn}</th>
              <th>
                <span className="hidden-visually">{common.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {all.map((user) => (
              <tr key={user.id}>
                <td>
                  <span className="strong">{user.email}</span>{' '}
                  {user.id === session.user.id && <span className="tag">{users.you}</span>}
                </td>
                <td>
                  {mayChange && user.id !== session.user.id ? (
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
                  )}
                </td>
                <td className="quiet" data-label={users.lastSignIn}>
                  {user.lastSignedInAt ? format.moment(user.lastSignedInAt) : common.never}
                </td>
                <td className="end">
                  {mayChange && user.id !== session.user.id && (
                    <div className="row row-end">
                      <Button size="small" onClick={() => setResetting(user)}>
                        {users.reset}
                      </Button>
                      <Button size="small" onClick={() => setRemoving(user)}>
                        {users.remove}
                      </Button>
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {resetting && <ResetPassword user={resetting} onClose={() => setResetting(null)} />}
      {removing && <RemoveUser user={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function RemoveUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { users } = useMessages();
  const remove = useChange({
    send: () => api.delete(`/users/${user.id}`),
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
    />
  );
}
