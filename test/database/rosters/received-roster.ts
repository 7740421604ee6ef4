import { EntryLines } from '../../../src/rosters/receive/entry-lines.ts';
import type { ReceivedRoster } from '../../../src/rosters/receive/incoming-roster.ts';
import type { Entry } from '../support/entry.ts';

/** Returns the roster as the service reads it from a request. */
export function receivedRoster(syncId: string, people: readonly Entry[]): ReceivedRoster {
  const lines = new EntryLines();
  for (const [position, one] of people.entries())
    lines.append({
      ...{ ...one, position, profileImage: null, terminationDate: null, autoSync: null },
      ...{ absences: [], payroll: null },
    });
  return {
    syncId,
    body: { digest: Buffer.alloc(32), bytes: 0, syncIdAt: null, absenceTypes: {} },
    entryCount: people.length,
    warnings: [],
    lines: lines.text(),
    upload: undefined,
    keepsAbsences: false,
  };
}
