import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Body, call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { PossibleDuplicate } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { EmailText } from '../../domain/email-text.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';

type Decision = Body<'POST /integrations/:id/duplicates/:duplicateId'>['decision'];

/** Pairs of numbers that may be one person. */
export function DuplicateList({ integrationId }: { integrationId: number }) {
  const { duplicates } = useMessages();
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
  const { duplicates, conflicts } = useMessages();
  const format = useFormat();
  const mayChange = useMayChange();
  const [asking, setAsking] = useState<Decision | null>(null);
  const { entry, first, other } = pair;
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
          <Button onClick={() => setAsking('same-person')}>{conflicts.same}</Button>
          <Button onClick={() => setAsking('two-people')}>{duplicates.two}</Button>
        </div>
      )}
      {asking && (
        <ConfirmDecision
          decision={asking}
          pair={pair}
          integrationId={integrationId}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

function NumberLink({ hrId, employeeId }: PossibleDuplicate['first']) {
  const text = <span className="mono">{hrId}</span>;
  return employeeId === null ? text : <Link href={`/employees/${employeeId}`}>{text}</Link>;
}

function ConfirmDecision({
  decision,
  pair,
  integrationId,
  onClose,
}: {
  decision: Decision;
  pair: PossibleDuplicate;
  integrationId: number;
  onClose: () => void;
}) {
  const { duplicates, conflicts } = useMessages();
  const decide = useChange({
    send: () =>
      call('POST /integrations/:id/duplicates/:duplicateId', {
        params: { id: integrationId, duplicateId: pair.id },
        body: { decision },
      }),
    done: conflicts.decided,
    next: onClose,
  });
  const isSame = decision === 'same-person';
  const hasRecord = pair.other.employeeId !== null;
  return (
    <ConfirmDialog
      title={isSame ? conflicts.sameTitle : duplicates.twoTitle}
      text={isSame ? duplicates.sameText(pair.other.hrId, hasRecord) : duplicates.twoText(hasRecord)}
      button={isSame ? conflicts.same : duplicates.two}
      change={decide}
      onClose={onClose}
    />
  );
}
