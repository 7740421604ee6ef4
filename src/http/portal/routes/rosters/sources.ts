import { Type } from 'typebox';
import { inputsOf } from '../../../../rosters/pull/check-inputs.ts';
import { removeSource, setSchedule } from '../../../../rosters/pull/set-up-source.ts';
import { systemOf } from '../../../../rosters/pull/sources.ts';
import { SYSTEM_NAMES, SYSTEMS } from '../../../../rosters/pull/systems.ts';
import type { App } from '../../../app.ts';
import { idParameter, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { requireIntegration } from '../../require-integration.ts';
import { noContent } from '../../schemas.ts';
import { changeSource, integrationOf, readSourceOverview } from './source-overview.ts';
import { OverviewSchema, SystemSchema, schedule } from './source-schemas.ts';

/** The HR system that the rosters of an integration are fetched from. No answer has what is secret. */
export function sourceRoutes(app: App, services: Needs<'config' | 'database' | 'sources'>): void {
  const { database, sources } = services;
  const { sql } = database;

  app.get(
    '/source-systems',
    {
      config: { access: 'portal-see-people' },
      schema: { response: { 200: record(Type.Object({ systems: Type.Array(SystemSchema) })) } },
    },
    async () => ({
      data: {
        systems: SYSTEM_NAMES.map((name) => ({
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
    async (request) => ({ data: await readSourceOverview(services, integrationOf(request)) }),
  );

  app.patch(
    '/integrations/:id/source',
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
        setSchedule(tx, integration, request.body.schedule),
      ),
  );

  app.delete(
    '/integrations/:id/source',
    {
      config: { access: 'portal-change-people-confirmed' },
      schema: { params: idParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      await sql.begin((tx) => removeSource(tx, integrationOf(request)));
      return reply.code(204).send();
    },
  );
}
