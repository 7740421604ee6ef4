import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { recordView } from '../../../audit/record-view.ts';
import { addUpload, UPLOAD_BYTES_MAXIMUM } from '../../../documents/add-upload.ts';
import { listDocuments } from '../../../documents/list-documents.ts';
import { openDownload } from '../../../documents/open-download.ts';
import { type Document, selectDocuments } from '../../../documents/sql.ts';
import { withholdDocument } from '../../../documents/withhold-document.ts';
import { employeeExists } from '../../../employees/sql.ts';
import { AppError, notFound } from '../../../errors.ts';
import { WHOLE_COMPANY } from '../../../integrations/scope.ts';
import type { App } from '../../app.ts';
import { patienceWith } from '../../bodies-in-flight.ts';
import { attachment } from '../../content-disposition.ts';
import { SMALL_BODY_BYTES } from '../../json-bodies.ts';
import { readPatiently } from '../../patient-body.ts';
import {
  allDocumentFilters,
  DocumentSchema,
  documentFilters,
  showDocument,
  toDocumentFilter,
} from '../../routes/employee-documents.ts';
import { idParameter, oneOf, pageOf, record, toPage } from '../../schemas.ts';
import type { Services } from '../../services.ts';
import { largerThan, readWhole } from '../../whole-body.ts';
import { actorOf, companyOf, readerOf } from '../require-session.ts';
import { file, named } from '../schemas.ts';

const FILE_TYPE = 'application/octet-stream';
/** A file of which nothing arrives for this long is refused. */
const IDLE_SECONDS = 30;

const PortalDocument = named('EmployeeDocument', {
  ...DocumentSchema.properties,
  kind: oneOf(['upload', 'receipt', 'contract']),
  employeeName: Type.String(),
});

/** The name is a header and not part of the address, because proxies log addresses. */
const uploadHeaders = Type.Object({
  'x-file-name': Type.String({ description: 'Percent-encoded.' }),
  'x-downloadable': Type.Optional(oneOf(['true', 'false'])),
});

/** Unread. Null if the request has no body: the content type parser below runs only for requests with one. */
const uploadedFile = Type.Unsafe<Readable | null>({ contentMediaType: FILE_TYPE });

export async function documentRoutes(
  app: App,
  { config, database, documentBodies, makePdf }: Services,
): Promise<void> {
  const show = (document: Document): Static<typeof PortalDocument> => ({
    ...showDocument(document, config.baseUrl),
    kind: document.kind,
    employeeName: `${document.firstName} ${document.lastName}`,
  });
  const readOne = async (companyId: number, id: number) => {
    const [document] = await selectDocuments(database.sql, companyId, WHOLE_COMPANY, [id]);
    if (!document) throw notFound();
    return { data: show(document) };
  };
  const requireEmployee = async (request: FastifyRequest<{ Params: { id: number } }>) => {
    if (!(await employeeExists(database.sql, companyOf(request), WHOLE_COMPANY, request.params.id)))
      throw notFound();
  };

  app.get(
    '/documents',
    {
      config: { access: 'portal-viewer' },
      schema: { querystring: allDocumentFilters, response: { 200: pageOf(PortalDocument) } },
    },
    async (request) => {
      const { filter, order } = toDocumentFilter(request.query);
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listDocuments(sql, companyId, WHOLE_COMPANY, filter, order),
      );
      return toPage(found, order, show);
    },
  );

  app.get(
    '/employees/:id/documents',
    {
      config: { access: 'portal-viewer' },
      schema: {
        params: idParameter,
        querystring: documentFilters,
        response: { 200: pageOf(PortalDocument) },
      },
      preValidation: requireEmployee,
    },
    async (request) => {
      const { filter, order } = toDocumentFilter(request.query);
      const ofEmployee = { ...filter, employeeIds: [request.params.id] };
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listDocuments(sql, companyId, WHOLE_COMPANY, ofEmployee, order),
      );
      return toPage(found, order, show);
    },
  );

  app.patch(
    '/documents/:id',
    {
      bodyLimit: SMALL_BODY_BYTES,
      config: { access: 'portal-admin' },
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
      return await readOne(companyOf(request), id);
    },
  );

  app.get(
    '/documents/:id/download',
    { config: { access: 'portal-viewer' }, schema: { params: idParameter, response: { 200: file } } },
    async (request, reply) => {
      const download = await openDownload(
        database,
        readerOf(request),
        WHOLE_COMPANY,
        request.params.id,
        makePdf,
      );
      await recordView(database.sql, companyOf(request), {
        actor: actorOf(request),
        action: 'document-downloaded',
        subject: { type: 'document', id: request.params.id },
        details: { employeeId: download.employeeId },
      });
      return (
        reply
          .header('Content-Type', download.contentType)
          .header('Content-Length', download.size)
          .header('Content-Disposition', attachment(download.fileName))
          .header('Cache-Control', 'private, no-store')
          // Forces a download: an uploaded file must not run as a page of the portal's origin.
          .header('Content-Security-Policy', "sandbox; default-src 'none'")
          .send(download.bytes)
      );
    },
  );

  await app.register(async (uploads: App) => {
    uploads.removeAllContentTypeParsers();
    // The handler reads the file after all other checks have passed.
    uploads.addContentTypeParser(FILE_TYPE, (_request, payload, done) => done(null, payload));

    uploads.post(
      '/employees/:id/documents',
      {
        bodyLimit: UPLOAD_BYTES_MAXIMUM,
        config: { access: 'portal-admin' },
        schema: {
          params: idParameter,
          headers: uploadHeaders,
          body: uploadedFile,
          response: { 201: record(PortalDocument) },
        },
        preValidation: requireEmployee,
      },
      async (request, reply) => {
        const { headers } = request;
        const companyId = companyOf(request);
        const upload = {
          employeeId: request.params.id,
          name: fileName(headers['x-file-name']),
          downloadable: headers['x-downloadable'] !== 'false',
        };
        const id = await documentBodies.receive(
          request.raw.socket,
          companyId,
          async ({ bounded, signal }) => {
            const bytes = await readWhole(bounded(fileOf(request)), UPLOAD_BYTES_MAXIMUM);
            signal.throwIfAborted();
            return await database.sql.begin((tx) =>
              addUpload(tx, companyId, actorOf(request), { ...upload, bytes }),
            );
          },
        );
        return reply.code(201).send(await readOne(companyId, id));
      },
    );
  });
}

function fileOf({ body, headers }: FastifyRequest): AsyncIterable<Buffer> {
  if (!(body instanceof Readable))
    throw new AppError('unsupported-media-type', `Send the file itself, as ${FILE_TYPE}.`);
  // Refused before it arrives.
  if (Number(headers['content-length']) > UPLOAD_BYTES_MAXIMUM) throw largerThan(UPLOAD_BYTES_MAXIMUM);
  return readPatiently(body, patienceWith(IDLE_SECONDS));
}

function fileName(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    throw new AppError('malformed-request', 'The header X-File-Name is not valid percent-encoded UTF-8.');
  }
}
