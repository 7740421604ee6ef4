import { type Static, Type } from 'typebox';
import type { Attempt } from '../../rosters/runs/attempts-sql.ts';
import type { NamedChange } from '../../rosters/runs/list-changes.ts';
import type { Run } from '../../rosters/runs/run.ts';
import {
  SyncAttemptSchema,
  SyncChangeSchema,
  SyncSchema,
  showAttempt,
  showChange,
  showRun,
} from '../routes/sync-schemas.ts';
import { nullable } from '../schemas.ts';
import { NamedActorSchema } from './actors.ts';
import { named } from './schemas.ts';

const { hrIntegrationId: _id, resource: _run, _links: _ofRun, ...runFields } = SyncSchema.properties;
const { resource: _change, _links: _ofChange, ...changeFields } = SyncChangeSchema.properties;

export const RunSchema = named('ListedRun', {
  ...runFields,
  integrationId: Type.Integer(),
  integrationName: Type.String(),
  entryCount: Type.Integer(),
});

/** The names of the person of a change. */
export const nameFields = { firstName: nullable(Type.String()), lastName: nullable(Type.String()) };

export const ChangeSchema = named('Change', { ...changeFields, ...nameFields });

export function showPortalRun(run: Run): Static<typeof RunSchema> {
  const { hrIntegrationId: integrationId, resource: _, _links: __, ...shown } = showRun(run, '');
  const { integrationName, entryCount } = run;
  return { ...shown, integrationId, integrationName, entryCount };
}

const {
  hrIntegrationId: _of,
  resource: _attempt,
  _links: _ofAttempt,
  ...attemptFields
} = SyncAttemptSchema.properties;

export const AttemptSchema = named('Attempt', { ...attemptFields, sender: nullable(NamedActorSchema) });

export function showPortalAttempt(attempt: Attempt): Static<typeof AttemptSchema> {
  const { hrIntegrationId: _, resource: __, _links: ___, ...shown } = showAttempt(attempt, '');
  return { ...shown, sender: attempt.sender };
}

export function showPortalChange(change: NamedChange): Static<typeof ChangeSchema> {
  const { resource: _, _links: __, ...shown } = showChange(change, '', '');
  const { firstName, lastName } = change;
  return { ...shown, firstName, lastName };
}
