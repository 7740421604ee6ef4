import { Type } from 'typebox';
import { BODY_BYTES, SLOTS } from '../../../../platform/limits.ts';
import { Slots } from '../../../../platform/slots.ts';
import {
  activateSource,
  discardDraft,
  draftSource,
  mapDraft,
} from '../../../../rosters/pull/set-up-source.ts';
import { SourceError } from '../../../../rosters/pull/source-error.ts';
import { surveySource } from '../../../../rosters/pull/survey-source.ts';
import { SYSTEM_NAMES } from '../../../../rosters/pull/systems.ts';
import type { App } from '../../../app.ts';
import { whileConnected } from '../../../limits/while-connected.ts';
import { idParameter, oneOf, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { requireIntegration } from '../../require-integration.ts';
import { noContent } from '../../schemas.ts';
import { changeSource, integrationOf } from './source-overview.ts';
import {
  absenceColumns,
  fieldKeys,
  MappedTypeSchema,
  OverviewSchema,
  schedule,
  showSurvey,
  TestSchema,
} from './source-schemas.ts';

type ChangeNeeds = Needs<'config' | 'database' | 'sources'>;

/** A change of the source is a draft, which is tested and mapped, until it is activated. Only that asks for the password again. */
export function sourceDraftRoutes(app: App, services: ChangeNeeds): void {
  enterRoute(app, services);
  discardRoute(app, services);
  testRoute(app, services);
  mapRoute(app, services);
  activateRoute(app, services);
}

function enterRoute(app: App, services: ChangeNeeds): void {
  app.put(
    '/integrations/:id/source/draft',
    {
      config: { access: 'portal-change-people' },
      bodyLimit: BODY_BYTES.sourceDraft,
      schema: {
        params: idParameter,
        body: Type.Object({
          system: oneOf(SYSTEM_NAMES),
          values: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 20_000 })),
        }),
        response: { 200: record(OverviewSchema) },
      },
    },
    (request) =>
      changeSource(services, request, (tx, integration) =>
        draftSource(tx, services.sources, integration, request.body),
      ),
  );
}

function discardRoute(app: App, { database }: Needs<'database'>): void {
  app.delete(
    '/integrations/:id/source/draft',
    {
      config: { access: 'portal-change-people' },
      schema: { params: idParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      await database.sql.begin((tx) => discardDraft(tx, integrationOf(request)));
      return reply.code(204).send();
    },
  );
}

function testRoute(app: App, { database, sources }: Needs<'database' | 'sources'>): void {
  const { sql } = database;
  const tests = new Slots(SLOTS.sourceTests);

  app.post(
    '/integrations/:id/source/draft/test',
    {
      config: { access: 'portal-change-people' },
      preValidation: requireIntegration(sql),
      schema: {
        params: idParameter,
        body: Type.Object({
          // Whether the values of the samples are shown. They are personal data.
          showsValues: Type.Boolean(),
          // Of files: the column whose types are listed, instead of the one that is guessed.
          absenceTypeColumn: Type.Optional(Type.String({ maxLength: 500 })),
        }),
        response: { 200: record(TestSchema) },
      },
    },
    async (request) => {
      const integration = integrationOf(request);
      const { showsValues, absenceTypeColumn } = request.body;
      try {
        const survey = await whileConnected(request.raw.socket, (signal) =>
          tests.use(
            integration.companyId,
            () => surveySource(sql, sources, integration, 'draft', { signal, absenceTypeColumn }),
            signal,
          ),
        );
        return { data: { survey: showSurvey(survey, showsValues), problem: null } };
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        const { code, detail, field = null, right = null } = error;
        return { data: { survey: null, problem: { code, detail, field, right } } };
      }
    },
  );
}

function mapRoute(app: App, services: ChangeNeeds): void {
  app.put(
    '/integrations/:id/source/draft/mapping',
    {
      config: { access: 'portal-change-people' },
      bodyLimit: BODY_BYTES.sourceDraft,
      schema: {
        params: idParameter,
        body: Type.Object({
          fields: fieldKeys,
          absenceTypes: Type.Array(MappedTypeSchema, { maxItems: 200 }),
          absenceColumns: Type.Optional(absenceColumns),
        }),
        response: { 200: record(OverviewSchema) },
      },
    },
    (request) =>
      changeSource(services, request, (tx, integration) => mapDraft(tx, integration, request.body)),
  );
}

function activateRoute(app: App, services: ChangeNeeds): void {
  app.post(
    '/integrations/:id/source/draft/activate',
    {
      config: { access: 'portal-change-people-confirmed' },
      schema: {
        params: idParameter,
        body: Type.Object({ schedule }),
        response: { 200: record(OverviewSchema) },
      },
    },
    (request) =>
      changeSource(services, request, (tx, integration) =>
        activateSource(tx, integration, request.body.schedule),
      ),
  );
}
