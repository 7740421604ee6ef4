import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { invitationsQuery } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

export function InvitationList() {
  const { users, common, vocabulary } = useMessages();
  const format = useFormat();
  const invitations = useQuery(invitationsQuery()).data?.data ?? [];
  const withdraw = useChange({
    send: (id: number) => api.delete(`/invitations/${id}`),
    done: users.withdrawn,
  });
  if (invitations.length === 0) return null;
  return (
    <Card title={users.open} text={users.openText} flush>
      <div className="table-scroll">
        <table className="table table-cards">
          <thead>
            <tr>
              <th>{common.email}</th>
              <th>{users.role}</th>
              <th>{users.invitedBy}</th>
              <th>{users.expires}</th>
              <th>
                <span className="hidden-visually">{common.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invitations.map((invitation) => (
              <tr key={invitation.id}>
                <td className="strong">{invitation.email}</td>
                <td>{vocabulary.role[invitation.role]}</td>
                <td data-label={users.invitedBy}>{invitation.invitedBy ?? '–'}</td>
                <td className="quiet" data-label={users.expires}>
                  {format.moment(invitation.expiresAt)}
                </td>
                <td className="end">
                  <Button
                    size="small"
                    busy={withdraw.isPending}
                    onClick={() => withdraw.mutate(invitation.id)}
                  >
                    {users.withdraw}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
