import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/client.ts';
import { conflictsQuery } from '../../api/sync-queries.ts';
import type { Conflict, Decision } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { EmailText } from '../../domain/email-text.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';

export function ConflictList({ integrationId }: { integrationId: number }) {
  const { conflicts } = useMessages();
  const found = useQuery(conflictsQuery(integrationId)).data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <Card title={conflicts.title} text={conflicts.text}>
      <ul className="stack">
        {found.map((conflict) => (
          <li key={conflict.id}>
            <SideBySide conflict={conflict} integrationId={integrationId} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function SideBySide({ conflict, integrationId }: { conflict: Conflict; integrationId: number }) {
  const { conflicts, common, employees } = useMessages();
  const format = useFormat();
  const mayChange = useMayChange();
  const [asking, setAsking] = useState<Decision | null>(null);
  const decide = useChange({
    send: () =>
      api.post(`/integrations/${integrationId}/conflicts/${conflict.id}`, {
        decision: asking,
      }),
    done: conflicts.decided,
    next: () => setAsking(null),
  });
  const { record, entry } = conflict;
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
    <div className="conflict">
      <table className="table">
        <caption className="conflict-number">
          {conflicts.number} <span className="mono">{conflict.hrId}</span>
        </caption>
        <thead>
          <tr>
            <th aria-label={conflicts.number} />
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
      {mayChange && (
        <div className="row">
          <Button onClick={() => setAsking('same-person')}>{conflicts.same}</Button>
          <Button onClick={() => setAsking('new-person')}>{conflicts.fresh}</Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={asking === 'same-person' ? conflicts.sameTitle : conflicts.freshTitle}
          text={asking === 'same-person' ? conflicts.sameText : conflicts.freshText}
          button={asking === 'same-person' ? conflicts.same : conflicts.fresh}
          change={decide}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
