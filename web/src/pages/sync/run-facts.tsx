import type { Run } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { useEarlierText } from '../../domain/use-earlier-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

export function RunFacts({ run }: { run: Run }) {
  const { syncs } = useMessages();
  const earlier = useEarlierText();
  const format = useFormat();
  const moment = (value: string | null) => (value ? format.moment(value) : '–');
  return (
    <Card title={syncs.facts}>
      <dl className="facts">
        <dt>{syncs.syncId}</dt>
        <dd className="mono">{run.syncId}</dd>
        {run.repeatsSyncId && (
          <div className="facts-pair">
            <dt>{earlier.repeats}</dt>
            <dd className="mono">{run.repeatsSyncId}</dd>
          </div>
        )}
        <dt>{syncs.entries}</dt>
        <dd className="numbers">{format.number(run.entryCount)}</dd>
        <dt>{syncs.accepted}</dt>
        <dd>{moment(run.acceptedAt)}</dd>
        <dt>{syncs.started}</dt>
        <dd>{moment(run.startedAt)}</dd>
        <dt>{syncs.finished}</dt>
        <dd>{moment(run.finishedAt)}</dd>
        <dt>{syncs.attempts}</dt>
        <dd className="numbers">{run.attempts}</dd>
        <dt>{syncs.resubmissions}</dt>
        <dd className="numbers">
          {run.resubmissions}
          {run.resubmittedDifferently && `, ${syncs.differently}`}
        </dd>
        {run.failure && (
          <div className="facts-pair">
            <dt>{syncs.failure}</dt>
            <dd lang="en">{run.failure}</dd>
          </div>
        )}
        {run.bodyDigest && (
          <div className="facts-pair">
            <dt>{syncs.digest}</dt>
            <dd className="mono">{run.bodyDigest}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
