import type { Document } from '../../../tickets/documents/documents-sql.ts';
import type { Writing } from '../csv.ts';
import { documentNameIn } from '../words.ts';

export function documentFile({ language, words, moment, whether }: Writing) {
  const { documents, person, employees, vocabulary, exports } = words;
  return {
    fileName: documents.title,
    headings: [
      exports.documentId,
      documents.document,
      documents.kind,
      documents.date,
      exports.downloadable,
      person.number,
      employees.firstName,
      employees.lastName,
    ],
    toRow: (document: Document) => [
      document.id,
      documentNameIn(document, language),
      vocabulary.documentKind[document.kind],
      moment(document.createdAt),
      whether(document.downloadable),
      document.employeeId,
      document.firstName,
      document.lastName,
    ],
  };
}
