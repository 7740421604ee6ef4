import { Badge, type Tone } from '../design/badge.tsx';
import { useMessages } from '../language/use-messages.ts';
import type { LastSyncStatus } from './vocabulary.ts';

const TONES: Record<LastSyncStatus, Tone> = {
  never: 'neutral',
  queued: 'info',
  running: 'info',
  held: 'warn',
  succeeded: 'good',
  failed: 'bad',
  discarded: 'neutral',
  superseded: 'neutral',
};

export function RunBadge({ status }: { status: LastSyncStatus }) {
  const m = useMessages();
  return <Badge tone={TONES[status]}>{m.vocabulary.run[status]}</Badge>;
}
