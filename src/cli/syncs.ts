import { type Command, Option } from 'commander';
import { requireCompany } from '../company/companies/require-company.ts';
import { requireIntegration } from '../company/integrations/require-integration.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { runLongChange } from '../domain/day/long-change.ts';
import { showAttempt, showRun } from '../http/routes/sync-schemas.ts';
import type { Pool } from '../platform/db/types.ts';
import { selectConflicts } from '../rosters/decide/conflicts-sql.ts';
import { decideDuplicate } from '../rosters/decide/decide-duplicate.ts';
import { approveRun, discardRun } from '../rosters/decide/decide-held-run.ts';
import { decideAllWaiting, decideWaiting } from '../rosters/decide/decide-waiting.ts';
import { countWaiting, listWaiting, type PersonWithAddress } from '../rosters/decide/list-waiting.ts';
import { RESOLUTIONS, type Resolution, resolveConflict } from '../rosters/decide/resolve-conflict.ts';
import { takeBackDecision } from '../rosters/decide/take-back-decision.ts';
import { selectDuplicates } from '../rosters/plan/duplicates-sql.ts';
import type { Attempt } from '../rosters/runs/attempts-sql.ts';
import { listAttempts } from '../rosters/runs/list-attempts.ts';
import { listChanges } from '../rosters/runs/list-changes.ts';
import { listRuns } from '../rosters/runs/list-runs.ts';
import { readRun } from '../rosters/runs/read-run.ts';
import type { Run } from '../rosters/runs/run.ts';
import {
  DUPLICATE_DECISIONS,
  type DuplicateDecision,
  WAITING_DECISIONS,
  type WaitingDecision,
} from '../rosters/runs/sync-outcomes.ts';
import { positiveNumber, wholeNumber } from './arguments.ts';
import { naming, table, withDatabase, withTransaction } from './command.ts';
import { addEarlierRosters } from './earlier-rosters.ts';
import { aboutSync, describeRun, summaryOf, syncOf } from './sync-output.ts';

const NEWEST = { page: 1, sortField: 'id', sortOrder: 'desc' } as const;

export function addSyncs(program: Command): void {
  const syncs = program
    .command('syncs')
    .description('show accepted rosters and their results; decide held syncs and conflicts');

  const list = syncs
    .command('list')
    .description("list an integration's syncs, newest first")
    .requiredOption('--integration <id>', 'integration id', wholeNumber)
    .option('--last <n>', 'number of syncs', positiveNumber, 20);
  withDatabase(list, async ({ sql }, { baseUrl }) => {
    const { integration, last } = list.opts<{ integration: number; last: number }>();
    const companyId = await requireIntegration(sql, integration);
    const { items } = await listRuns(sql, companyId, integration, {}, { ...NEWEST, perPage: last });
    const rows = items.map((run) => [
      run.syncId,
      run.status,
      run.acceptedAt.toISOString(),
      run.entryCount,
      [summaryOf(run), ...repetitionOf(run), ...problemsOf(run)].join('; '),
    ]);
    return {
      data: items.map((run) => showRun(run, baseUrl)),
      lines: table(['SYNC', 'STATUS', 'ACCEPTED', 'ENTRIES', 'RESULT'], rows),
    };
  });

  const attempts = syncs
    .command('attempts')
    .description(
      "list an integration's attempts, newest first: rosters that were refused or ignored; equal ones are one line",
    )
    .requiredOption('--integration <id>', 'integration id', wholeNumber)
    .option('--last <n>', 'number of attempts', positiveNumber, 20);
  withDatabase(attempts, async ({ sql }, { baseUrl }) => {
    const { integration, last } = attempts.opts<{ integration: number; last: number }>();
    const companyId = await requireIntegration(sql, integration);
    const newest = { ...NEWEST, perPage: last };
    const { items } = await listAttempts(sql, companyId, integration, {}, newest);
    const rows = items.map((attempt) => [
      attempt.lastAt.toISOString(),
      attempt.count,
      attempt.status,
      attempt.code,
      attempt.sender?.name ?? null,
      attempt.syncId,
      attempt.requestId,
      reasonOf(attempt),
    ]);
    const headings = ['LAST', 'COUNT', 'STATUS', 'CODE', 'SENDER', 'SYNC', 'REQUEST', 'REASON'];
    return { data: items.map((attempt) => showAttempt(attempt, baseUrl)), lines: table(headings, rows) };
  });

  const show = aboutSync(
    syncs.command('show').description('show one sync: counts, warnings, failure, people who are held'),
  ).option('--held <n>', 'number of held people to list', positiveNumber, 20);
  withDatabase(show, async ({ sql }, { baseUrl }) => {
    const { companyId, integrationId, syncId } = await syncOf(sql, show);
    const run = await naming(`sync ${syncId}`, readRun(sql, companyId, integrationId, { syncId }));
    const held = run.status === 'held' ? await heldPeople(sql, companyId, run, show) : [];
    return { data: showRun(run, baseUrl), lines: [...describeRun(run), ...held] };
  });

  for (const [word, decide] of [
    ['approve', approveRun],
    ['discard', discardRun],
  ] as const) {
    const decision = aboutSync(
      syncs
        .command(word)
        .description(
          word === 'approve'
            ? 'apply the held offboardings, terminations and new numbers of a sync'
            : 'discard the held offboardings, terminations and new numbers of a sync',
        ),
    );
    withDatabase(decision, async ({ bulk }, { baseUrl }) => {
      const { syncId, ...sync } = await syncOf(bulk, decision);
      const held = { ...sync, name: { syncId } };
      await naming(
        `sync ${syncId}`,
        runLongChange(bulk, sync.companyId, (tx) => decide(tx, held, OPERATOR)),
      );
      const run = await readRun(bulk, sync.companyId, sync.integrationId, { syncId });
      return { data: showRun(run, baseUrl), lines: describeRun(run) };
    });
  }

  addConflicts(syncs);
  addDuplicates(syncs);
  addWaiting(syncs);
  addEarlierRosters(syncs);
}

function addConflicts(syncs: Command): void {
  const conflicts = syncs
    .command('conflicts')
    .description('list personnel numbers whose roster entry seems to be another person')
    .requiredOption('--company <id>', 'company id', wholeNumber);
  withDatabase(conflicts, async ({ sql }) => {
    const { company } = conflicts.opts<{ company: number }>();
    await requireCompany(sql, company);
    const data = await selectConflicts(sql, company);
    const rows = data.map(({ id, integrationId, hrId, employeeId, entry, other }) => [
      id,
      integrationId,
      hrId,
      employeeId,
      `${entry.firstName} ${entry.lastName}`,
      other ? `${other.hrId} (employee ${other.employeeId})` : '',
    ]);
    return {
      data: data.map(toApiNames),
      lines: table(['CONFLICT', 'INTEGRATION', 'NUMBER', 'EMPLOYEE', 'ROSTER SAYS', 'EXCHANGED WITH'], rows),
    };
  });

  const resolve = syncs
    .command('resolve')
    .description('decide a conflict')
    .argument('<conflict>', 'conflict id', wholeNumber)
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .addOption(
      new Option(
        '--as <who>',
        'whether the entry is the employee, another person, or two numbers were exchanged',
      )
        .choices(RESOLUTIONS)
        .makeOptionMandatory(),
    );
  withTransaction(resolve, async (tx) => {
    const id = Number(resolve.args[0]);
    const { company, as } = resolve.opts<{ company: number; as: Resolution }>();
    const employeeId = await naming(`conflict ${id}`, resolveConflict(tx, company, { id }, OPERATOR, as));
    return { data: { employeeId }, lines: [`The number now belongs to employee ${employeeId}.`] };
  });
}

function addDuplicates(syncs: Command): void {
  const duplicates = syncs
    .command('duplicates')
    .description('list pairs of personnel numbers that may be one person')
    .requiredOption('--company <id>', 'company id', wholeNumber);
  withDatabase(duplicates, async ({ sql }) => {
    const { company } = duplicates.opts<{ company: number }>();
    await requireCompany(sql, company);
    const data = await selectDuplicates(sql, company);
    const rows = data.map(({ id, integrationId, firstHrId, hrId, entry }) => [
      id,
      integrationId,
      firstHrId,
      hrId,
      `${entry.firstName} ${entry.lastName}`,
    ]);
    return {
      data: data.map(toApiNames),
      lines: table(['DUPLICATE', 'INTEGRATION', 'COUNTS', 'OTHER', 'ROSTER SAYS'], rows),
    };
  });

  const decide = syncs
    .command('decide-duplicate')
    .description('decide whether two personnel numbers are one person')
    .argument('<duplicate>', 'duplicate id', wholeNumber)
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .addOption(
      new Option('--as <who>', 'whether the numbers are one person or two')
        .choices(DUPLICATE_DECISIONS)
        .makeOptionMandatory(),
    );
  withTransaction(decide, async (tx) => {
    const id = Number(decide.args[0]);
    const { company, as } = decide.opts<{ company: number; as: DuplicateDecision }>();
    const employeeId = await naming(`duplicate ${id}`, decideDuplicate(tx, company, { id }, OPERATOR, as));
    const lines =
      as === 'same-person'
        ? ['The second number belongs to the same person.']
        : [`The second number belongs to employee ${employeeId}.`];
    return { data: { employeeId }, lines };
  });
}

function addWaiting(syncs: Command): void {
  const waiting = syncs
    .command('waiting')
    .description('list entries of restricted keys that wait because somebody else has their e-mail address')
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .option('--decided', 'list decided ones instead, to take a decision back')
    .option('--last <n>', 'number of entries', positiveNumber, 100);
  withDatabase(waiting, async ({ sql }) => {
    const {
      company,
      decided = false,
      last,
    } = waiting.opts<{ company: number; decided?: boolean; last: number }>();
    await requireCompany(sql, company);
    const page = { page: 1, perPage: last };
    const { items, total } = await listWaiting(sql, company, { isDecided: decided }, page);
    const rows = items.map(({ id, integrationId, hrId, entry, decision, people }) => [
      id,
      integrationId,
      hrId,
      `${entry.firstName} ${entry.lastName}, ${entry.dateOfBirth}`,
      decision ?? '-',
      people.map(personText).join('; ') || '-',
    ]);
    return {
      data: items.map(toApiNames),
      lines: [
        ...table(
          ['ENTRY', 'INTEGRATION', 'NUMBER', 'ROSTER SAYS', 'DECISION', 'EMPLOYEES WITH THE ADDRESS'],
          rows,
        ),
        ...(total > items.length ? [`… and ${total - items.length} more (--last ${total})`] : []),
      ],
    };
  });

  const decide = syncs
    .command('decide-waiting')
    .description('decide whose entry it is')
    .argument('<entry>', 'entry id', wholeNumber)
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .addOption(decisionOption())
    .option('--employee <id>', 'the employee, if several have the e-mail address', wholeNumber);
  withTransaction(decide, async (tx) => {
    const id = Number(decide.args[0]);
    const { company, as, employee } = decide.opts<{
      company: number;
      as: WaitingDecision;
      employee?: number;
    }>();
    const about = { decision: as, employeeId: employee };
    const employeeId = await naming(`entry ${id}`, decideWaiting(tx, company, { id }, OPERATOR, about));
    return { data: { employeeId }, lines: [`The entry belongs to employee ${employeeId}.`] };
  });

  const decideAll = syncs
    .command('decide-all-waiting')
    .description('decide all entries of an integration that leave no doubt')
    .requiredOption('--integration <id>', 'integration id', wholeNumber)
    .addOption(decisionOption());
  withDatabase(decideAll, async ({ bulk }) => {
    const { integration, as } = decideAll.opts<{ integration: number; as: WaitingDecision }>();
    const companyId = await requireIntegration(bulk, integration);
    const entries = await runLongChange(bulk, companyId, (tx) =>
      decideAllWaiting(tx, companyId, integration, OPERATOR, { decision: as }),
    );
    const { open } = await countWaiting(bulk, companyId, integration);
    return { data: { entries, open }, lines: [`Entries decided: ${entries}. Still waiting: ${open}.`] };
  });

  const takeBack = syncs
    .command('take-back')
    .description(
      'take back a decision about an entry: the employee leaves the integration, the entry waits again',
    )
    .argument('<entry>', 'entry id', wholeNumber)
    .requiredOption('--company <id>', 'company id', wholeNumber);
  withTransaction(takeBack, async (tx) => {
    const id = Number(takeBack.args[0]);
    const { company } = takeBack.opts<{ company: number }>();
    const employeeId = await naming(`entry ${id}`, takeBackDecision(tx, company, { id }, OPERATOR));
    return { data: { employeeId }, lines: [`Employee ${employeeId} is out of the key's reach again.`] };
  });
}

const decisionOption = () =>
  new Option('--as <who>', 'whether the entry is somebody with its e-mail address or a new person')
    .choices(WAITING_DECISIONS)
    .makeOptionMandatory();

const personText = ({ employeeId, dateOfBirth, fits, hrId }: PersonWithAddress) =>
  `${employeeId} (${dateOfBirth}${fits ? ', fits' : ''}${hrId === null ? '' : `, has number ${hrId}`})`;

function toApiNames<Item extends { integrationId: number }>({ integrationId, ...item }: Item) {
  return { ...item, hrIntegrationId: integrationId };
}

/** The refusal in words, if there is more to say than its errors do; else the first of these. */
function reasonOf({ detail, errors, errorCount }: Attempt): string {
  if (detail !== null) return detail;
  const first = errors
    .slice(0, 3)
    .map(({ pointer, code, hrId }) => `${pointer}${hrId === undefined ? '' : ` (number ${hrId})`} ${code}`);
  return `${errorCount} ${errorCount === 1 ? 'error' : 'errors'}: ${first.join(', ')}`;
}

const repetitionOf = ({ repeatsSyncId }: Run) => (repeatsSyncId === null ? [] : [`repeats ${repeatsSyncId}`]);

/** The problems by their codes: a run that changed nothing may still have to be looked at. */
function problemsOf({ warnings }: Run): string[] {
  if (warnings.length === 0) return [];
  return [`problems: ${warnings.map(({ code, count }) => `${count} ${code}`).join(', ')}`];
}

/** The people whose offboarding, termination or new number waits for a decision, and how to decide. */
async function heldPeople(sql: Pool, companyId: number, run: Run, command: Command): Promise<string[]> {
  const perPage = command.opts<{ held: number }>().held;
  const order = { page: 1, perPage, sortField: 'id', sortOrder: 'asc' } as const;
  const { items, total } = await listChanges(sql, companyId, run.id, { outcomes: ['held'] }, order);
  const rows = items.map(({ hrId, firstName, lastName, position, reason }) => [
    hrId,
    [firstName, lastName].filter(Boolean).join(' '),
    reason === 'new-number-waits'
      ? 'has a new number'
      : position === null
        ? 'is not in the roster'
        : 'has a termination date',
  ]);
  const hasNumbers = run.warnings.some(({ code }) => code === 'large-renumbering');
  const decision = `${run.syncId} --integration ${run.integrationId}`;
  return [
    '',
    ...table(['NUMBER', 'HELD', 'BECAUSE THE PERSON'], rows),
    ...(total > items.length ? [`… and ${total - items.length} more (--held ${total})`] : []),
    '',
    `${hasNumbers ? 'To apply this:   ' : 'To offboard them:'}  transit syncs approve ${decision}`,
    `To keep them:      transit syncs discard ${decision}`,
  ];
}
