import type { Command } from 'commander';
import { formatEuros } from '../../texts/format.ts';
import { languageOf } from '../../texts/language.ts';
import { figuresOf, handOver, previewHandover } from '../company/handovers/hand-over.ts';
import type { HandoverContent } from '../company/handovers/handover-content.ts';
import type { PayrollMonthState } from '../company/handovers/list-payroll-months.ts';
import { takeBackHandover } from '../company/handovers/take-back.ts';
import type { LineSums } from '../company/payroll/handovers-sql.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { naming, table, withDatabase, withTransaction } from './command.ts';
import { confirm } from './confirm.ts';
import { ofMonth, readForCommand } from './statement-export.ts';

interface Options {
  company: number;
  month: string;
}

/** Handing months over to payroll: docs/costs.md. */
export function addHandover(statements: Command): void {
  const over = ofMonth(
    statements
      .command('hand-over')
      .description(
        'hand a month over to payroll: its files do not change any more, later changes are corrections in the next month',
      ),
  ).option('--yes', 'do not ask; needed without a terminal');
  withDatabase(over, async ({ sql, bulk }) => {
    const { company: companyId, month } = over.opts<Options>();
    const { company } = await readForCommand(sql, companyId, month);
    const wanted = { month, language: languageOf(company.locale) };
    const preview = await previewHandover(bulk, companyId, wanted);
    await confirm(over, describe(month, preview), 'Hand the month over?');
    const content = await bulk.begin((tx) =>
      handOver(tx, companyId, OPERATOR, { ...wanted, expected: preview.mark }),
    );
    const digests = content.files.map(({ format, digest }) => ({ format, digest }));
    return {
      data: { companyId, month, ...jsonOf(content), files: digests },
      lines: [
        ...describe(month, content),
        ...table(
          ['FILE', 'SHA-256'],
          digests.map(({ format, digest }) => [format, digest ?? '–']),
        ),
        `'transit statements export --month ${month} --format …' writes the files.`,
      ],
    };
  });

  const back = ofMonth(
    statements
      .command('take-back')
      .description('take the last handover back, if payroll has not booked its files'),
  ).requiredOption('--reason <text>', 'for the audit log');
  withTransaction(back, async (tx) => {
    const { company: companyId, month, reason } = back.opts<Options & { reason: string }>();
    const taken = takeBackHandover(tx, companyId, OPERATOR, { month, reason });
    await naming(`handover of ${month}`, taken);
    return { data: { companyId, month }, lines: [`The handover of ${month} was taken back.`] };
  });
}

const jsonOf = (content: HandoverContent) => ({
  ...figuresOf(content),
  corrections: content.corrections.people,
});

function describe(month: string, { files, corrections, ...content }: HandoverContent): string[] {
  return [
    `${month}: ${sums(content)}.`,
    ...(corrections.people > 0 ? [`Of that corrections of the month before: ${sums(corrections)}.`] : []),
    ...files.flatMap(({ format, refusal }) => (refusal ? [`No ${format}: ${refusal.message}`] : [])),
  ];
}

function sums({ people, tickets, withheldCents, taxFreeCents, earlierYearCents }: LineSums): string {
  const euros = (cents: number) => formatEuros(cents, 'en');
  const earlier = earlierYearCents === 0 ? '' : `, ${euros(earlierYearCents)} of an earlier year`;
  return `${people} people, ${tickets} tickets, ${euros(withheldCents)} withheld, ${euros(taxFreeCents)} tax-free${earlier}`;
}

const STATES = {
  running: 'Not ready for payroll yet.',
  ready: 'Ready for payroll, not handed over.',
  earlier: 'Before the first month that was handed over.',
} as const;

/** The state of a month in a sentence. */
export function describeState({ state, handover, corrections }: PayrollMonthState): string {
  if (state !== 'handed-over' || !handover) return STATES[state as keyof typeof STATES];
  const by = handover.by.name ?? `the ${handover.by.type}`;
  const later = corrections > 0 ? ` Booked since, in the files of the next month: ${corrections}.` : '';
  const files = handover.figures ? ` Its files: ${sums(handover.figures)}.` : '';
  return `Handed over on ${handover.handedOverAt.toISOString()} by ${by}.${files}${later}`;
}
