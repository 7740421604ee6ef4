import type { UploadProgress } from '../../api/upload.ts';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { useFormat } from '../../language/use-format.ts';

/** Where each stage begins and ends, in percent: of 20,000 new people, most time goes into working out subscriptions. */
const STAGES = {
  upload: [0, 8],
  read: [8, 15],
  planning: [15, 30],
  people: [30, 32],
  subscriptions: [32, 100],
} as const;

export function CheckProgress({ progress }: { progress: UploadProgress | null }) {
  const roster = useRosterText();
  const format = useFormat();
  const { step, part } = stageOf(progress);
  const [from, to] = STAGES[step];
  const label =
    step === 'subscriptions' && progress
      ? roster.progress.subscriptions(format.number(progress.done), format.number(progress.total))
      : step === 'subscriptions'
        ? ''
        : roster.progress[step];
  return <ProgressBar label={label} done={from + (to - from) * part} total={100} />;
}

/** Once everything has been sent, the service reads, and tells nothing until it compares. */
function stageOf(progress: UploadProgress | null): { step: keyof typeof STAGES; part: number } {
  if (!progress) return { step: 'upload', part: 0 };
  const part = progress.total === 0 ? 1 : progress.done / progress.total;
  if (progress.step === 'upload' && part >= 1) return { step: 'read', part: 0 };
  return { step: progress.step, part };
}
