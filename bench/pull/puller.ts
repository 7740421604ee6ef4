import { readFileSync } from 'node:fs';
import { createCompany } from '../../src/company/companies/create-company.ts';
import { createIntegration } from '../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import type { Target } from '../../src/platform/db/types.ts';
import { pullRoster } from '../../src/rosters/pull/pull-roster.ts';
import { claimPulls } from '../../src/rosters/pull/pulls-sql.ts';
import { activateSource, draftSource, mapDraft } from '../../src/rosters/pull/set-up-source.ts';
import { createSources } from '../../src/rosters/pull/sources.ts';
import { surveySource } from '../../src/rosters/pull/survey-source.ts';
import { triggerPull } from '../../src/rosters/pull/trigger-pull.ts';
import { KeptBodies } from '../../src/rosters/receive/kept-body.ts';
import { receive, reply } from '../child.ts';
import { inTurn, time } from '../measure.ts';
import type { Playing } from './vendor.ts';

export interface PullTask extends Playing {
  target: Target;
  people: number;
  rounds: number;
}

export interface Pulled {
  baseline: number;
  subject: number;
  /** The most memory that the process had. */
  bytes: number;
}

const task = await receive<PullTask>();
const database = connect(task.target);
await migrate(database.sql);
const { sql } = database;
const config = readConfig({ PULL_ALLOW_LOOPBACK: '1' });
const sources = createSources({ config, secretKeys: ['a key of the benchmark, long enough'] });
const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
const integrationId = await createIntegration(sql, companyId, OPERATOR, {
  name: 'HR',
  type: 'hr-integration',
});
const place = { companyId, integrationId, actor: OPERATOR };
const { signal } = new AbortController();
const values = { ...task.credentials, baseUrl: task.url };
await sql.begin((tx) => draftSource(tx, sources, place, { system: 'personio', values }));
const { guesses } = await surveySource(sql, sources, place, 'draft', { signal });
await sql.begin((tx) => mapDraft(tx, place, { fields: guesses, absenceTypes: [] }));
await sql.begin((tx) => activateSource(tx, place, 'manual'));
const context = { database, sources, limits: config.rosterLimits, keptBodies: new KeptBodies(), signal };

async function pull(): Promise<void> {
  await sql.begin((tx) => triggerPull(tx, { ...place, purpose: 'roster', keyId: null, userId: null }));
  for (const claimed of await claimPulls(sql, companyId, 1)) {
    const result = await pullRoster(context, claimed);
    if (result.status !== 'accepted') throw new Error(JSON.stringify(result));
  }
}

/** The same pages, without making anything of them. */
async function loop(): Promise<void> {
  const { clientId = '', clientSecret = '' } = task.credentials;
  const authorization = await fetch(`${task.url}/v1/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
  });
  const { data } = (await authorization.json()) as { data: { token: string } };
  const attributes = Object.values(guesses).flatMap((key) => (key ? [`attributes[]=${key}`] : []));
  let people = 0;
  for (let offset = 0; offset < task.people; offset += 200) {
    const query = [`limit=200`, `offset=${offset}`, 'attributes[]=status', ...attributes].join('&');
    const answer = await fetch(`${task.url}/v1/company/employees?${query}`, {
      headers: { authorization: `Bearer ${data.token}` },
    });
    people += ((await answer.json()) as { data: unknown[] }).data.length;
  }
  if (people !== task.people) throw new Error(`${people} people were listed`);
}

const { baseline, subject } = await inTurn(
  task.rounds,
  () => time(loop),
  () => time(pull),
);
const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
reply<Pulled>({ baseline, subject, bytes: Number(kilobytes ?? 0) * 1024 });
