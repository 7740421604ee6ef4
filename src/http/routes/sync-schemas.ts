import { type Static, Type } from 'typebox';
import { SYNC_STATUSES } from '../../company/integrations/integration-types.ts';
import { addDays } from '../../domain/calendar/months.ts';
import { ROSTER_SIZES } from '../../platform/limits.ts';
import { ABSENCE_STATUSES, MAX_ABSENCES, MAX_LENGTHS } from '../../rosters/receive/entry.ts';
import { MAX_ERRORS_EACH } from '../../rosters/receive/invalid-entries.ts';
import { FIELD_OWNERS, MAX_NAME_LENGTH_SHOWN, MAX_NAMES } from '../../rosters/receive/unknown-fields.ts';
import type { Attempt } from '../../rosters/runs/attempts-sql.ts';
import type { Change } from '../../rosters/runs/list-changes.ts';
import { MAX_ATTEMPT_ERRORS } from '../../rosters/runs/record-attempt.ts';
import type { Run } from '../../rosters/runs/run.ts';
import type { RunStatus } from '../../rosters/runs/runs-sql.ts';
import { OUTCOMES, REASONS, WARNINGS, type Warning } from '../../rosters/runs/sync-outcomes.ts';
import {
  date,
  link,
  nullable,
  nullableDate,
  oneOf,
  recordId,
  timestamp,
  toLink,
  ValueErrorSchema,
} from '../schemas.ts';

export const RUN_STATUSES = SYNC_STATUSES.filter((status): status is RunStatus => status !== 'never');

const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });

const AbsenceSchema = Type.Object({
  type: text(
    MAX_LENGTHS.absenceType,
    'For instance `parental`, `sick-leave`, `Elternzeit`, `vacation`. A type that nobody knows pauses no month and is a problem of the run.',
  ),
  startDate: date('First day.'),
  endDate: Type.Optional(nullableDate('Last day; null means open.')),
  status: Type.Optional(nullable(oneOf(ABSENCE_STATUSES, { default: 'approved' }))),
  paid: Type.Optional(nullable(Type.Boolean())),
  id: Type.Optional(Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] })),
  halfDayStart: Type.Optional(nullable(Type.Boolean())),
  halfDayEnd: Type.Optional(nullable(Type.Boolean())),
});

const payrollText = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'integer', 'null'],
      ...{ minLength: 1, maxLength: MAX_LENGTHS.payroll, description },
    }),
  );

/** For the documentation only: `src/rosters/receive` checks entries while they arrive. */
export const RosterSchema = Type.Object(
  {
    syncId: text(
      ROSTER_SIZES.syncIdLength,
      'Names this roster for good. The same one sent again is not applied again.',
    ),
    employees: Type.Array(
      Type.Object({
        hrId: text(MAX_LENGTHS.hrId, 'The id in the HR system.'),
        firstName: text(MAX_LENGTHS.firstName, 'First name.'),
        lastName: text(MAX_LENGTHS.lastName, 'Last name.'),
        email: text(MAX_LENGTHS.email, 'E-mail address.'),
        dateOfBirth: date('Date of birth.'),
        startDate: date('First day of employment.'),
        profileImage: Type.Optional(
          nullable(
            Type.String({
              maxLength: MAX_LENGTHS.profileImage,
              description: 'An http(s) address. It is never fetched.',
            }),
          ),
        ),
        terminationDate: Type.Optional(nullableDate('Last day of employment.')),
        autoSyncEmployee: Type.Optional(
          nullable(Type.Boolean({ description: "Null: the integration's default." })),
        ),
        absences: Type.Optional(
          Type.Unsafe<Static<typeof AbsenceSchema>[] | null>({
            ...Type.Array(AbsenceSchema, { maxItems: MAX_ABSENCES }),
            type: ['array', 'null'],
          }),
        ),
        personnelNumber: payrollText('Of payroll, if it is not the `hrId`.'),
        costCentre: payrollText('Cost centre.'),
        department: payrollText('Department.'),
        location: payrollText('Place of work.'),
        legalEntity: payrollText('The company of a group that employs the person.'),
      }),
      {
        minItems: 1,
        description: 'The complete roster. People of this integration who are not listed are offboarded.',
      },
    ),
  },
  { $id: 'Roster' },
);

const count = (description: string) => Type.Optional(Type.Integer({ description }));

const Counts = Type.Object(
  {
    entries: count('Entries of the roster.'),
    unchanged: count('People the roster leaves as they are.'),
    invalid: count('Entries that are not valid, with `onInvalid=keep`. Their people stay as they are.'),
    added: count('People who were not known.'),
    adopted: count('People known by other means, now linked.'),
    rehired: count('People who had left and are back, with the same record.'),
    renumbered: count('People listed under another personnel number than before.'),
    updated: count('People of whom something has changed.'),
    offboarded: count('People who are not listed any more.'),
    unlinked: count('The same, but linked elsewhere.'),
    conflict: count('Personnel numbers that seem to have been given to somebody else.'),
    waiting: count(
      'Entries of a restricted key with the e-mail address of somebody outside its integrations. They have no effect until HR or an admin decides.',
    ),
    held: count('Ends that wait for approval.'),
    waitingForEnrolment: count(
      'Of those the run touched: people who would be enrolled if the company did so by itself.',
    ),
    ticketsReissued: count('Tickets made anew because a name or birth date has changed.'),
  },
  { description: 'Empty until the roster has been applied.' },
);

const Problem = Type.Object({
  code: oneOf(Object.keys(WARNINGS)),
  message: Type.String(),
  count: Type.Integer(),
  pointers: Type.Array(Type.String(), { description: 'Where in the roster: the first 100.' }),
  hrIds: Type.Array(nullable(Type.String()), {
    description:
      'The personnel numbers of the entries in `pointers`, in the same order. Null if the person has been erased, or the ' +
      'sync is older than this field.',
  }),
  name: Type.Optional(
    Type.String({
      description:
        `With \`unknown-absence-type\`: the type. With \`unknown-field\`: the name of the field, at most ${MAX_NAME_LENGTH_SHOWN} characters of it. Each name is a ` +
        `problem of its own. The first ${MAX_NAMES} are listed, probable misspellings before others.`,
    }),
  ),
  in: Type.Optional(oneOf(FIELD_OWNERS, { description: 'With `unknown-field`: the object that has it.' })),
  similarName: Type.Optional(
    Type.String({ description: 'With `unknown-field`: the known field whose name it resembles.' }),
  ),
  outOf: Type.Optional(
    Type.Integer({
      description:
        'With `large-offboarding` and `large-renumbering`: the number of people that the integration listed before. `count` of them ' +
        'would end or have another number. Given from 5 people and more than 20 % on, whether or not the sync is held. With ' +
        '`large-group-change`: the number of people of the company.',
    }),
  ),
  errors: Type.Optional(
    Type.Array(ValueErrorSchema, {
      description: `With \`invalid-entry\`: the errors of the entries in \`pointers\`, at most ${MAX_ERRORS_EACH} each.`,
    }),
  ),
});

/** The fields that the public API and the portal show of a run. Each adds how it names the integration. */
export const runFields = {
  id: recordId,
  syncId: Type.String(),
  repeatsSyncId: nullable(Type.String({ description: 'The sync whose roster this one sent again.' })),
  status: oneOf(RUN_STATUSES),
  counts: Counts,
  problems: Type.Array(Problem, {
    description: 'What should be looked at. Nothing was refused because of it.',
  }),
  failure: nullable(Type.String({ description: 'Why it failed, or why the latest attempt did.' })),
  progress: nullable(
    Type.Object(
      { step: Type.String(), done: Type.Integer(), total: Type.Integer() },
      { description: 'Of a large roster while it is being applied.' },
    ),
  ),
  attempts: Type.Integer(),
  resubmissions: Type.Integer({ description: 'How often the same syncId was sent again.' }),
  resubmittedDifferently: Type.Boolean({ description: 'Whether one of those had another body.' }),
  bodyDigest: nullable(Type.String({ description: 'SHA-256 of the decompressed body, in hexadecimal.' })),
  acceptedAt: timestamp('When it was accepted.'),
  startedAt: nullable(timestamp('When it was first taken up.')),
  finishedAt: nullable(timestamp('When it was over.')),
};

export const SyncSchema = Type.Object(
  {
    ...runFields,
    hrIntegrationId: recordId,
    resource: oneOf(['sync']),
    _links: Type.Object({
      self: link('This sync.'),
      hrIntegration: link('The integration.'),
      changes: link('What it changed.'),
    }),
  },
  { $id: 'Sync' },
);

export const attemptFields = {
  id: recordId,
  status: Type.Integer({
    description: 'The status of the answer. 204 for `sync-id-reused`: the roster was ignored.',
  }),
  code: Type.String({
    description:
      'The problem code of the answer. Or `sync-id-reused`: the `syncId` had been used for other content. Or `key-expired`, ' +
      '`key-revoked`, `password-replaced`: the reason of a 401 that is not in its answer.',
  }),
  detail: nullable(Type.String({ description: 'What was wrong, in words; null if `errors` says it all.' })),
  errors: Type.Array(
    Type.Object({
      in: oneOf(['path', 'query', 'body']),
      pointer: Type.String(),
      code: Type.String(),
      hrId: Type.Optional(
        Type.String({
          description:
            'The personnel number of the entry, if a valid one could be read. An erasure removes it.',
        }),
      ),
    }),
    {
      description: `The first ${MAX_ATTEMPT_ERRORS} errors of the answer: places, codes and numbers, no other values.`,
    },
  ),
  errorCount: Type.Integer(),
  count: Type.Integer({ description: 'How many equal ones this attempt stands for.' }),
  syncId: nullable(Type.String({ description: 'Of the latest of them, if it was read.' })),
  requestId: Type.String({ description: 'Of the latest of them: its `X-Request-Id`.' }),
  sender: nullable(
    Type.Object(
      { type: oneOf(['api-key', 'portal-user']), id: recordId },
      { description: 'Null if the user has been deleted.' },
    ),
  ),
  firstAt: timestamp('When the first of them came.'),
  lastAt: timestamp('When the latest of them came.'),
};

export const SyncAttemptSchema = Type.Object(
  {
    ...attemptFields,
    hrIntegrationId: recordId,
    resource: oneOf(['sync-attempt']),
    _links: Type.Object({ hrIntegration: link('The integration.') }),
  },
  { $id: 'SyncAttempt' },
);

export const changeFields = {
  outcome: oneOf(OUTCOMES),
  reason: oneOf(Object.keys(REASONS)),
  message: Type.String({ description: 'The reason in words.' }),
  employeeId: nullable(recordId),
  hrId: nullable(Type.String()),
  pointer: nullable(Type.String({ description: 'Where in the roster; null for people it does not list.' })),
  fields: Type.Unsafe<Change['fields']>({
    type: 'object',
    description: 'What changed, by the name of the field.',
    additionalProperties: { type: 'object', properties: { from: {}, to: {} }, required: ['from', 'to'] },
  }),
  subscription: nullable(
    Type.Object({
      action: oneOf(['start', 'offer', 'adjust', 'reopen', 'drop', 'wait'], {
        description:
          'What follows: a subscription starts (`start`); a contract is offered, and the subscription starts after acceptance (`offer`); dates or pauses change, or the planned start of an open offer (`adjust`); an ended one goes on (`reopen`); one will not begin any more (`drop`); the person waits for enrolment (`wait`).',
      }),
      startAt: nullableDate('First day of the term. Of an offer: its planned start.'),
      endAt: nullableDate('First day without a ticket.'),
      lastTicketMonth: nullable(Type.String({ description: 'YYYY-MM: the last month with a ticket.' })),
    }),
  ),
};

export const SyncChangeSchema = Type.Object(
  {
    id: recordId,
    ...changeFields,
    resource: oneOf(['sync-change']),
    _links: Type.Object({
      sync: link('The sync.'),
      employee: nullable(link('The employee.')),
    }),
  },
  { $id: 'SyncChange' },
);

export function syncUrl(baseUrl: string, integrationId: number, syncId: string): string {
  return `${baseUrl}/hr-integrations/${integrationId}/syncs/${encodeURIComponent(syncId)}`;
}

export function runFacts(run: Run) {
  return {
    id: run.id,
    syncId: run.syncId,
    repeatsSyncId: run.repeatsSyncId,
    status: run.status,
    counts: run.counts,
    problems: run.warnings.map(showWarning),
    failure: run.failure,
    progress: run.progress,
    attempts: run.attempts,
    resubmissions: run.resubmissions,
    resubmittedDifferently: run.resubmittedDifferently,
    bodyDigest: run.digest,
    acceptedAt: run.acceptedAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}

export function showRun(run: Run, baseUrl: string): Static<typeof SyncSchema> {
  const self = syncUrl(baseUrl, run.integrationId, run.syncId);
  return {
    ...runFacts(run),
    hrIntegrationId: run.integrationId,
    resource: 'sync',
    _links: {
      self: toLink(self),
      hrIntegration: toLink(`${baseUrl}/hr-integrations/${run.integrationId}`),
      changes: toLink(`${self}/changes`),
    },
  };
}

export function attemptFacts(attempt: Attempt) {
  return {
    id: attempt.id,
    status: attempt.status,
    code: attempt.code,
    detail: attempt.detail,
    errors: [...attempt.errors],
    errorCount: attempt.errorCount,
    count: attempt.count,
    syncId: attempt.syncId,
    requestId: attempt.requestId,
    sender: attempt.sender,
    firstAt: attempt.firstAt.toISOString(),
    lastAt: attempt.lastAt.toISOString(),
  };
}

export function showAttempt(attempt: Attempt, baseUrl: string): Static<typeof SyncAttemptSchema> {
  const { sender } = attempt;
  return {
    ...attemptFacts(attempt),
    sender: sender && { type: sender.type, id: sender.id },
    hrIntegrationId: attempt.integrationId,
    resource: 'sync-attempt',
    _links: { hrIntegration: toLink(`${baseUrl}/hr-integrations/${attempt.integrationId}`) },
  };
}

export function showWarning(warning: Warning) {
  const { code, pointers, hrIds = pointers.map(() => null) } = warning;
  return { ...warning, hrIds, message: WARNINGS[code] };
}

export function changeFacts(change: Change) {
  const { consequence } = change;
  return {
    outcome: change.outcome,
    reason: change.reason,
    message: REASONS[change.reason],
    employeeId: change.employeeId,
    hrId: change.hrId,
    pointer: change.position === null ? null : `/employees/${change.position}`,
    fields: change.fields,
    subscription: consequence && {
      action: consequence.action,
      startAt: consequence.start,
      endAt: consequence.end,
      lastTicketMonth: consequence.end && monthBefore(consequence.end),
    },
  };
}

export function showChange(change: Change, sync: string, baseUrl: string): Static<typeof SyncChangeSchema> {
  const { id, employeeId } = change;
  return {
    id,
    ...changeFacts(change),
    resource: 'sync-change',
    _links: {
      sync: toLink(sync),
      employee: employeeId === null ? null : toLink(`${baseUrl}/employees/${employeeId}`),
    },
  };
}

/** An end is the first day without a ticket, so the last valid month is that of the day before. */
function monthBefore(end: string): string {
  return addDays(end, -1).slice(0, 7);
}
