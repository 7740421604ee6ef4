import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { knownKind } from '../../../src/domain/person/absence-kinds.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import { type PullResult, pullRoster } from '../../../src/rosters/pull/pull-roster.ts';
import { claimPulls } from '../../../src/rosters/pull/pulls-sql.ts';
import type { Schedule } from '../../../src/rosters/pull/schedule.ts';
import {
  activateSource,
  type ChangedIntegration,
  draftSource,
  mapDraft,
} from '../../../src/rosters/pull/set-up-source.ts';
import { createSources, type Sources } from '../../../src/rosters/pull/sources.ts';
import { surveySource } from '../../../src/rosters/pull/survey-source.ts';
import type { SystemName } from '../../../src/rosters/pull/systems.ts';
import { KeptBodies } from '../../../src/rosters/receive/kept-body.ts';
import { makeCompany } from '../../hr-systems/people.ts';
import { type HrSystemServer, startHrSystem } from '../../hr-systems/serve.ts';
import type { VendorName } from '../../hr-systems/vendors.ts';
import { TODAY } from './people.ts';
import { basic, type TestService } from './service.ts';
import { createSyncingCompany } from './syncing-company.ts';
import { stopJustBefore } from './test-database.ts';

const keptBodies = new KeptBodies();

interface Options {
  people?: number;
  schedule?: Schedule;
  /** The fields that nobody guesses. */
  fields?: Record<string, string>;
}

/** A company whose integration is fetched from a server that plays its HR system. Nobody waits for pauses. */
export async function createPullingCompany(
  service: TestService,
  system: VendorName & SystemName,
  { people = 30, schedule = 'manual', fields = {} }: Options = {},
) {
  const company = await createSyncingCompany(service);
  const { sql } = service.database;
  const { companyId } = company;
  const server = await startHrSystem(system, { company: makeCompany({ people, today: TODAY }) });
  stopJustBefore(service.database, () => server.close());
  const integrationId = await createIntegration(sql, companyId, OPERATOR, {
    name: system,
    type: 'hr-integration',
  });
  const sources = createSources({
    config: service.config,
    secretKeys: service.secretKeys,
    limits: { answerMs: 2_000 },
    pause: async () => {},
  });
  const place = { companyId, integrationId, actor: OPERATOR };

  const connect = () => connectSource(sql, sources, place, { system, server, fields });
  const survey = await connect();
  await sql.begin((tx) => activateSource(tx, place, schedule));

  const trigger = () =>
    service.app.inject({
      method: 'POST',
      url: `/hr-integrations/${integrationId}/trigger`,
      headers: { authorization: basic(company.key) },
    });

  /** Fetches what is queued, as a worker does. */
  const fetchQueued = async (): Promise<PullResult[]> => {
    const results: PullResult[] = [];
    for (const pull of await claimPulls(sql, companyId, 10))
      results.push(
        await pullRoster(
          {
            database: service.database,
            sources,
            limits: service.config.rosterLimits,
            keptBodies,
            signal: new AbortController().signal,
          },
          pull,
        ),
      );
    return results;
  };

  /** Fetches a roster and applies it. Returns the pull and, if it was accepted, the run as the API shows them. */
  const night = async () => {
    const triggered = await trigger();
    if (triggered.statusCode !== 202) throw new Error(`${triggered.statusCode}: ${triggered.body}`);
    const { syncId } = triggered.json().data;
    const [result] = await fetchQueued();
    await company.work();
    const pull = (await company.get(`/hr-integrations/${integrationId}/pulls/${syncId}`)).json().data;
    const run = result?.status === 'accepted' ? await company.run(syncId, integrationId) : undefined;
    return { pull, run, result };
  };

  const integration = async () => (await company.get(`/hr-integrations/${integrationId}`)).json().data;

  return {
    ...company,
    integrationId,
    server,
    survey,
    sources,
    connect,
    trigger,
    fetchQueued,
    night,
    integration,
  };
}

/** Sets the source up as an admin does, with everything that is guessed. */
export async function connectSource(
  sql: Pool,
  sources: Sources,
  place: ChangedIntegration,
  {
    system,
    server,
    fields = {},
  }: { system: VendorName & SystemName; server: HrSystemServer; fields?: Record<string, string> },
) {
  const address = system === 'https-file' ? { address: `${server.url}/people.csv` } : { baseUrl: server.url };
  const values = { ...server.credentials, ...address };
  await sql.begin((tx) => draftSource(tx, sources, place, { system, values }));
  const signal = new AbortController().signal;
  const survey = await surveySource(sql, sources, place, 'draft', { signal });
  const absenceTypes = (survey.absenceTypes ?? []).map((type) => ({
    ...type,
    kind: knownKind(type.name) ?? 'other',
  }));
  await sql.begin((tx) => mapDraft(tx, place, { fields: { ...survey.guesses, ...fields }, absenceTypes }));
  return survey;
}
