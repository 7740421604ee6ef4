import type { Command } from 'commander';
import { requireIntegration } from '../company/integrations/require-integration.ts';
import type { Sql } from '../platform/db/types.ts';
import type { Run } from '../rosters/runs/run.ts';
import { OUTCOMES, WARNINGS, type Warning } from '../rosters/runs/sync-outcomes.ts';
import { wholeNumber } from './arguments.ts';

/** A command about one sync. */
export function aboutSync(command: Command): Command {
  return command
    .argument('<syncId>', 'syncId of the roster')
    .requiredOption('--integration <id>', 'integration id', wholeNumber);
}

/** The sync that the command is about. */
export async function syncOf(sql: Sql, command: Command) {
  const { integration } = command.opts<{ integration: number }>();
  return {
    companyId: await requireIntegration(sql, integration),
    integrationId: integration,
    syncId: String(command.args[0]),
  };
}

export function describeRun(run: Run): string[] {
  return [
    `Sync ${run.syncId}: ${run.status}`,
    ...(run.repeatsSyncId === null ? [] : [`  repeats      the roster of sync ${run.repeatsSyncId}`]),
    `  accepted     ${run.acceptedAt.toISOString()}`,
    `  finished     ${run.finishedAt?.toISOString() ?? '–'}`,
    `  entries      ${run.entryCount}`,
    `  result       ${summaryOf(run)}`,
    `  unchanged    ${run.counts.unchanged ?? '–'}`,
    ...(run.counts.invalid ? [`  invalid      ${run.counts.invalid}`] : []),
    ...(run.counts.waitingForEnrolment ? [`  wait for enrolment  ${run.counts.waitingForEnrolment}`] : []),
    ...describeWarnings(run.warnings),
  ];
}

/** A short summary of what changed. */
export function summaryOf({ counts, failure }: Run): string {
  return failure ?? describeCounts(counts);
}

export function describeCounts(counts: Run['counts']): string {
  const changed = OUTCOMES.filter((outcome) => (counts[outcome] ?? 0) > 0).map(
    (outcome) => `${counts[outcome]} ${outcome}`,
  );
  return changed.join(', ') || (counts.entries === undefined ? '–' : 'nothing changed');
}

/** With invalid entries, what is invalid in each: the entry, the field and the reason. */
export function describeWarnings(warnings: readonly Warning[]): string[] {
  return warnings.flatMap((warning) => [
    describeWarning(warning),
    ...(warning.errors ?? []).map(({ pointer, hrId, message }) => {
      const [, , position, ...field] = pointer.split('/');
      const number = hrId === undefined || hrId === null ? '' : ` (number ${hrId})`;
      return `    entry ${position}${number}: ${field.join('/') || 'the entry'} ${message}`;
    }),
  ]);
}

function describeWarning(warning: Warning): string {
  const { code, count, pointers, hrIds, name, similarName, outOf } = warning;
  if (outOf !== undefined) return `  warning      ${count} of ${outOf}: ${WARNINGS[code]}`;
  const named = name === undefined ? '' : ` ${name}${similarName ? ` (${similarName}?)` : ''}`;
  const places = pointers.slice(0, 3).map((pointer, at) => {
    const hrId = hrIds?.[at] ?? null;
    return hrId === null ? pointer : `${pointer} (number ${hrId})`;
  });
  return `  warning      ${count}x ${WARNINGS[code]}${named} ${places.join(', ')}`.trimEnd();
}
