import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';
import { useUsersText } from './use-users-text.ts';

export function InvitationList() {
  const { common, vocabulary } = useMessages();
  const users = useUsersText();
  const format = useFormat();
  const { mail } = useSession();
  const invitations = useQuery(routeQuery('GET /invitations')).data?.data ?? [];
  const withdraw = useChange({
    send: (id: number) => call('DELETE /invitations/:id', { params: { id } }),
    done: users.withdrawn,
  });
  if (invitations.length === 0) return null;
  return (
    <Card title={users.open} text={mail ? users.openMailText : users.openText} flush>
      <Table
        items={invitations}
        keyOf={({ id }) => id}
        columns={[
          { title: common.email, className: 'strong', show: ({ email }) => email },
          { title: users.role, onPhone: 'corner', show: ({ role }) => vocabulary.role[role] },
          { title: users.invitedBy, onPhone: 'named', show: ({ invitedBy }) => invitedBy ?? '–' },
          {
            title: users.expires,
            className: 'quiet',
            onPhone: 'named',
            show: ({ expiresAt }) => format.moment(expiresAt),
          },
          {
            title: common.actions,
            quietTitle: true,
            end: true,
            show: ({ id }) => (
              <Button size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
                {users.withdraw}
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
