import { Readable } from 'node:stream';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { Type } from 'typebox';
import { triedTooOften } from '../../accounts/throttle.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { DROPS } from '../../platform/limits.ts';
import { refused } from '../../platform/refusals.ts';
import { openForRosters } from '../../rosters/accept/open-for-rosters.ts';
import { selectDropState } from '../../rosters/pull/file-drop/dropped-files-sql.ts';
import { countFile, takeFile } from '../../rosters/pull/file-drop/take-file.ts';
import { selectPull } from '../../rosters/pull/pulls-sql.ts';
import { companyOf, keyOf } from '../access.ts';
import type { App } from '../app.ts';
import { patienceWith } from '../limits/bodies-in-flight.ts';
import { readPatiently } from '../limits/patient-body.ts';
import { largerThan } from '../limits/whole-body.ts';
import { readPathId } from '../query.ts';
import { recordRefusals } from '../receive/receive-rosters.ts';
import { idParameter, record, ref } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { PullSchema, pullUrl, showPull } from './pulls.ts';
import { SYNC_PERMISSIONS } from './roster.ts';

const FILE_TYPE = 'application/octet-stream';

/** A file with everybody, of a system that cannot do more than send one. */
export async function droppedFileRoutes(
  app: App,
  services: Needs<'config' | 'database' | 'metrics' | 'rosterBodies' | 'wakePullWorker'>,
): Promise<void> {
  await app.register(async (scope: App) => putRoute(scope, services));
}

function putRoute(
  scope: App,
  services: Needs<'config' | 'database' | 'metrics' | 'rosterBodies' | 'wakePullWorker'>,
): void {
  const { config, database, rosterBodies, wakePullWorker } = services;
  const { sql } = database;
  const refusals = recordRefusals(scope, services);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  /** Checks the integration before a byte of the body is read. */
  const requireTakesFiles: preParsingAsyncHookHandler = async (request, _reply, payload) => {
    const companyId = companyOf(request);
    const integrationId = readPathId((request.params as { id: unknown }).id);
    refusals.begin(request, { companyId, integrationId, submitter: { keyId: keyOf(request), userId: null } });
    await openForRosters(sql, companyId, integrationId);
    if (!(await selectDropState(sql, { companyId, integrationId }))) throw refused('takes-no-files');
    const wait = await countFile(sql, { companyId, integrationId });
    if (wait !== undefined) throw triedTooOften(wait);
    return payload;
  };

  scope.put(
    '/hr-integrations/:id/file',
    {
      config: {
        access: [SYNC_PERMISSIONS],
        scoped: 'path',
        hasOwnSlots: true,
        problems: ['integration-disconnected', 'takes-no-files', 'too-many-unfinished-runs'],
      },
      preParsing: requireTakesFiles,
      onError: refusals.record,
      schema: {
        operationId: 'putFile',
        summary: 'Send a file with the complete roster',
        description:
          'For integrations that are connected with the source `file-drop`. The body is the file itself: CSV, XLSX, JSON or NDJSON, ' +
          `at most ${DROPS.fileBytes / 1024 ** 2} MiB, uncompressed. The service answers 202 once the file is stored durably, and reads it once, in the ` +
          'background; `Location` names the pull to follow. Sending the same file again on the same business date is safe: ' +
          'the answer is the same pull, unless that failed. While the source is being set up, the pull stays `queued`.',
        tags: ['HR integrations'],
        params: idParameter,
        querystring: Type.Object({
          name: Type.Optional(
            Type.String({
              ...{ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f/\\\\]+$' },
              description:
                'The name of the file, for people. `.ndjson` says that each line is a JSON object.',
            }),
          ),
        }),
        consumes: [FILE_TYPE],
        body: Type.Unsafe<Readable | null>({ contentMediaType: FILE_TYPE }),
        response: {
          202: {
            ...record(ref(PullSchema), 'The pull that reads the file.'),
            headers: { Location: { type: 'string', description: 'The pull.' } },
          },
        },
      },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      const { id: integrationId } = request.params;
      const offered = {
        ...{ companyId, integrationId, keyId: keyOf(request), origin: null },
        name: request.query.name ?? usualName(request),
      };
      using arriving = rosterBodies.begin(request.raw.socket, companyId);
      const chunks = arriving.bounded(bodyOf(request, config.rosterLimits.idleSeconds));
      const syncId = await takeFile(sql, offered, chunks);
      wakePullWorker(companyId);
      const pull = await selectPull(sql, companyId, integrationId, syncId);
      if (!pull) throw notFound();
      return reply
        .code(202)
        .header('Location', pullUrl(config.baseUrl, integrationId, syncId))
        .send({ data: showPull(pull, integrationId, config.baseUrl) });
    },
  );
}

function bodyOf({ body, headers }: FastifyRequest, idleSeconds: number): AsyncIterable<Buffer> {
  if (!(body instanceof Readable))
    throw new AppError('malformed-request', 'The request has no body. Send the file.');
  if (/^multipart\//i.test(headers['content-type'] ?? ''))
    throw new AppError('unsupported-media-type', 'Send the file itself, as curl -T does, and not a form.');
  if ((headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity')
    throw new AppError(
      'unsupported-media-type',
      'Send the file uncompressed. A workbook is compressed already.',
    );
  // Refused before it arrives.
  if (Number(headers['content-length']) > DROPS.fileBytes) throw largerThan(DROPS.fileBytes);
  return readPatiently(body, patienceWith(idleSeconds));
}

const usualName = ({ headers }: FastifyRequest) =>
  /^application\/(?:x-ndjson|jsonl)\b/i.test(headers['content-type'] ?? '') ? 'file.ndjson' : 'file';
