import { type Static, Type } from 'typebox';
import { endOf, startOf } from '../../domain/calendar/dates.ts';
import type { ListOrder } from '../../platform/db/pages.ts';
import { noSuch } from '../../platform/errors.ts';
import { type Document, selectDocuments } from '../../tickets/documents/documents-sql.ts';
import { CONTENT_TYPES, FILE_TYPES } from '../../tickets/documents/file-types.ts';
import { type DocumentFilter, listDocuments } from '../../tickets/documents/list-documents.ts';
import { allOf, clientOf, companyOf, readerOf, scopeOf } from '../access.ts';
import type { App } from '../app.ts';
import {
  dateOrTimestamp,
  idParameter,
  link,
  listOf,
  listOfIds,
  listParameters,
  oneOf,
  record,
  recordId,
  ref,
  timestamp,
  toLink,
} from '../schemas.ts';
import { sendDownload } from '../send-download.ts';
import type { Needs } from '../services.ts';
import {
  changedSince,
  createListAnswers,
  listOfRecords,
  recordListParameters,
  updatedSince,
} from './lists.ts';

export const DocumentSchema = Type.Object(
  {
    id: recordId,
    employeeId: recordId,
    documentName: Type.String(),
    documentFileType: oneOf(FILE_TYPES),
    downloadable: Type.Boolean({ description: 'While false, a download is refused with 409.' }),
    createdAt: timestamp('When it was made.'),
    updatedAt: timestamp('When it last changed.'),
    resource: oneOf(['employee-document']),
    _links: Type.Object({ self: link('This document.'), employee: link('Whose it is.') }),
  },
  { $id: 'EmployeeDocument' },
);

export const LIST_OF_DOCUMENTS = listOfRecords(ref(DocumentSchema));

const filterProperties = {
  ...listParameters,
  downloadable: Type.Optional(Type.Boolean({ description: 'By `downloadable`.' })),
  documentFileTypes: listOf(FILE_TYPES, 'By `documentFileType`.'),
  updatedSince,
  createdFrom: dateOrTimestamp('Made at or after this moment. A date means its first moment in UTC.'),
  createdTo: dateOrTimestamp('Made at or before this moment. A date means the whole day in UTC.'),
};
export const documentFilters = Type.Object(filterProperties);
export const documentQuery = Type.Object({ ...filterProperties, ...recordListParameters });
export const allDocumentFilters = Type.Object({
  ...filterProperties,
  employeeIds: listOfIds('Only documents of these employees.'),
});

const file = Type.Unsafe<never>({ type: 'string', contentMediaType: 'application/octet-stream' });

export function employeeDocumentRoutes(
  app: App,
  services: Needs<'config' | 'database' | 'openDownload' | 'listCursors'>,
): void {
  const { database, config, openDownload } = services;
  const answerList = createListAnswers(services);

  app.get(
    '/employee-documents',
    {
      config: { access: allOf('view-employees'), scoped: 'records' },
      schema: {
        operationId: 'listDocuments',
        summary: 'List all documents',
        tags: ['Documents'],
        querystring: Type.Object({ ...allDocumentFilters.properties, ...recordListParameters }),
        response: { 200: LIST_OF_DOCUMENTS },
      },
    },
    async (request) => {
      const { filter } = toDocumentFilter(request.query);
      return await answerList(
        request,
        (sql, companyId, order) => listDocuments(sql, companyId, scopeOf(request), filter, order),
        (document) => showDocument(document, config.baseUrl),
      );
    },
  );

  app.get(
    '/employee-documents/:id',
    {
      config: { access: allOf('view-employees'), scoped: 'records' },
      schema: {
        operationId: 'getDocument',
        summary: "Get a document's metadata",
        tags: ['Documents'],
        params: idParameter,
        response: { 200: record(ref(DocumentSchema), 'The document, without its content.') },
      },
    },
    async (request) => {
      const { id } = request.params;
      const [document] = await selectDocuments(database.sql, companyOf(request), scopeOf(request), [id]);
      if (!document) throw noSuch('document', id);
      return { data: showDocument(document, config.baseUrl) };
    },
  );

  app.get(
    '/employee-documents/:id/download',
    {
      config: { access: allOf('view-employees'), scoped: 'records', problems: ['document-not-downloadable'] },
      schema: {
        operationId: 'downloadDocument',
        summary: 'Download a document',
        tags: ['Documents'],
        params: idParameter,
        produces: Object.values(CONTENT_TYPES),
        response: {
          200: {
            description: 'The file.',
            content: Object.fromEntries(Object.values(CONTENT_TYPES).map((type) => [type, { schema: file }])),
          },
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const asker = { reader: readerOf(request), client: clientOf(request) };
      return sendDownload(reply, await openDownload(asker, scopeOf(request), id));
    },
  );
}

export function toDocumentFilter(query: Static<typeof allDocumentFilters> & { cursor?: string }): {
  filter: DocumentFilter;
  order: ListOrder;
} {
  const { page, perPage, sortField, sortOrder, cursor: _, createdFrom, createdTo, ...others } = query;
  const { updatedSince: since, ...filter } = others;
  return {
    order: { page, perPage, sortField, sortOrder },
    filter: {
      ...filter,
      ...(since && { updatedSince: changedSince(since) }),
      ...(createdFrom && { createdFrom: startOf(createdFrom) }),
      ...(createdTo && { createdBefore: endOf(createdTo) }),
    },
  };
}

export function showDocument(document: Document, baseUrl: string): Static<typeof DocumentSchema> {
  return {
    id: document.id,
    employeeId: document.employeeId,
    documentName: document.name,
    documentFileType: document.fileType,
    downloadable: document.downloadable,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    resource: 'employee-document',
    _links: {
      self: toLink(`${baseUrl}/employee-documents/${document.id}`),
      employee: toLink(`${baseUrl}/employees/${document.employeeId}`),
    },
  };
}
