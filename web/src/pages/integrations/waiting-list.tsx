import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { WaitingCounts, WaitingEntry } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { Pager } from '../../design/pager.tsx';
import { EmailText } from '../../domain/email-text.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';

const PER_PAGE = 10;

/** Entries of restricted keys that wait for a decision. */
export function WaitingList({ integrationId }: { integrationId: number }) {
  const { waiting } = useMessages();
  const mayChange = useMayChange();
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
        {found.total > PER_PAGE && (
          <Pager
            page={page}
            perPage={PER_PAGE}
            total={found.total}
            totalPages={found.totalPages}
            onPage={setPage}
          />
        )}
      </div>
    </Card>
  );
}

type Person = WaitingEntry['people'][number];

function Entry({ waitingEntry, integrationId }: { waitingEntry: WaitingEntry; integrationId: number }) {
  const { waiting } = useMessages();
  const format = useFormat();
  const mayChange = useMayChange();
  const [asking, setAsking] = useState<Person | 'new-person' | null>(null);
  const { entry, hrId, people } = waitingEntry;
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
              <Button onClick={() => setAsking(person)}>{waiting.same(nameOf(person))}</Button>
            )}
          </div>
        ))}
      </div>
      {mayChange && !people.some(({ fits, hrId: number }) => fits && number === null) && (
        <div className="row">
          <Button onClick={() => setAsking('new-person')}>{waiting.fresh}</Button>
        </div>
      )}
      {asking && (
        <ConfirmEntry
          choice={asking}
          waitingEntry={waitingEntry}
          integrationId={integrationId}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

function ConfirmEntry({
  choice,
  waitingEntry,
  integrationId,
  onClose,
}: {
  choice: Person | 'new-person';
  waitingEntry: WaitingEntry;
  integrationId: number;
  onClose: () => void;
}) {
  const { waiting } = useMessages();
  const { id, entry, hrId } = waitingEntry;
  const isNew = choice === 'new-person';
  const decide = useChange({
    send: () =>
      call('POST /integrations/:id/waiting/:waitingId', {
        params: { id: integrationId, waitingId: id },
        body: isNew ? { decision: 'new-person' } : { decision: 'same-person', employeeId: choice.employeeId },
      }),
    done: waiting.decided,
    next: onClose,
  });
  return (
    <ConfirmDialog
      title={isNew ? waiting.freshTitle : waiting.sameTitle(nameOf(choice))}
      text={isNew ? waiting.freshText(nameOf(entry), hrId) : waiting.sameText(nameOf(choice))}
      button={isNew ? waiting.fresh : waiting.same(nameOf(choice))}
      change={decide}
      onClose={onClose}
    />
  );
}

function DecideAll({ counts, integrationId }: { counts: WaitingCounts; integrationId: number }) {
  const { waiting } = useMessages();
  const [asking, setAsking] = useState<'same-person' | 'new-person' | null>(null);
  const entries = asking === 'same-person' ? counts.samePerson : counts.newPerson;
  const decide = useChange({
    send: () =>
      call('POST /integrations/:id/waiting', {
        params: { id: integrationId },
        body: { decision: asking ?? 'same-person', entries },
      }),
    done: ({ entries: decided }) => waiting.allDone(decided),
    next: () => setAsking(null),
  });
  const isSame = asking === 'same-person';
  return (
    <>
      <div className="row">
        {counts.samePerson > 0 && (
          <Button kind="primary" onClick={() => setAsking('same-person')}>
            {waiting.allSame(counts.samePerson)}
          </Button>
        )}
        {counts.newPerson > 0 && (
          <Button onClick={() => setAsking('new-person')}>{waiting.allFresh(counts.newPerson)}</Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={isSame ? waiting.allSameTitle : waiting.allFreshTitle}
          text={`${isSame ? waiting.allSameText(entries) : waiting.allFreshText(entries)} ${waiting.allRest}`}
          button={isSame ? waiting.allSame(entries) : waiting.allFresh(entries)}
          change={decide}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;
