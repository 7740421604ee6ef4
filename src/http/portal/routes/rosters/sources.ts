import { type Static, Type } from 'typebox';
import type { Transaction } from '../../../../platform/db/types.ts';
import { PLACES } from '../../../../platform/limits.ts';
import { Slots } from '../../../../platform/slots.ts';
import { inputsOf } from '../../../../rosters/pull/check-inputs.ts';
import { selectPulls } from '../../../../rosters/pull/pulls-sql.ts';
import { usualSchedule } from '../../../../rosters/pull/schedule.ts';
import {
  activateSource,
  discardDraft,
  draftSource,
  mapDraft,
  type Place,
  removeSource,
  setSchedule,
} from '../../../../rosters/pull/set-up-source.ts';
import { newDropPassword, readDropAccess } from '../../../../rosters/pull/sftp-drop/drop-access.ts';
import { SourceError } from '../../../../rosters/pull/source-error.ts';
import { offeredSystems, systemOf } from '../../../../rosters/pull/sources.ts';
import { selectSource } from '../../../../rosters/pull/sources-sql.ts';
import { surveySource } from '../../../../rosters/pull/survey-source.ts';
import { SYSTEM_NAMES, SYSTEMS } from '../../../../rosters/pull/systems.ts';
import type { App } from '../../../app.ts';
import { whileConnected } from '../../../limits/while-connected.ts';
import { idParameter, oneOf, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { requireIntegration } from '../../require-integration.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { noContent } from '../../schemas.ts';
import {
  absenceColumns,
  fieldKeys,
  MappedTypeSchema,
  OverviewSchema,
  PasswordSchema,
  SystemSchema,
  schedule,
  showAccess,
  showPortalPull,
  showSource,
  showSurvey,
  TestSchema,
} from './source-schemas.ts';

/** The HR system that the rosters of an integration are fetched from. No answer has what is secret. */
export function sourceRoutes(app: App, services: Needs<'config' | 'database' | 'sources'>): void {
  const { config, database, sources } = services;
  const { sql } = database;
  const tests = new Slots(PLACES.sourceTests);

  type IntegrationRequest = Parameters<typeof companyOf>[0] & { params: { id: number } };

  const placeOf = (request: IntegrationRequest): Place => ({
    companyId: companyOf(request),
    integrationId: request.params.id,
    actor: actorOf(request),
  });

  const overview = async ({
    companyId,
    integrationId: id,
  }: Pick<Place, 'companyId' | 'integrationId'>): Promise<{ data: Static<typeof OverviewSchema> }> => {
    const [active, draft, access, pulls] = await Promise.all([
      selectSource(sql, companyId, id, 'active'),
      selectSource(sql, companyId, id, 'draft'),
      readDropAccess(sql, sources.drops, { companyId, integrationId: id }),
      selectPulls(sql, companyId, id, 10),
    ]);
    return {
      data: {
        active: active ? showSource(active) : null,
        draft: draft ? showSource(draft) : null,
        access: showAccess(access),
        usualSchedule: usualSchedule(id),
        pulls: pulls.map((pull) => showPortalPull(pull, id, config.baseUrl)),
      },
    };
  };

  type Change = (tx: Transaction, place: Place) => Promise<void>;

  const change = async (request: IntegrationRequest, make: Change) => {
    const place = placeOf(request);
    await sql.begin((tx) => make(tx, place));
    return await overview(place);
  };

  const remove = async (request: IntegrationRequest, make: Change) => {
    await sql.begin((tx) => make(tx, placeOf(request)));
  };

  app.get(
    '/source-systems',
    {
      config: { access: 'portal-see-people' },
      schema: { response: { 200: record(Type.Object({ systems: Type.Array(SystemSchema) })) } },
    },
    async () => ({
      data: {
        systems: offeredSystems(sources).map((name) => ({
          name,
          listsLeavers: SYSTEMS[name].listsLeavers,
          isDropped: systemOf({ system: name }).isDropped ?? false,
          inputs: inputsOf(SYSTEMS[name], sources.allowsOwnServers).map(
            ({ name: input, kind, isRequired, choices = [], onlyWith }) => ({
              name: input,
              kind,
              isRequired,
              choices: [...choices],
              onlyWith: onlyWith ? { input: onlyWith.input, values: [...onlyWith.values] } : null,
            }),
          ),
        })),
      },
    }),
  );

  app.get(
    '/integrations/:id/source',
    {
      config: { access: 'portal-see-people' },
      preValidation: requireIntegration(sql),
      schema: { params: idParameter, response: { 200: record(OverviewSchema) } },
    },
    (request) => overview(placeOf(request)),
  );

  app.put(
    '/integrations/:id/source/draft',
    {
      config: { access: 'portal-change-people' },
      bodyLimit: 64 * 1024,
      schema: {
        params: idParameter,
        body: Type.Object({
          system: oneOf(SYSTEM_NAMES),
          values: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 20_000 })),
        }),
        response: { 200: record(OverviewSchema) },
      },
    },
    (request) => change(request, (tx, place) => draftSource(tx, sources, place, request.body)),
  );

  app.delete(
    '/integrations/:id/source/draft',
    {
      config: { access: 'portal-change-people' },
      schema: { params: idParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      await remove(request, discardDraft);
      return reply.code(204).send();
    },
  );

  app.post(
    '/integrations/:id/source/password',
    {
      config: { access: 'portal-change-people' },
      preValidation: requireIntegration(sql),
      schema: { params: idParameter, response: { 200: record(PasswordSchema) } },
    },
    async (request) => ({ data: await newDropPassword(sql, placeOf(request)) }),
  );

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
      const place = placeOf(request);
      const { showsValues, absenceTypeColumn } = request.body;
      try {
        const survey = await whileConnected(request.raw.socket, (signal) =>
          tests.use(
            place.companyId,
            () => surveySource(sql, sources, place, 'draft', { signal, absenceTypeColumn }),
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

  app.put(
    '/integrations/:id/source/draft/mapping',
    {
      config: { access: 'portal-change-people' },
      bodyLimit: 64 * 1024,
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
    (request) => change(request, (tx, place) => mapDraft(tx, place, request.body)),
  );

  app.post(
    '/integrations/:id/source/draft/activate',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: idParameter,
        body: Type.Object({ schedule }),
        response: { 200: record(OverviewSchema) },
      },
    },
    (request) => change(request, (tx, place) => activateSource(tx, place, request.body.schedule)),
  );

  app.patch(
    '/integrations/:id/source',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: idParameter,
        body: Type.Object({ schedule }),
        response: { 200: record(OverviewSchema) },
      },
    },
    (request) => change(request, (tx, place) => setSchedule(tx, place, request.body.schedule)),
  );

  app.delete(
    '/integrations/:id/source',
    {
      config: { access: 'portal-change-people' },
      schema: { params: idParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      await remove(request, removeSource);
      return reply.code(204).send();
    },
  );
}
