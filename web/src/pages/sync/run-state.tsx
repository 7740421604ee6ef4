import type { Run } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { HeldRun } from './held-run.tsx';
import { ManyLeft } from './many-left.tsx';

/** The state of a run, and the actions it allows. */
export function RunState({ run }: { run: Run }) {
  const { syncs } = useMessages();
  switch (run.status) {
    case 'queued':
      return <Callout>{syncs.queued}</Callout>;
    case 'running':
      return <Running run={run} />;
    case 'held':
      return <HeldRun run={run} />;
    case 'failed':
      return (
        <Callout tone="bad" title={syncs.failedTitle}>
          <p>{syncs.failedText(run.attempts)}</p>
          <p>{syncs.failedHelp}</p>
        </Callout>
      );
    case 'superseded':
      return <Callout>{syncs.supersededText}</Callout>;
    case 'discarded':
      return <Callout>{syncs.discardedText}</Callout>;
    case 'succeeded':
      return <ManyLeft run={run} />;
    default:
      return null;
  }
}

export function Running({ run: { progress } }: { run: Run }) {
  const { syncs } = useMessages();
  const format = useFormat();
  return (
    <div className="card card-body">
      <ProgressBar
        label={syncs.running}
        note={
          progress ? syncs.progress(format.number(progress.done), format.number(progress.total)) : undefined
        }
        done={progress?.done ?? null}
        total={progress?.total ?? 100}
      />
    </div>
  );
}
