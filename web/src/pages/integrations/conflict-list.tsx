import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type Body, call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Conflict } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { EmailText } from '../../domain/email-text.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';

type Decision = Body<'POST /integrations/:id/conflicts/:conflictId'>['decision'];

export function ConflictList({ integrationId }: { integrationId: number }) {
  const { conflicts } = useMessages();
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
  const { conflicts, common, employees } = useMessages();
  const format = useFormat();
  const mayChange = useMayChange();
  const [asking, setAsking] = useState<Decision | null>(null);
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
        <ConfirmDecision
          decision={asking}
          conflict={conflict}
          integrationId={integrationId}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

function ConfirmDecision({
  decision,
  conflict,
  integrationId,
  onClose,
}: {
  decision: Decision;
  conflict: Conflict;
  integrationId: number;
  onClose: () => void;
}) {
  const { conflicts } = useMessages();
  const { record, entry, hrId } = conflict;
  const recordName = `${record.firstName} ${record.lastName}`;
  const isNew = decision === 'new-person';
  const decide = useChange({
    send: () =>
      call('POST /integrations/:id/conflicts/:conflictId', {
        params: { id: integrationId, conflictId: conflict.id },
        body: { decision },
      }),
    done: conflicts.decided,
    next: onClose,
  });
  return (
    <ConfirmDialog
      title={isNew ? conflicts.freshTitle : conflicts.sameTitle}
      text={
        isNew
          ? conflicts.freshText(recordName, `${entry.firstName} ${entry.lastName}`, hrId)
          : conflicts.sameText(recordName)
      }
      button={isNew ? conflicts.fresh : conflicts.same}
      danger={isNew}
      change={decide}
      onClose={onClose}
    />
  );
}
