import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { hasCode } from '../../api/api-error.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Person } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Avatar } from '../../domain/avatar.tsx';
import { SubscriptionBadge } from '../../domain/subscription-badge.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { listPlace } from '../employees/list-place.ts';
import { NotFoundPage } from '../not-found/not-found-page.tsx';
import { Actions } from './actions/actions.tsx';
import { PersonCosts } from './person-costs.tsx';
import { PersonDocuments } from './person-documents.tsx';
import { PersonHistory } from './person-history.tsx';
import { PersonLinks } from './person-links.tsx';
import { PersonRecord } from './person-record.tsx';
import { PersonRequests } from './person-requests.tsx';
import { PersonTickets } from './person-tickets.tsx';
import { sumUp } from './sum-up.ts';
import { Timeline } from './timeline/timeline.tsx';
import './person.css';
import { useConflictTexts } from '../../domain/use-conflict-texts.ts';

export default function PersonPage({ id }: { id: number }) {
  const query = useQuery(routeQuery('GET /employees/:id', { params: { id } }));
  if (hasCode(query.error, 'not-found')) return <NotFoundPage />;
  return (
    <div className="page">
      <Loaded query={query} lines={10}>
        {(person) => <Content person={person} />}
      </Loaded>
    </div>
  );
}

function Content({ person }: { person: Person }) {
  const m = useMessages();
  const { conflicts } = useConflictTexts();
  const format = useFormat();
  const mayChange = useMay('change-people');
  const maySeeCosts = useMay('see-costs');
  const { employee } = person;
  const name = `${employee.firstName} ${employee.lastName}`;
  return (
    <>
      <PageHead title={name} back={{ to: listPlace(), label: m.person.back }}>
        <div className="person-head">
          <Avatar person={employee} large />
          <div className="stack-s">
            <div className="row">
              <h1>{name}</h1>
              <SubscriptionBadge status={employee.subscription.status} />
            </div>
            <p className="quiet">{sumUp(person, m.person, format)}</p>
          </div>
        </div>
      </PageHead>
      {person.links
        .filter(({ hasConflict }) => hasConflict)
        .map(({ id, integrationId, integrationName }) => (
          <Callout key={id} tone="warn" title={m.person.conflict(integrationName)}>
            <p>{m.person.conflictText}</p>
            <Link href={`/integrations/${integrationId}/decide`}>{conflicts.decide}</Link>
          </Callout>
        ))}
      <Card title={m.person.timeline} text={m.person.timelineText}>
        <Timeline terms={person.terms} tickets={person.tickets} today={person.businessDate} />
      </Card>
      <div className="columns">
        <div className="stack-l">
          <PersonRequests person={{ id: employee.id, name }} />
          {mayChange && <Actions person={person} />}
          <PersonTickets tickets={person.tickets} />
          {maySeeCosts && <PersonCosts id={employee.id} />}
          <PersonDocuments id={employee.id} />
          <PersonHistory person={{ id: employee.id, name }} />
        </div>
        <div className="stack-l">
          <PersonRecord person={person} />
          <PersonLinks person={person} />
        </div>
      </div>
    </>
  );
}
