import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Body, call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { WaitingCounts, WaitingEntry } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { Pager } from '../../design/pager.tsx';
import { EmailText } from '../../domain/email-text.tsx';
import { useWaitingText } from '../../domain/use-waiting-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMay } from '../../session/context.ts';

const PER_PAGE = 10;

/** Entries of restricted keys that wait for a decision. */
export function WaitingList({ integrationId }: { integrationId: number }) {
  const waiting = useWaitingText();
  const mayChange = useMay('change-people');
  const [page, setPage] = useState(1);
  const params = { id: integrationId };
  const query = { page, perPage: PER_PAGE };
  const found = useQuery(routeQuery('GET /integrations/:id/waiting', { params, query })).data;
  const hasAny = (found?.total ?? 0) > 0;
  const counts = useQuery({
    ...routeQuery('GET /integrations/:id/waiting/counts', { params }),
    enabled: hasAny && mayChange,
  }).data;
  if (!found || !hasAny) return null;
  return (
    <Card title={waiting.title} text={waiting.text}>
      <div className="stack">
        {mayChange && counts && <DecideAll counts={counts} integrationId={integrationId} />}
        {mayChange && <p className="small quiet">{waiting.movingHint}</p>}
        <ul className="stack">
          {found.data.map((entry) => (
            <li key={entry.id}>
              <Entry waitingEntry={entry} integrationId={integrationId} />
            </li>
          ))}
        </ul>
        {found.totalPages > 1 && <Pager {...found} onPage={setPage} />}
      </div>
    </Card>
  );
}

type Person = WaitingEntry['people'][number];

function Entry({ waitingEntry, integrationId }: { waitingEntry: WaitingEntry; integrationId: number }) {
  const waiting = useWaitingText();
  const format = useFormat();
  const mayChange = useMay('change-people');
  const { id, entry, hrId, people } = waitingEntry;
  const decide = (body: Body<'POST /integrations/:id/waiting/:waitingId'>) => ({
    send: () =>
      call('POST /integrations/:id/waiting/:waitingId', {
        params: { id: integrationId, waitingId: id },
        body,
      }),
    done: waiting.decided,
  });
  const whereKnown = ({ hrId: number, listedBy }: Person) => {
    if (number !== null) return waiting.hasNumber(number);
    return listedBy.length > 0 ? waiting.listedBy(listedBy.join(', ')) : waiting.listedByNobody;
  };
  return (
    <div className="conflict">
      <div>
        <strong>{nameOf(entry)}</strong>, {format.day(entry.dateOfBirth)}
        <p className="small quiet">
          <EmailText email={entry.email} />, {waiting.number} <span className="mono">{hrId}</span>,{' '}
          {waiting.firstDay} {format.day(entry.startDate)}
        </p>
      </div>
      <div className="stack-s">
        <h3>{waiting.knownAs}</h3>
        {people.map((person) => (
          <div key={person.employeeId} className="row waiting-person">
            <div>
              <div>
                <Link href={`/employees/${person.employeeId}`}>{nameOf(person)}</Link>
              </div>
              <p className="small quiet">
                {format.day(person.dateOfBirth)}, {whereKnown(person)}
              </p>
              <Badge tone={person.fits ? 'good' : 'warn'}>
                {person.fits ? waiting.fits : waiting.differs}
              </Badge>
            </div>
            {mayChange && person.hrId === null && (
              <ConfirmedButton
                label={waiting.same(nameOf(person))}
                title={waiting.sameTitle(nameOf(person))}
                text={waiting.sameText(nameOf(person))}
                {...decide({ decision: 'same-person', employeeId: person.employeeId })}
              />
            )}
          </div>
        ))}
      </div>
      {mayChange && !people.some(({ fits, hrId: number }) => fits && number === null) && (
        <div className="row">
          <ConfirmedButton
            label={waiting.fresh}
            title={waiting.freshTitle}
            text={waiting.freshText(nameOf(entry), hrId)}
            {...decide({ decision: 'new-person' })}
          />
        </div>
      )}
    </div>
  );
}

function DecideAll({ counts, integrationId }: { counts: WaitingCounts; integrationId: number }) {
  const waiting = useWaitingText();
  const { samePerson, newPerson } = counts;
  const decide = (decision: 'same-person' | 'new-person', entries: number) => ({
    send: () =>
      call('POST /integrations/:id/waiting', {
        params: { id: integrationId },
        body: { decision, entries },
      }),
    done: ({ entries: decided }: { entries: number }) => waiting.allDone(decided),
  });
  return (
    <div className="row">
      {samePerson > 0 && (
        <ConfirmedButton
          kind="primary"
          label={waiting.allSame(samePerson)}
          title={waiting.allSameTitle}
          text={`${waiting.allSameText(samePerson)} ${waiting.allRest}`}
          {...decide('same-person', samePerson)}
        />
      )}
      {newPerson > 0 && (
        <ConfirmedButton
          label={waiting.allFresh(newPerson)}
          title={waiting.allFreshTitle}
          text={`${waiting.allFreshText(newPerson)} ${waiting.allRest}`}
          {...decide('new-person', newPerson)}
        />
      )}
    </div>
  );
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;
