import type { Webhook } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { useWebhooksText } from './use-webhooks-text.ts';

const TONES = { active: 'good', failing: 'warn', disabled: 'bad', off: 'neutral' } as const;

export function StateBadge({ state }: Pick<Webhook, 'state'>) {
  const webhooks = useWebhooksText();
  return <Badge tone={TONES[state]}>{webhooks.state[state]}</Badge>;
}
