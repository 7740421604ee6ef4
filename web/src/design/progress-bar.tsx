import { Progress } from '@base-ui/react/progress';
import './progress-bar.css';

export function ProgressBar({
  label,
  note,
  done,
  total,
}: {
  label: string;
  note?: string | undefined;
  /** Null: it is not known how far it is. */
  done: number | null;
  total: number;
}) {
  return (
    <Progress.Root className="stack-s" value={done} max={total}>
      <div className="row-between">
        <Progress.Label>{label}</Progress.Label>
        {note && <span className="numbers quiet">{note}</span>}
      </div>
      <Progress.Track className="progress">
        <Progress.Indicator className="progress-done" />
      </Progress.Track>
    </Progress.Root>
  );
}
