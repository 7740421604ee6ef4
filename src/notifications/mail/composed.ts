import type { BoundedMail } from '../../domain/mail-queue/bounds.ts';
import type { Facts } from './render.ts';

/** What to do with a mail that is due, by the data of this moment. */
export type Composed =
  | {
      to: string;
      facts: Facts;
      /** Whether a bound holds for it, and which (docs/mail.md). */
      bound?: BoundedMail;
    }
  /** Its cause is gone. */
  | { drop: string }
  /** It is not to be sent now: somebody has to decide first. */
  | { wait: string };
