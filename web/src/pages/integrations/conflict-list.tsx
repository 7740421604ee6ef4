import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Messages } from '../../../../texts/en/portal/catalogue.ts';
import type { conflicts } from '../../../../texts/en/portal/conflicts.ts';
import { type Body, call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Conflict } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { EmailText } from '../../domain/email-text.tsx';
import { useConflictTexts } from '../../domain/use-conflict-texts.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';

type Decision = Body<'POST /integrations/:id/conflicts/:conflictId'>['decision'];

export function ConflictList({ integrationId }: { integrationId: number }) {
  const { conflicts } = useConflictTexts();
  const found =
    useQuery(routeQuery('GET /integrations/:id/conflicts', { params: { id: integrationId } })).data?.data ??
    [];
  if (found.length === 0) return null;
  return (
    <Card title={conflicts.title} text={conflicts.text}>
      <ul className="stack">
        {found.map((conflict) => (
          <li key={conflict.id}>
            <ConflictTable conflict={conflict} integrationId={integrationId} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ConflictTable({ conflict, integrationId }: { conflict: Conflict; integrationId: number }) {
  const { conflicts } = useConflictTexts();
  const { vocabulary } = useMessages();
  const mayChange = useMay('change-people');
  const { other } = conflict;
  const decisions: Decision[] = other ? ['exchange', 'same-person'] : ['same-person', 'new-person'];
  return (
    <div className="conflict">
      {other && <p className="strong">{conflicts.exchanged}</p>}
      <ListedNumber number={conflict} />
      {other && <ListedNumber number={other} />}
      {mayChange && (
        <div className="row">
          {decisions.map((decision) => (
            <ConfirmedButton
              key={decision}
              {...wordsOf(decision, conflict, conflicts, vocabulary.decision)}
              danger={decision === 'new-person'}
              send={() =>
                call('POST /integrations/:id/conflicts/:conflictId', {
                  params: { id: integrationId, conflictId: conflict.id },
                  body: { decision },
                })
              }
              done={conflicts.decided}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** What the record says about the number, and what the roster says. */
function ListedNumber({
  number: { hrId, record, entry },
}: {
  number: Pick<Conflict, 'hrId' | 'record' | 'entry'>;
}) {
  const { conflicts } = useConflictTexts();
  const { common, employees } = useMessages();
  const format = useFormat();
  const lines: [string, ReactNode, ReactNode][] = [
    [employees.firstName, record.firstName, entry.firstName],
    [employees.lastName, record.lastName, entry.lastName],
    [
      common.email,
      <EmailText key="record" email={record.email} />,
      <EmailText key="entry" email={entry.email} />,
    ],
    [employees.dateOfBirth, format.day(record.dateOfBirth), format.day(entry.dateOfBirth)],
  ];
  return (
    <table className="table">
      <caption className="conflict-number">
        {conflicts.number} <span className="mono">{hrId}</span>
      </caption>
      <thead>
        <tr>
          <th>
            <span className="hidden-visually">{conflicts.number}</span>
          </th>
          <th>
            <Link href={`/employees/${record.employeeId}`}>{conflicts.record}</Link>
          </th>
          <th>{conflicts.roster}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([label, before, after]) => (
          <tr key={label}>
            <td className="quiet">{label}</td>
            <td>{before}</td>
            <td className="strong">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

function wordsOf(
  decision: Decision,
  { record, entry, hrId, other }: Conflict,
  words: typeof conflicts,
  labels: Messages['vocabulary']['decision'],
): { title: string; text: string; label: string } {
  const name = nameOf(record);
  const otherName = other ? nameOf(other.record) : '';
  switch (decision) {
    case 'exchange':
      return {
        title: words.exchangeTitle,
        text: words.exchangeText(name, otherName),
        label: labels[decision],
      };
    case 'new-person':
      return {
        title: words.freshTitle,
        text: words.freshText(name, nameOf(entry), hrId),
        label: labels[decision],
      };
    case 'same-person':
      return other
        ? { title: words.bothSame, text: words.bothSameText(name, otherName), label: words.bothSame }
        : { title: words.sameTitle, text: words.sameText(name), label: labels[decision] };
  }
}
