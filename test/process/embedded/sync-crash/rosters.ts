import { entry } from '../../../database/support/syncing-company.ts';

/** A roster of the crash rounds: everybody it lists gets the last name of its generation. */
export interface Generation {
  readonly number: number;
  readonly syncId: string;
  readonly listed: ReadonlySet<string>;
  readonly body: string;
}

/** About one in ten is missing, another one each time: so people are added, leave and come back. */
export function makeGeneration(number: number, people: number, isLarge: boolean): Generation {
  const hrIds = Array.from({ length: people }, (_, index) => index)
    .filter((index) => (index * 7 + number * 3) % 10 !== 0)
    .map((index) => `P${index}`);
  // Long addresses make large bodies of few people.
  const profileImage = isLarge ? `https://pictures.example.com/${'x'.repeat(200)}` : null;
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

/** What must be in the database, by another way than the service: the rosters one after the other, in memory. */
export class Model {
  /** Everybody who was ever listed, with the last generation that did. */
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
