import type { Random } from '../support/random.ts';
import type { Held } from './hold.ts';
import type { Installation } from './installation.ts';
import type { KindName } from './names.ts';

/** A kind of work that kills interrupt. */
export interface Kind {
  readonly name: KindName;
  /** A job of the ticker does it: it begins when a node starts. */
  readonly beginsWithNode?: true;
  /** It needs databases of its own on the server. */
  readonly needsOwnDatabases?: true;
  /** Makes the companies and servers of the work, before the first node starts. */
  prepare(installation: Installation): Promise<Work>;
}

export interface Work {
  /** Gives the service something to do, and does not wait for it. The work before is at its end. */
  start(random: Random): Promise<void>;
  /** Makes the work that starts next wait at a moment that a kill seldom meets, until it is released. */
  hold?(random: Random): Promise<Held>;
  /** Called just before a kill, if nothing tells afterwards whether the work had begun. */
  look?(): Promise<void>;
  /** Kills the process that does the work, if it is not a node. */
  kill?(): Promise<void>;
  /** Called after a kill, before a killed node starts again. Returns whether the work had begun and was not at its end. */
  wasInterrupted(): Promise<boolean>;
  isDone(): Promise<boolean>;
  /** Throws a `Fault` if a law is broken. The work is at its end. */
  check(): Promise<void>;
}
