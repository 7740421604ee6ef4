/** The service says why it refuses in English. A rule turns such a sentence into one of the reader's language. */
export interface RefusalRule {
  said: RegExp;
  means: (...parts: string[]) => string;
}

export const refusals: RefusalRule[] = [];
