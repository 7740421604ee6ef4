import type { NamedChange } from '../../../domain/audit/name-entries.ts';
import type { Writing } from '../csv.ts';
import { sentenceIn } from '../words.ts';

/** One sentence for each entry, as the page shows it; the code and the details for programs. */
export function auditFile(writing: Writing) {
  const { audit, vocabulary, exports } = writing.words;
  return {
    fileName: audit.title,
    headings: [
      exports.entry,
      audit.when,
      audit.who,
      exports.actorKind,
      audit.what,
      exports.person,
      exports.code,
      audit.details,
    ],
    toRow: (entry: NamedChange) => [
      entry.id,
      writing.moment(entry.at),
      entry.actor.name,
      vocabulary.actor[entry.actor.type],
      sentenceIn(entry, writing),
      entry.person?.name ?? null,
      entry.action,
      JSON.stringify(entry.details),
    ],
  };
}
