import type { Language } from '../../../texts/language.ts';
import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import {
  freezePeople,
  type Handover,
  insertHandover,
  type LineSums,
  listed,
} from '../payroll/handovers-sql.ts';
import { readMonthNow } from '../payroll/payroll-month.ts';
import { type HandoverContent, readContent } from './handover-content.ts';
import { requireNext } from './require-next.ts';

interface Wanted {
  /** YYYY-MM */
  month: string;
  /** Of the files. */
  language: Language;
}

/**
 * Hands a month over to payroll. From then on its files are the same to the byte; charges that are booked later are corrections in
 * the files of the month after.
 */
export async function handOver(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  { month, language, expected }: Wanted & { expected?: string },
): Promise<HandoverContent> {
  return await inDay(tx, companyId, 'short', async (day) => {
    await requireNext(tx, day, month);
    await freezePeople(tx, day, month);
    const of = await readMonthNow(tx, companyId, { month, language });
    const content = await readContent(tx, { ...of, isFrozen: true });
    if (content.people === 0) throw refused('nothing-to-hand-over');
    if (expected !== undefined && expected !== markOf(content)) throw refused('month-changed');
    const digests = digestsOf(content);
    await insertHandover(tx, day, actor, {
      month,
      settings: of.settings,
      digests,
      figures: figuresOf(content),
    });
    await recordChange(tx, companyId, {
      actor,
      action: 'month-handed-over',
      subject: { type: 'company', id: companyId },
      details: { month, ...describe(content), digests: listed(digests) },
    });
    return content;
  });
}

/** What `handOver` would hand over now. Reads only. */
export async function previewHandover(
  sql: Sql,
  companyId: number,
  { month, language }: Wanted,
): Promise<HandoverContent & { mark: string }> {
  const content = await readContent(sql, await readMonthNow(sql, companyId, { month, language }));
  return { ...content, mark: markOf(content) };
}

/** Changes whenever a line changes: the tax-free list has all of them. */
function markOf({ files }: HandoverContent): string {
  return files.find(({ format }) => format === 'tax-free')?.digest ?? '';
}

function digestsOf({ files }: HandoverContent): Handover['digests'] {
  return Object.fromEntries(
    files.flatMap(({ format, digest }) => (digest === null ? [] : [[format, digest]])),
  );
}

export function figuresOf({
  people,
  tickets,
  withheldCents,
  taxFreeCents,
  earlierYearCents,
}: LineSums): LineSums {
  return { people, tickets, withheldCents, taxFreeCents, earlierYearCents };
}

/** For the audit log. */
function describe({ people, withheldCents, taxFreeCents, earlierYearCents, corrections }: HandoverContent) {
  return {
    ...{ people, withheldCents, taxFreeCents },
    ...(earlierYearCents !== 0 && { earlierYearCents }),
    corrections: corrections.people,
  };
}
