import type { RecordedChange } from '../../../audit/list-changes.ts';
import type { Writing } from '../csv.ts';

export function auditFile({ words, moment }: Writing) {
  const { audit, vocabulary, log, exports } = words;
  return {
    fileName: audit.title,
    headings: [
      exports.entry,
      audit.when,
      exports.actorKind,
      audit.who,
      audit.what,
      exports.subject,
      audit.details,
    ],
    toRow: ({ id, at, actor, action, subjectType, subjectId, details }: RecordedChange) => [
      id,
      moment(at),
      vocabulary.actor[actor.type],
      actor.name,
      log[action],
      `${subjectType} ${subjectId ?? ''}`.trim(),
      JSON.stringify(details),
    ],
  };
}
