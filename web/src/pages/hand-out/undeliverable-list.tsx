import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import { Callout } from '../../design/callout.tsx';
import { List } from '../../domain/list.tsx';
import { PersonCell } from '../../domain/person-cell.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useReminderText } from './use-reminder-text.ts';

const PER_PAGE = 25;

/** Everybody whom mail does not reach. */
export function UndeliverableList() {
  const { documents } = useMessages();
  const reminders = useReminderText();
  const format = useFormat();
  const { page } = useListAddress();
  const query = useQuery(routeQuery('GET /undeliverable', { query: { page, perPage: PER_PAGE } }));
  return (
    <div className="stack">
      <Callout>{reminders.undeliverableText}</Callout>
      <List
        query={query}
        keyOf={({ employeeId }) => employeeId}
        none={{ icon: 'inbox', title: reminders.noneUndeliverable, text: reminders.noneUndeliverableText }}
        columns={[
          { title: documents.person, show: (person) => <PersonCell person={person} /> },
          {
            title: reminders.refusedOn,
            className: 'nowrap',
            onPhone: 'named',
            show: ({ at }) => format.date(at),
          },
          { title: reminders.answer, className: 'small quiet', show: ({ reason }) => reason },
        ]}
      />
    </div>
  );
}
