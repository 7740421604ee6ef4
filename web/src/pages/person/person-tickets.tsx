import { useState } from 'react';
import type { Ticket } from '../../api/types.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Empty } from '../../design/empty.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const FIRST_SHOWN = 5;
const TONES = { valid: 'good', void: 'bad', over: 'neutral' } as const;

export function PersonTickets({ tickets }: { tickets: Ticket[] }) {
  const { person, common } = useMessages();
  const [all, setAll] = useState(false);
  const shown = all ? tickets : tickets.slice(0, FIRST_SHOWN);
  return (
    <Card title={person.tickets} flush>
      {tickets.length === 0 ? (
        <Empty icon="ticket" title={person.noTickets} />
      ) : (
        <div className="table-scroll">
          <table className="table table-cards">
            <thead>
              <tr>
                <th>{person.month}</th>
                <th>{person.validity}</th>
                <th>{common.status}</th>
                <th>
                  <span className="hidden-visually">{common.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((ticket) => (
                <TicketRow key={ticket.ticketId} ticket={ticket} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {tickets.length > shown.length && (
        <div className="pager">
          <Button size="small" onClick={() => setAll(true)}>
            {person.olderEntries}
          </Button>
        </div>
      )}
    </Card>
  );
}

function TicketRow({ ticket }: { ticket: Ticket }) {
  const { person, vocabulary } = useMessages();
  const format = useFormat();
  return (
    <tr>
      <td className="strong">{format.month(ticket.month)}</td>
      <td className="numbers quiet nowrap">{format.days(ticket.validFrom, ticket.validUntil)}</td>
      <td>
        <Badge tone={TONES[ticket.state]}>{vocabulary.ticket[ticket.state]}</Badge>
      </td>
      <td className="end">
        {ticket.links && (
          <div className="row row-end">
            <CopyButton text={ticket.links.apple} label={person.apple} />
            <CopyButton text={ticket.links.google} label={person.google} />
          </div>
        )}
      </td>
    </tr>
  );
}
