import { Badge, type Tone } from '../design/badge.tsx';
import { useMessages } from '../language/use-messages.ts';
import type { SubscriptionStatus } from './vocabulary.ts';

const LOOKS: Record<SubscriptionStatus, { tone: Tone; hollow?: true }> = {
  'no-subscription': { tone: 'neutral', hollow: true },
  scheduled: { tone: 'info' },
  active: { tone: 'good' },
  'scheduled-pause': { tone: 'warn', hollow: true },
  paused: { tone: 'warn' },
  'scheduled-cancellation': { tone: 'bad', hollow: true },
  cancelled: { tone: 'neutral' },
};

export function SubscriptionBadge({ status }: { status: SubscriptionStatus }) {
  const m = useMessages();
  return <Badge {...LOOKS[status]}>{m.vocabulary.subscription[status]}</Badge>;
}
