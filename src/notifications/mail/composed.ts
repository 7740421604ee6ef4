import type { LimitedMail } from '../../platform/limits.ts';
import type { Facts } from './render.ts';

/** The decision about a mail that is due, by the present data. */
export type Composed =
  | {
      to: string;
      facts: Facts;
      /** Whether a bound holds for it, and which (docs/mail.md). */
      bound?: LimitedMail;
    }
  /** Its cause is gone. */
  | { drop: string }
  /** It is not to be sent now: somebody has to decide first. */
  | { wait: string };
