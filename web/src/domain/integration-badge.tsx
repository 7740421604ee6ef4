import { Badge, type Tone } from '../design/badge.tsx';
import { useMessages } from '../language/use-messages.ts';
import type { IntegrationStatus } from './vocabulary.ts';

const TONES: Record<IntegrationStatus, Tone> = {
  pending: 'info',
  connected: 'good',
  error: 'bad',
  disconnected: 'neutral',
};

export function IntegrationBadge({ status }: { status: IntegrationStatus }) {
  const { vocabulary } = useMessages();
  return <Badge tone={TONES[status]}>{vocabulary.integration[status]}</Badge>;
}
