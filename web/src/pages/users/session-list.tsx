import { useQuery } from '@tanstack/react-query';
import { deviceName } from '../../../../texts/device-name.ts';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useUsersText } from './use-users-text.ts';

export function SessionList() {
  const m = useMessages();
  const { common } = m;
  const users = useUsersText();
  const format = useFormat();
  const sessions = useQuery(routeQuery('GET /sessions')).data?.data ?? [];
  const end = useChange({
    send: (id: number) => call('DELETE /sessions/:id', { params: { id } }),
    done: users.sessionEnded,
  });
  const endOthers = useChange({ send: () => call('DELETE /sessions'), done: users.sessionEnded });
  return (
    <Card
      title={users.sessions}
      text={users.sessionsText}
      actions={
        sessions.length > 1 && (
          <Button size="small" busy={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
            {users.endOthers}
          </Button>
        )
      }
      flush
    >
      <Table
        items={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            title: users.device,
            className: 'strong',
            show: ({ browser }) => deviceName(browser, m) ?? common.unknownDevice,
          },
          { title: users.address, onPhone: 'named', show: ({ address }) => address || '–' },
          {
            title: users.lastUse,
            className: 'quiet',
            onPhone: 'named',
            show: ({ lastSeenAt }) => format.moment(lastSeenAt),
          },
          {
            title: common.actions,
            quietTitle: true,
            end: true,
            show: ({ id, isCurrent }) =>
              isCurrent ? (
                <span className="quiet">{users.thisSession}</span>
              ) : (
                <Button size="small" busy={end.isPending} onClick={() => end.mutate(id)}>
                  {users.endSession}
                </Button>
              ),
          },
        ]}
      />
    </Card>
  );
}
