import type { Facts } from './render.ts';

/** What to do with a mail that is due, by the data of this moment. */
export type Composed =
  | { to: string; facts: Facts }
  /** Its cause is gone. */
  | { drop: string }
  /** It is not to be sent now. */
  | { wait: string };
