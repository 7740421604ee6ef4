import type { Pace } from '../api/routes.ts';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';
import { paceText } from './pace-text.ts';

export function usePaceText(): (pace: Pace) => string {
  const { integrations } = useMessages();
  const format = useFormat();
  return (pace) => paceText(pace, integrations.pace, format);
}
