import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Problem } from '../../design/problem.tsx';
import { Table } from '../../design/table.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { useRequestsText } from './use-requests-text.ts';

/** Who asked by the join link and was not found, if anybody. */
export function StrangerList() {
  const requests = useRequestsText();
  const { common } = useMessages();
  const format = useFormat();
  const mayChange = useMay('change-people');
  const items = useQuery(routeQuery('GET /join-requests')).data ?? [];
  const dismiss = useChange({
    send: (id: number) => call('DELETE /join-requests/:id', { params: { id } }),
    done: requests.dismissed,
  });
  if (items.length === 0) return null;
  return (
    <Card title={requests.strangers} text={requests.strangersText} flush>
      <Problem error={dismiss.error} />
      <Table
        items={items}
        keyOf={({ id }) => id}
        columns={[
          {
            title: requests.email,
            className: 'roomy',
            show: ({ email, isKnownAddress }) => (
              <>
                {email}
                {isKnownAddress && <div className="small quiet">{requests.knownAddress}</div>}
              </>
            ),
          },
          {
            title: requests.birthDate,
            onPhone: 'named',
            className: 'nowrap',
            show: ({ dateOfBirth }) => format.day(dateOfBirth),
          },
          {
            title: requests.asked,
            onPhone: 'named',
            className: 'nowrap quiet',
            show: ({ askedAt }) => format.shortMoment(askedAt),
          },
          {
            title: common.actions,
            onPhone: 'named',
            end: true,
            show: ({ id }) =>
              mayChange && (
                <Button size="small" busy={dismiss.isPending} onClick={() => dismiss.mutate(id)}>
                  {requests.dismiss}
                </Button>
              ),
          },
        ]}
      />
    </Card>
  );
}
