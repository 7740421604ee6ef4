import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Pool } from '../../platform/db/types.ts';
import type { Attempt } from '../../rosters/runs/attempts-sql.ts';
import type { NamedChange } from '../../rosters/runs/list-changes.ts';
import { readRun } from '../../rosters/runs/read-run.ts';
import type { Run } from '../../rosters/runs/run.ts';
import {
  attemptFacts,
  attemptFields,
  changeFacts,
  changeFields,
  runFacts,
  runFields,
} from '../routes/sync-schemas.ts';
import { nullable, recordId } from '../schemas.ts';
import { NamedActorSchema } from './actors.ts';
import { companyOf } from './require-session.ts';
import { named } from './schemas.ts';

export const runParameters = Type.Object({ id: recordId, runId: recordId });
export type OfRun = FastifyRequest<{ Params: Static<typeof runParameters> }>;

export function findRun(sql: Pool, request: OfRun): Promise<Run> {
  const { id: integrationId, runId } = request.params;
  return readRun(sql, companyOf(request), integrationId, { runId });
}

export const RunSchema = named('ListedRun', {
  ...runFields,
  integrationId: recordId,
  integrationName: Type.String(),
  entryCount: Type.Integer(),
});

/** The names of the person of a change. */
export const nameFields = { firstName: nullable(Type.String()), lastName: nullable(Type.String()) };

export const ChangeSchema = named('Change', { id: recordId, ...changeFields, ...nameFields });

export const AttemptSchema = named('Attempt', {
  ...attemptFields,
  sender: nullable(NamedActorSchema),
  field: nullable(Type.String()),
  right: nullable(Type.String()),
});

export function showPortalRun(run: Run): Static<typeof RunSchema> {
  const { integrationId, integrationName, entryCount } = run;
  return { ...runFacts(run), integrationId, integrationName, entryCount };
}

export function showPortalAttempt(attempt: Attempt): Static<typeof AttemptSchema> {
  const { field, right } = attempt;
  return { ...attemptFacts(attempt), field, right };
}

export function showPortalChange(change: NamedChange): Static<typeof ChangeSchema> {
  const { id, firstName, lastName } = change;
  return { id, ...changeFacts(change), firstName, lastName };
}
