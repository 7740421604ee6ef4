import { Badge, type Tone } from '../../design/badge.tsx';
import type { Outcome } from '../../domain/vocabulary.ts';
import { useMessages } from '../../language/use-messages.ts';

const TONES: Record<Outcome, Tone> = {
  held: 'warn',
  conflict: 'warn',
  waiting: 'warn',
  added: 'good',
  adopted: 'good',
  rehired: 'good',
  renumbered: 'info',
  updated: 'info',
  unlinked: 'neutral',
  offboarded: 'bad',
};

export const OUTCOMES = Object.keys(TONES) as Outcome[];

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { vocabulary } = useMessages();
  return <Badge tone={TONES[outcome]}>{vocabulary.outcome[outcome]}</Badge>;
}
