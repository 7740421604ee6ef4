import type { actNames, acts } from './en/acts.ts';

/** What an action of an employee means: src/views/requests/outcome.ts. */
interface Act {
  action: keyof typeof actNames;
  /** The name of the chosen plan. */
  plan: string | null;
  effectiveOn: string | null;
  untilOn: string | null;
  offered: boolean;
  dropped: boolean;
}

interface Dates {
  day: (day: string) => string;
  month: (month: string) => string;
}

/** The same sentences as for an action of HR. */
export function describeAct(act: Act, words: typeof acts, { day, month }: Dates): string[] {
  const { action, plan, effectiveOn, untilOn, offered } = act;
  const on = effectiveOn === null ? '–' : day(effectiveOn);
  switch (action) {
    case 'enrol':
      return [words.starts(on), ...(offered ? [words.offered] : [])];
    case 'change-plan':
      return plan === null
        ? [words.planKept]
        : [words.plan(plan, on), ...(offered ? [words.planOffered] : [])];
    case 'pause':
      return [words.paused(on, untilOn && day(untilOn))];
    case 'resume':
      return [words.resumed(on)];
    case 'cancel':
      return [act.dropped ? words.dropped : words.ends(on, lastMonthBefore(effectiveOn, month))];
    case 'withdraw-cancellation':
      return [words.withdrawn];
  }
}

function lastMonthBefore(first: string | null, month: Dates['month']): string {
  if (first === null) return '–';
  const date = new Date(`${first.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return month(date.toISOString().slice(0, 7));
}
