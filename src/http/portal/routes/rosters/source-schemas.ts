import { type Static, Type } from 'typebox';
import { ABSENCE_KINDS, knownKind } from '../../../../domain/person/absence-kinds.ts';
import type { DropAccess } from '../../../../rosters/pull/file-drop/drop-access.ts';
import type { Survey } from '../../../../rosters/pull/hr-system.ts';
import { maskedAddress } from '../../../../rosters/pull/masked-address.ts';
import {
  isPayroll,
  type MappedFields,
  PULLED_FIELDS,
  type PulledField,
} from '../../../../rosters/pull/pulled-fields.ts';
import type { Pull } from '../../../../rosters/pull/pulls-sql.ts';
import { SCHEDULE, type Schedule } from '../../../../rosters/pull/schedule.ts';
import { SOURCE_CODES } from '../../../../rosters/pull/source-error.ts';
import type { Source } from '../../../../rosters/pull/sources-sql.ts';
import { SYSTEM_NAMES } from '../../../../rosters/pull/systems.ts';
import { PullSchema, showPull } from '../../../routes/pulls.ts';
import { nullable, oneOf, recordId } from '../../../schemas.ts';
import { named, nullableTimestamp } from '../../schemas.ts';

export const schedule = Type.Unsafe<Schedule>({ type: 'string', pattern: SCHEDULE });

export const SystemSchema = named('SourceSystem', {
  name: oneOf(SYSTEM_NAMES),
  listsLeavers: Type.Boolean(),
  // Its files come to us.
  isDropped: Type.Boolean(),
  inputs: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: oneOf(['text', 'secret', 'address', 'choice', 'long-secret']),
      isRequired: Type.Boolean(),
      choices: Type.Array(Type.String()),
      onlyWith: nullable(Type.Object({ input: Type.String(), values: Type.Array(Type.String()) })),
    }),
  ),
});

const key = nullable(Type.String({ maxLength: 500 }));

const guessedKeys = Type.Unsafe<Record<PulledField, string | null>>(
  Type.Object(Object.fromEntries(PULLED_FIELDS.map((field) => [field, key]))),
);

export const fieldKeys = Type.Unsafe<MappedFields<string | null>>(
  Type.Object(
    Object.fromEntries(PULLED_FIELDS.map((field) => [field, isPayroll(field) ? Type.Optional(key) : key])),
  ),
);

export const absenceColumns = Type.Object({
  type: key,
  startDate: key,
  endDate: key,
});

const AbsenceTypeSchema = Type.Object({
  id: Type.String({ maxLength: 200 }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
});

/** With what it means. */
export const MappedTypeSchema = Type.Object({
  ...AbsenceTypeSchema.properties,
  kind: oneOf(ABSENCE_KINDS),
});

/** Without what is secret. */
const SourceSchema = named('Source', {
  system: Type.String(),
  settings: Type.Record(Type.String(), Type.String()),
  mapping: nullable(
    Type.Object({
      fields: fieldKeys,
      absenceTypes: Type.Array(MappedTypeSchema),
      absenceColumns: Type.Optional(absenceColumns),
    }),
  ),
  schedule,
  nextPullAt: nullableTimestamp,
  updatedAt: Type.String({ format: 'date-time' }),
});

/** With its purpose, and the run that it has become. */
export const PortalPullSchema = named('Pull', {
  ...PullSchema.properties,
  purpose: oneOf(['roster', 'preview']),
  runId: nullable(recordId),
  isOfFile: Type.Boolean(),
});

/** Where the system sends its files. */
const DropAccessSchema = named('DropAccess', {
  url: Type.String(),
  folder: nullable(Type.String()),
  newestFile: nullable(
    Type.Object({
      name: Type.String(),
      bytes: Type.Integer(),
      arrivedAt: Type.String({ format: 'date-time' }),
    }),
  ),
});

export const OverviewSchema = named('SourceOverview', {
  active: nullable(SourceSchema),
  draft: nullable(SourceSchema),
  access: nullable(DropAccessSchema),
  usualSchedule: schedule,
  pulls: Type.Array(PortalPullSchema),
});

const SurveySchema = named('SourceSurvey', {
  people: nullable(Type.Integer()),
  fields: Type.Array(
    Type.Object({ key: Type.String(), label: Type.String(), samples: Type.Array(nullable(Type.String())) }),
  ),
  guesses: guessedKeys,
  absenceTypes: nullable(
    Type.Array(Type.Object({ ...AbsenceTypeSchema.properties, guess: oneOf(ABSENCE_KINDS) })),
  ),
  absenceColumns: nullable(absenceColumns),
  missing: Type.Array(Type.Object({ field: Type.String(), right: Type.String() })),
  toConfirm: nullable(Type.Object({ input: Type.String(), value: Type.String() })),
});

export const TestSchema = named('SourceTest', {
  survey: nullable(SurveySchema),
  // Why nothing could be read.
  problem: nullable(
    Type.Object({
      code: oneOf(SOURCE_CODES),
      detail: Type.String(),
      field: nullable(Type.String()),
      right: nullable(Type.String()),
    }),
  ),
});

export function showPortalPull(
  pull: Pull,
  integrationId: number,
  baseUrl: string,
): Static<typeof PortalPullSchema> {
  const { purpose, runId, isOfFile } = pull;
  return { ...showPull(pull, integrationId, baseUrl), purpose, runId, isOfFile };
}

export function showSource(source: Source): Static<typeof SourceSchema> {
  const { system, settings, mapping, schedule: when, nextPullAt, updatedAt } = source;
  return {
    system,
    settings: Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, maskedAddress(value)]),
    ),
    mapping: mapping && {
      ...mapping,
      fields: { ...mapping.fields },
      absenceTypes: mapping.absenceTypes.map((type) => ({ ...type })),
    },
    schedule: when,
    nextPullAt: nextPullAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}

export function showAccess(access: DropAccess | undefined): Static<typeof DropAccessSchema> | null {
  if (!access) return null;
  const { newestFile, ...others } = access;
  const { name = '', bytes = 0, receivedAt } = newestFile ?? {};
  return { ...others, newestFile: receivedAt ? { name, bytes, arrivedAt: receivedAt.toISOString() } : null };
}

export function showSurvey(survey: Survey, showsValues: boolean): Static<typeof SurveySchema> {
  const { people, fields, guesses, absenceTypes, absenceColumns: columns, missing, toConfirm } = survey;
  return {
    people,
    fields: fields.map(({ key, label, samples }) => ({
      key,
      label,
      samples: showsValues ? samples : samples.map(masked),
    })),
    guesses,
    absenceTypes: absenceTypes?.map((type) => ({ ...type, guess: knownKind(type.name) ?? 'other' })) ?? null,
    absenceColumns: columns ? { ...columns } : null,
    missing,
    toConfirm: toConfirm ?? null,
  };
}

/** Says that there is a value and roughly what it is: letters and digits become dots. */
const masked = (value: string | null) => value?.replace(/[\p{L}\p{N}]/gu, '•') ?? null;
