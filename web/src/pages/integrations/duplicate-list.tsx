import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { type Body, call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { PossibleDuplicate } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { EmailText } from '../../domain/email-text.tsx';
import { useConflictTexts } from '../../domain/use-conflict-texts.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';

type Decision = Body<'POST /integrations/:id/duplicates/:duplicateId'>['decision'];

/** Pairs of numbers that may be one person. */
export function DuplicateList({ integrationId }: { integrationId: number }) {
  const { duplicates } = useConflictTexts();
  const found =
    useQuery(routeQuery('GET /integrations/:id/duplicates', { params: { id: integrationId } })).data?.data ??
    [];
  if (found.length === 0) return null;
  return (
    <Card title={duplicates.title} text={duplicates.text}>
      <ul className="stack">
        {found.map((pair) => (
          <li key={pair.id}>
            <Pair pair={pair} integrationId={integrationId} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Pair({ pair, integrationId }: { pair: PossibleDuplicate; integrationId: number }) {
  const { duplicates, conflicts } = useConflictTexts();
  const { vocabulary } = useMessages();
  const format = useFormat();
  const mayChange = useMay('change-people');
  const { entry, first, other } = pair;
  const hasRecord = other.employeeId !== null;
  const decide = (decision: Decision) => ({
    send: () =>
      call('POST /integrations/:id/duplicates/:duplicateId', {
        params: { id: integrationId, duplicateId: pair.id },
        body: { decision },
      }),
    done: conflicts.decided,
  });
  return (
    <div className="conflict">
      <p className="strong">
        {entry.firstName} {entry.lastName}
      </p>
      <p>
        <EmailText email={entry.email} />, {format.day(entry.dateOfBirth)}
      </p>
      <p>
        {duplicates.numbers} <NumberLink {...first} /> {duplicates.and} <NumberLink {...other} />
      </p>
      {mayChange && (
        <div className="row">
          <ConfirmedButton
            label={vocabulary.decision['same-person']}
            title={conflicts.sameTitle}
            text={duplicates.sameText(other.hrId, hasRecord)}
            {...decide('same-person')}
          />
          <ConfirmedButton
            label={vocabulary.decision['two-people']}
            title={duplicates.twoTitle}
            text={duplicates.twoText(hasRecord)}
            {...decide('two-people')}
          />
        </div>
      )}
    </div>
  );
}

function NumberLink({ hrId, employeeId }: PossibleDuplicate['first']) {
  const text = <span className="mono">{hrId}</span>;
  return employeeId === null ? text : <Link href={`/employees/${employeeId}`}>{text}</Link>;
}
