import type { Pull } from '../api/routes.ts';
import { ProgressBar } from '../design/progress-bar.tsx';
import { useConnectText } from './use-connect-text.ts';

/** How far fetching is. Some systems do not tell how many people there are. */
export function PullProgress({ pull: { status, people, total }, label }: { pull: Pull; label: string }) {
  const connect = useConnectText();
  const note =
    status === 'queued'
      ? connect.waiting
      : total === null
        ? connect.soFar(people)
        : connect.outOf(people, total);
  return (
    <ProgressBar
      label={label}
      note={note}
      done={status === 'fetching' && total ? Math.min(people, total) : null}
      total={total || 100}
    />
  );
}
