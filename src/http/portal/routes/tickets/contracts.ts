import { Type } from 'typebox';
import { recordChange } from '../../../../domain/audit/record-change.ts';
import { recordView } from '../../../../domain/audit/record-view.ts';
import { runLongChange } from '../../../../domain/day/long-change.ts';
import { listUndeliverable } from '../../../../notifications/mail/read-refusal.ts';
import { rollBackAfter } from '../../../../platform/db/roll-back.ts';
import { notFound } from '../../../../platform/errors.ts';
import { noteLinkViewer } from '../../../../platform/links/link-viewers-sql.ts';
import { withLinks } from '../../../../tickets/contracts/contract-table.ts';
import {
  CONTRACT_STATES,
  type ListedContract,
  listContracts,
  pageOfContracts,
  readContracts,
} from '../../../../tickets/contracts/list-contracts.ts';
import { recordPaperAnswer } from '../../../../tickets/contracts/record-paper-answer.ts';
import { countReminders, remindOpen } from '../../../../tickets/contracts/remind-open.ts';
import { UPLOAD_BYTES_MAXIMUM } from '../../../../tickets/documents/add-upload.ts';
import { offerNewTerms } from '../../../../tickets/subscriptions/offer-new-terms.ts';
import { withdrawOffer } from '../../../../tickets/subscriptions/withdraw-offer.ts';
import type { App } from '../../../app.ts';
import { idParameter, listOf, oneOf, pageOf, record, recordId, timestamp, toPage } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { ContractSchema, showContract } from '../../contracts.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { contractFile } from '../../files/contracts.ts';
import { actorOf, companyOf, readerOf, sessionOf } from '../../require-session.ts';
import { file, named, pageParameters, searchParameter } from '../../schemas.ts';
import { acceptFiles, fileNameHeader, fileNameIn, receiveFile, uploadedFile } from '../../uploads.ts';

const filters = { statuses: listOf(CONTRACT_STATES, 'By `status`.'), ...searchParameter };
const offered = { 200: record(Type.Object({ offered: Type.Integer() })) };

/** How many people get a reminder or their first mail, and how many are left out and why. */
const Reminders = named('Reminders', {
  remind: Type.Integer(),
  offer: Type.Integer(),
  recent: Type.Integer(),
  undeliverable: Type.Integer(),
  paused: Type.Integer(),
});

/** Somebody whom mail does not reach. */
const Undeliverable = named('Undeliverable', {
  employeeId: recordId,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  at: timestamp('When the mail server refused the latest mail.'),
  reason: Type.String(),
});

const paperHeaders = Type.Object({ ...fileNameHeader, 'x-answer': oneOf(['accepted', 'rejected']) });

export async function contractRoutes(
  app: App,
  services: Needs<
    'database' | 'bulkWork' | 'dayWork' | 'walletLinks' | 'contractLink' | 'pageLink' | 'documentBodies'
  >,
): Promise<void> {
  listRoute(app, services);
  exportRoute(app, services);
  newTermsRoutes(app, services);
  reminderRoutes(app, services);
  withdrawRoute(app, services);
  await paperAnswerRoute(app, services);
}

function listRoute(
  app: App,
  services: Needs<'database' | 'walletLinks' | 'contractLink' | 'pageLink'>,
): void {
  const { database } = services;

  app.get(
    '/contracts',
    {
      config: { access: 'portal-see-people' },
      schema: {
        querystring: Type.Object({ ...pageParameters, ...filters }),
        response: { 200: pageOf(ContractSchema) },
      },
    },
    async (request) => {
      const { page, perPage, ...filter } = request.query;
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        pageOfContracts(sql, companyId, filter, { page, perPage }),
      );
      const shown = toPage(found, { page, perPage }, (one) =>
        showContract(one, sessionOf(request), services),
      );
      const seen = found.items.filter((_, index) => shown.data.data[index]?.link);
      await noteLinkViewer(database.sql, companyOf(request), actorOf(request), seen);
      if (seen.length > 0)
        await recordView(database.sql, companyOf(request), {
          actor: actorOf(request),
          action: 'contract-links-viewed',
          subject: { type: 'company', id: companyOf(request) },
          details: { people: seen.length },
        });
      return shown;
    },
  );
}

function exportRoute(app: App, { database, contractLink }: Needs<'database' | 'contractLink'>): void {
  app.get(
    '/contracts.csv',
    {
      config: { access: 'portal-change-people' },
      schema: {
        querystring: Type.Object({ ...filters, ...languageParameter }),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      await recordChange(database.sql, companyOf(request), {
        actor: actorOf(request),
        action: 'contract-links-exported',
        subject: { type: 'company', id: companyOf(request) },
      });
      const read = database.lists.batches(readerOf(request));
      const { language: _, ...filter } = request.query;
      const batches = withLinksOf(readContracts(read, companyOf(request), filter));
      async function* withLinksOf(found: AsyncGenerator<ListedContract[]>) {
        for await (const batch of found)
          yield await withLinks(database.sql, companyOf(request), batch, contractLink, actorOf(request));
      }
      const writing = writingFor(request);
      return await streamCsv(reply, writing, { ...contractFile(writing), batches });
    },
  );
}

function newTermsRoutes(app: App, { bulkWork }: Needs<'bulkWork'>): void {
  app.post(
    '/contracts/new-terms/preview',
    { config: { access: 'portal-change-people' }, schema: { response: offered } },
    async (request) => ({
      data: await bulkWork(request, companyOf(request), (bulk) =>
        rollBackAfter(bulk, (tx) => offerNewTerms(tx, companyOf(request), actorOf(request))),
      ),
    }),
  );

  app.post(
    '/contracts/new-terms',
    { config: { access: 'portal-change-people' }, schema: { response: offered } },
    async (request) => ({
      data: await bulkWork(request, companyOf(request), (bulk) =>
        runLongChange(bulk, companyOf(request), (tx) =>
          offerNewTerms(tx, companyOf(request), actorOf(request)),
        ),
      ),
    }),
  );
}

function reminderRoutes(app: App, { database }: Needs<'database'>): void {
  app.post(
    '/contracts/remind/preview',
    { config: { access: 'portal-change-people' }, schema: { response: { 200: record(Reminders) } } },
    async (request) => ({
      data: await database.lists.read(readerOf(request), countReminders),
    }),
  );

  app.post(
    '/contracts/remind',
    { config: { access: 'portal-change-people' }, schema: { response: { 200: record(Reminders) } } },
    async (request) => ({
      data: await database.sql.begin((tx) => remindOpen(tx, companyOf(request), actorOf(request))),
    }),
  );

  app.get(
    '/undeliverable',
    {
      config: { access: 'portal-see-people' },
      schema: { querystring: Type.Object(pageParameters), response: { 200: pageOf(Undeliverable) } },
    },
    async (request) => {
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listUndeliverable(sql, companyId, request.query),
      );
      return toPage(found, request.query, ({ at, ...person }) => ({ ...person, at: at.toISOString() }));
    },
  );
}

function withdrawRoute(
  app: App,
  services: Needs<'database' | 'dayWork' | 'walletLinks' | 'contractLink' | 'pageLink'>,
): void {
  const { database, dayWork } = services;

  app.post(
    '/contracts/:id/withdraw',
    {
      config: { access: 'portal-change-people' },
      schema: { params: idParameter, response: { 200: record(ContractSchema) } },
    },
    async (request) => {
      const companyId = companyOf(request);
      const { id } = request.params;
      await dayWork(request, companyId, (sql) =>
        sql.begin((tx) => withdrawOffer(tx, companyId, id, actorOf(request))),
      );
      const [contract] = await listContracts(database.sql, companyId, { ids: [id] });
      if (!contract) throw notFound();
      return { data: showContract(contract, sessionOf(request), services) };
    },
  );
}

async function paperAnswerRoute(
  app: App,
  services: Needs<'database' | 'dayWork' | 'documentBodies' | 'walletLinks' | 'contractLink' | 'pageLink'>,
): Promise<void> {
  const { database, dayWork } = services;

  await app.register(async (uploads: App) => {
    acceptFiles(uploads);

    uploads.post(
      '/contracts/:id/paper-answer',
      {
        bodyLimit: UPLOAD_BYTES_MAXIMUM,
        config: { access: 'portal-change-people', hasOwnSlots: true },
        schema: {
          params: idParameter,
          headers: paperHeaders,
          body: uploadedFile,
          response: { 200: record(ContractSchema) },
        },
        preValidation: async (request) => {
          if (
            (await listContracts(database.sql, companyOf(request), { ids: [request.params.id] })).length === 0
          )
            throw notFound();
        },
      },
      async (request) => {
        const { headers, params } = request;
        const companyId = companyOf(request);
        const scan = { answer: headers['x-answer'], name: fileNameIn(headers['x-file-name']) };
        await receiveFile(services, request, (bytes) =>
          dayWork(request, companyId, (sql) =>
            sql.begin((tx) =>
              recordPaperAnswer(tx, companyId, params.id, actorOf(request), { ...scan, bytes }),
            ),
          ),
        );
        const [contract] = await listContracts(database.sql, companyId, { ids: [params.id] });
        if (!contract) throw notFound();
        return { data: showContract(contract, sessionOf(request), services) };
      },
    );
  });
}
