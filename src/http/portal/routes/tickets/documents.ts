import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { WHOLE_COMPANY } from '../../../../domain/access/scope.ts';
import { recordChange } from '../../../../domain/audit/record-change.ts';
import { recordView } from '../../../../domain/audit/record-view.ts';
import { employeeExists } from '../../../../people/employees/employees-sql.ts';
import type { Pool } from '../../../../platform/db/types.ts';
import { notFound } from '../../../../platform/errors.ts';
import { addUpload, UPLOAD_BYTES_MAXIMUM } from '../../../../tickets/documents/add-upload.ts';
import { type Document, selectDocuments } from '../../../../tickets/documents/documents-sql.ts';
import { listDocuments, readDocuments } from '../../../../tickets/documents/list-documents.ts';
import { withholdDocument } from '../../../../tickets/documents/withhold-document.ts';
import { zipDocuments } from '../../../../tickets/documents/zip-documents.ts';
import type { App } from '../../../app.ts';
import {
  allDocumentFilters,
  DocumentSchema,
  documentFilters,
  showDocument,
  toDocumentFilter,
} from '../../../routes/employee-documents.ts';
import { idParameter, listOf, oneOf, pageOf, record, toPage } from '../../../schemas.ts';
import { sendDownload } from '../../../send-download.ts';
import type { Needs } from '../../../services.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { documentFile } from '../../files/documents.ts';
import { actorOf, clientOf, companyOf, readerOf } from '../../require-session.ts';
import { file, named, searchParameter } from '../../schemas.ts';
import { acceptFiles, fileNameHeader, fileNameIn, receiveFile, uploadedFile } from '../../uploads.ts';
import { streamZip } from '../../zip.ts';

const PortalDocument = named('EmployeeDocument', {
  ...DocumentSchema.properties,
  kind: oneOf(['upload', 'receipt', 'contract']),
  employeeName: Type.String(),
  /** False for a contract that was not accepted: it can never be downloaded. */
  isFinal: Type.Boolean(),
});

const uploadHeaders = Type.Object({
  ...fileNameHeader,
  'x-downloadable': Type.Optional(oneOf(['true', 'false'])),
});

/** The portal's own filters, beside those of the public API. */
const portalFilters = {
  kinds: listOf(['upload', 'receipt', 'contract'], 'By `kind`.'),
  month: Type.Optional(
    Type.String({
      format: 'month',
      description: 'Receipts of the statement of this month, and contracts accepted in it.',
    }),
  ),
  ...searchParameter,
};
const listFilters = Type.Object({ ...allDocumentFilters.properties, ...portalFilters });

function toFilter({ kinds, month, search, ...query }: Static<typeof listFilters>) {
  const { filter, order } = toDocumentFilter(query);
  const more = { ...(kinds && { kinds }), ...(month && { month: `${month}-01` }), ...(search && { search }) };
  return { filter: { ...filter, ...more }, order };
}

export async function documentRoutes(
  app: App,
  services: Needs<'config' | 'database' | 'longFileWork' | 'makePdf' | 'openDownload' | 'documentBodies'>,
): Promise<void> {
  listRoutes(app, services);
  exportRoutes(app, services);
  withholdRoute(app, services);
  downloadRoute(app, services);
  await uploadRoute(app, services);
}

function listRoutes(app: App, { config, database }: Needs<'config' | 'database'>): void {
  app.get(
    '/documents',
    {
      config: { access: 'portal-see-people' },
      schema: { querystring: listFilters, response: { 200: pageOf(PortalDocument) } },
    },
    async (request) => {
      const { filter, order } = toFilter(request.query);
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listDocuments(sql, companyId, WHOLE_COMPANY, filter, order),
      );
      return toPage(found, order, (document) => show(document, config.baseUrl));
    },
  );

  app.get(
    '/employees/:id/documents',
    {
      config: { access: 'portal-see-people' },
      schema: {
        params: idParameter,
        querystring: documentFilters,
        response: { 200: pageOf(PortalDocument) },
      },
      preValidation: (request) => requireEmployee(database.sql, request),
    },
    async (request) => {
      const { filter, order } = toDocumentFilter(request.query);
      const ofEmployee = { ...filter, employeeIds: [request.params.id] };
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listDocuments(sql, companyId, WHOLE_COMPANY, ofEmployee, order),
      );
      return toPage(found, order, (document) => show(document, config.baseUrl));
    },
  );
}

function exportRoutes(
  app: App,
  { database, longFileWork, makePdf }: Needs<'database' | 'longFileWork' | 'makePdf'>,
): void {
  app.get(
    '/documents.csv',
    {
      config: { access: 'portal-see-people' },
      schema: {
        querystring: Type.Object({ ...listFilters.properties, ...languageParameter }),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      const { language: _, ...query } = request.query;
      await recordChange(database.sql, companyId, {
        actor: actorOf(request),
        action: 'documents-exported',
        subject: { type: 'company', id: companyId },
      });
      const batches = readDocuments(
        database.lists.batches(readerOf(request)),
        companyId,
        toFilter(query).filter,
      );
      const writing = writingFor(request);
      return await streamCsv(reply, writing, { ...documentFile(writing), batches });
    },
  );

  app.get(
    '/documents.zip',
    {
      config: { access: 'portal-change-people' },
      schema: {
        querystring: Type.Object({
          kind: oneOf(['receipt', 'contract']),
          month: portalFilters.month,
          ...languageParameter,
        }),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      const { kind, month } = request.query;
      const { documents } = writingFor(request).words;
      await recordChange(database.sql, companyId, {
        actor: actorOf(request),
        action: 'documents-exported',
        subject: { type: 'company', id: companyId },
        details: { kind, ...(month && { month }) },
      });
      const filter = { kinds: [kind], ...(month && { month: `${month}-01` }) };
      return await streamZip(
        request,
        reply,
        { work: longFileWork, companyId },
        {
          fileName: `${[documents.kinds[kind], month].filter(Boolean).join(' ')}.zip`,
          open: () => zipDocuments(database, readerOf(request), filter, makePdf),
        },
      );
    },
  );
}

function withholdRoute(app: App, { config, database }: Needs<'config' | 'database'>): void {
  app.patch(
    '/documents/:id',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: idParameter,
        body: Type.Object({ withheld: Type.Boolean() }),
        response: { 200: record(PortalDocument) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { withheld } = request.body;
      await database.sql.begin((tx) =>
        withholdDocument(tx, companyOf(request), id, actorOf(request), withheld),
      );
      return await readOne(database.sql, companyOf(request), id, config.baseUrl);
    },
  );
}

function downloadRoute(app: App, { database, openDownload }: Needs<'database' | 'openDownload'>): void {
  app.get(
    '/documents/:id/download',
    { config: { access: 'portal-see-people' }, schema: { params: idParameter, response: { 200: file } } },
    async (request, reply) => {
      const download = await openDownload(
        { reader: readerOf(request), client: clientOf(request) },
        WHOLE_COMPANY,
        request.params.id,
      );
      await recordView(database.sql, companyOf(request), {
        actor: actorOf(request),
        action: 'document-downloaded',
        subject: { type: 'document', id: request.params.id },
        details: { employeeId: download.employeeId },
      }).catch((error: unknown) => {
        download.bytes.destroy();
        throw error;
      });
      return sendDownload(reply, download);
    },
  );
}

async function uploadRoute(
  app: App,
  services: Needs<'config' | 'database' | 'documentBodies'>,
): Promise<void> {
  const { config, database } = services;

  await app.register(async (uploads: App) => {
    acceptFiles(uploads);

    uploads.post(
      '/employees/:id/documents',
      {
        bodyLimit: UPLOAD_BYTES_MAXIMUM,
        config: { access: 'portal-change-people', hasOwnSlots: true },
        schema: {
          params: idParameter,
          headers: uploadHeaders,
          body: uploadedFile,
          response: { 201: record(PortalDocument) },
        },
        preValidation: (request) => requireEmployee(database.sql, request),
      },
      async (request, reply) => {
        const { headers } = request;
        const companyId = companyOf(request);
        const upload = {
          employeeId: request.params.id,
          name: fileNameIn(headers['x-file-name']),
          downloadable: headers['x-downloadable'] !== 'false',
        };
        const id = await receiveFile(services, request, (bytes) =>
          database.sql.begin((tx) => addUpload(tx, companyId, actorOf(request), { ...upload, bytes })),
        );
        return reply.code(201).send(await readOne(database.sql, companyId, id, config.baseUrl));
      },
    );
  });
}

function show(document: Document, baseUrl: string): Static<typeof PortalDocument> {
  return {
    ...showDocument(document, baseUrl),
    kind: document.kind,
    isFinal: document.isFinal,
    employeeName: `${document.firstName} ${document.lastName}`,
  };
}

async function readOne(sql: Pool, companyId: number, id: number, baseUrl: string) {
  const [document] = await selectDocuments(sql, companyId, WHOLE_COMPANY, [id]);
  if (!document) throw notFound();
  return { data: show(document, baseUrl) };
}

async function requireEmployee(
  sql: Pool,
  request: FastifyRequest<{ Params: { id: number } }>,
): Promise<void> {
  if (!(await employeeExists(sql, companyOf(request), WHOLE_COMPANY, request.params.id))) throw notFound();
}
