import type { LimitedMail } from '../../platform/limits.ts';
import type { NotedFacts } from './render.ts';

/** The decision about a mail that is due, by the present data. */
export type Composed =
  | {
      to: string;
      facts: NotedFacts;
      /** Whether a bound holds for it, and which (docs/mail.md). */
      bound?: LimitedMail;
    }
  /** Its cause is gone. */
  | { drop: string }
  /** It is not to be sent now: somebody has to decide first. */
  | { wait: string };
