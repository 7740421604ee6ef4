import type { Reason } from '../api/api-error.ts';
import { asWritten } from '../language/use-error-text.ts';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';

interface Refusal {
  reason: string;
  values: Record<string, unknown> | null;
  /** The English sentence. */
  message: string;
}

/** Why an action is refused for a person, in the reader's language if there is a text for it. */
export function useRefusalText(): (refusal: Refusal) => string {
  const { refusals } = useMessages();
  const format = useFormat();
  return ({ reason, values, message }) =>
    refusals[reason as Reason]?.(asWritten(textsIn(values), format)) ?? message;
}

function textsIn(values: Record<string, unknown> | null): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : String(value),
    ]),
  );
}
