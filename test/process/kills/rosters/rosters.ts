import { entry } from '../../../database/support/entry.ts';

/** A roster of the crash rounds: every listed person gets the last name of its generation. */
export interface Generation {
  readonly number: number;
  readonly syncId: string;
  readonly listed: ReadonlySet<string>;
  readonly body: string;
}

/** Omits about one person in ten, different ones each time, so that people are added, leave and return. */
export function makeGeneration(number: number, people: number, isLarge: boolean): Generation {
  const hrIds = Array.from({ length: people }, (_, index) => index)
    .filter((index) => (index * 7 + number * 3) % 10 !== 0)
    .map((index) => `P${index}`);
  // Long addresses make a large body of few entries.
  const profileImage = isLarge ? `https://pictures.example.com/${'x'.repeat(1_000)}` : null;
  const syncId = `generation-${number}`;
  const employees = hrIds.map((hrId) => entry(hrId, { lastName: lastNameOf(number), profileImage }));
  return { number, syncId, listed: new Set(hrIds), body: JSON.stringify({ syncId, employees }) };
}

export const lastNameOf = (generation: number) => `Generation${generation}`;

export interface Applied {
  readonly added: number;
  readonly rehired: number;
  readonly updated: number;
  readonly offboarded: number;
}

/**
 * The expected content of the database, computed independently of the service by applying the rosters in
 * memory.
 */
export class Model {
  /** Every person who was ever listed, with the last generation that listed them. */
  readonly people = new Map<string, number>();
  present: ReadonlySet<string> = new Set();

  apply({ number, listed }: Generation): Applied {
    const before = this.present;
    const counts = { added: 0, rehired: 0, updated: 0, offboarded: 0 };
    for (const hrId of listed) {
      if (before.has(hrId)) counts.updated++;
      else if (this.people.has(hrId)) counts.rehired++;
      else counts.added++;
      this.people.set(hrId, number);
    }
    for (const hrId of before) if (!listed.has(hrId)) counts.offboarded++;
    this.present = listed;
    return counts;
  }
}
