import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { WHOLE_COMPANY } from '../domain/access/scope.ts';
import { OPERATOR, recordChange } from '../domain/audit/record-change.ts';
import { showRun } from '../http/routes/sync-schemas.ts';
import type { OpenDatabase } from '../platform/db/open.ts';
import type { ReadBatch } from '../platform/db/types.ts';
import { openForRosters } from '../rosters/accept/open-for-rosters.ts';
import { incomingRoster, submitRoster } from '../rosters/accept/submit-roster.ts';
import { previewRoster } from '../rosters/apply/preview-roster.ts';
import { compareRosters, findPair } from '../rosters/earlier/compare-rosters.ts';
import { readEarlierRoster, requireEarlierRun } from '../rosters/earlier/earlier-roster.ts';
import type { EarlierRun } from '../rosters/earlier/earlier-rosters-sql.ts';
import { bodyOf } from '../rosters/receive/body-of.ts';
import { readRun } from '../rosters/runs/read-run.ts';
import { positiveNumber } from './arguments.ts';
import { naming, table, withDatabase } from './command.ts';
import { aboutSync, describeCounts, describeRun, syncOf } from './sync-output.ts';

/** Commands for the rosters of earlier syncs (docs/sync.md, "Earlier rosters"). */
export function addEarlierRosters(syncs: Command): void {
  const find = async (
    { sql }: OpenDatabase,
    command: Command,
  ): Promise<{ companyId: number; run: EarlierRun }> => {
    const { companyId, integrationId, syncId } = await syncOf(sql, command);
    const found = requireEarlierRun(sql, companyId, integrationId, { syncId });
    return { companyId, run: await naming(`sync ${syncId}`, found) };
  };
  const batchesOf = ({ sql }: OpenDatabase, companyId: number, run: EarlierRun) => {
    const read: ReadBatch = (work) => work(sql);
    return readEarlierRoster(read, companyId, run);
  };

  const roster = aboutSync(
    syncs.command('roster').description('print the roster of a sync, as the API takes it; this is audited'),
  );
  withDatabase(roster, async (database) => {
    const { companyId, run } = await find(database, roster);
    const entries = (await Array.fromAsync(batchesOf(database, companyId, run))).flat();
    await recordChange(database.sql, companyId, {
      actor: OPERATOR,
      action: 'roster-downloaded',
      subject: { type: 'hr-integration', id: run.integrationId },
      details: { runId: run.id, entries: run.entryCount },
    });
    const data = { syncId: run.syncId, employees: entries };
    return { data, lines: [JSON.stringify(data, null, 2)] };
  });

  const compare = aboutSync(syncs.command('compare').description('compare the rosters of two syncs'))
    .option(
      '--with <sync>',
      'the other sync: "previous", "today" (the latest applied one) or its syncId',
      'previous',
    )
    .option('--last <n>', 'number of people to list of each kind', positiveNumber, 20);
  withDatabase(compare, async ({ sql }) => {
    const { companyId, integrationId, syncId } = await syncOf(sql, compare);
    const { with: given, last } = compare.opts<{ with: string; last: number }>();
    const other = given === 'previous' || given === 'today' ? given : { syncId: given };
    const pair = await naming(
      `sync ${syncId}, or its ${given} sync,`,
      findPair(sql, companyId, integrationId, { syncId }, other),
    );
    const { counts, differences } = await compareRosters(sql, companyId, pair, last);
    const { before, after } = pair;
    const rows = differences.map(({ difference, hrId, firstName, lastName, fields }) => [
      difference,
      hrId,
      `${firstName} ${lastName}`,
      Object.entries(fields)
        .map(([name, { from, to }]) => `${name}: ${shown(from)} -> ${shown(to)}`)
        .join(', '),
    ]);
    const total = counts.came + counts.left + counts.changed;
    return {
      data: { before: before.syncId, after: after.syncId, counts, differences },
      lines: [
        `From sync ${before.syncId} (${before.entryCount} entries) to sync ${after.syncId} (${after.entryCount} entries): ` +
          (total === 0
            ? 'no differences'
            : `${counts.left} left, ${counts.came} came, ${counts.changed} changed`),
        ...(total === 0 ? [] : table(['DIFFERENCE', 'NUMBER', 'PERSON', 'FIELDS'], rows)),
        ...(total > rows.length ? [`… and ${total - rows.length} more (--last ${total})`] : []),
      ],
    };
  });

  const again = aboutSync(
    syncs.command('send-again').description('send the roster of an earlier sync again'),
  ).option('--preview', 'show what it would change, and change nothing');
  withDatabase(again, async (database, { baseUrl, rosterLimits }) => {
    const { companyId, run } = await find(database, again);
    const body = bodyOf(`again-${randomUUID()}`, batchesOf(database, companyId, run));
    const acceptance = {
      companyId,
      integrationId: run.integrationId,
      submitter: { keyId: null, userId: null },
      scope: WHOLE_COMPANY,
      limits: rosterLimits,
      repeatsRunId: run.id,
    };
    if (again.opts<{ preview?: boolean }>().preview) {
      const integration = await openForRosters(database.sql, companyId, run.integrationId);
      await using incoming = incomingRoster(database, acceptance, integration);
      const received = await incoming.read(body);
      const stop = { signal: new AbortController().signal, short: database.sql };
      const { integrationId } = run;
      const { counts, isHeld, changes } = await previewRoster(
        database.bulk,
        companyId,
        integrationId,
        WHOLE_COMPANY,
        received,
        stop,
      );
      const rows = changes.map(({ outcome, hrId, before, after }) => [
        outcome,
        hrId,
        [(after ?? before)?.firstName, (after ?? before)?.lastName].filter(Boolean).join(' '),
      ]);
      return {
        data: { counts, wouldBeHeld: isHeld },
        lines: [
          `Preview of ${counts.entries} entries: ${describeCounts(counts)}`,
          ...(rows.length > 0 ? table(['OUTCOME', 'NUMBER', 'PERSON'], rows) : []),
          ...(isHeld ? ['The offboardings would be held for approval.'] : []),
          'Nothing was changed.',
        ],
      };
    }
    const sent = await submitRoster(database, acceptance, body);
    if (sent.outcome === 'refused') throw sent.refusal;
    const accepted = await readRun(database.sql, companyId, run.integrationId, sent);
    return {
      data: showRun(accepted, baseUrl),
      lines: [...describeRun(accepted), 'A running service applies it. Follow it with: transit syncs show'],
    };
  });
}

const shown = (value: unknown) =>
  value === null ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value);
