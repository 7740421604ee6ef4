import type { Ticket } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Empty } from '../../design/empty.tsx';
import { Table } from '../../design/table.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { Newest } from './newest.tsx';

const TONES = { valid: 'good', void: 'bad', over: 'neutral' } as const;

export function PersonTickets({ tickets }: { tickets: Ticket[] }) {
  const { person, vocabulary, common } = useMessages();
  const format = useFormat();
  return (
    <Card title={person.tickets} flush>
      {tickets.length === 0 ? (
        <Empty icon="ticket" title={person.noTickets} />
      ) : (
        <Newest items={tickets}>
          {(shown) => (
            <Table
              items={shown}
              keyOf={({ ticketId }) => ticketId}
              columns={[
                {
                  title: person.month,
                  show: ({ month, validFrom, validUntil }) => (
                    <>
                      <div className="strong">{format.month(month)}</div>
                      <div className="small quiet numbers">{format.days(validFrom, validUntil)}</div>
                    </>
                  ),
                },
                {
                  title: common.status,
                  onPhone: 'corner',
                  show: ({ state }) => <Badge tone={TONES[state]}>{vocabulary.ticket[state]}</Badge>,
                },
                {
                  title: common.actions,
                  quietTitle: true,
                  end: true,
                  show: ({ links }) =>
                    links && (
                      <div className="row row-end">
                        <CopyButton text={links.apple} label={person.apple} />
                        <CopyButton text={links.google} label={person.google} />
                      </div>
                    ),
                },
              ]}
            />
          )}
        </Newest>
      )}
    </Card>
  );
}
