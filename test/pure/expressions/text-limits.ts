/**
 * Expressions that are slow with long texts, and meet no text longer than this. They are tried with that length. For each the reason
 * why it need not be linear.
 */
export const TEXT_LIMITS: Readonly<Record<string, { length: number; why: string }>> = {
  '^(.+)\\1+$/s': { length: 4_096, why: "the operator's own settings, read at the start" },
};
