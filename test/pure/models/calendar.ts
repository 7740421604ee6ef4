/** Days and months as numbers with a lookup table, so that a model can loop over years day by day. */
export type Day = number;
export type Month = number;

const FIRST_YEAR = 2015;
const LAST_YEAR = 2030;
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const texts: string[] = [];
const months: Month[] = [];
const firsts: Day[] = [];
const numbers = new Map<string, Day>();

for (let year = FIRST_YEAR; year <= LAST_YEAR; year++)
  for (const [index, usual] of DAYS_OF_MONTH.entries()) {
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    firsts.push(texts.length);
    for (let day = 1; day <= usual + (leap && index === 1 ? 1 : 0); day++) {
      const text = `${year}-${String(index + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      numbers.set(text, texts.length);
      texts.push(text);
      months.push(firsts.length - 1);
    }
  }

/** The models stop at this month: the tests create nothing later. */
export const HORIZON: Month = firsts.length - 6;

export function dayOf(text: string): Day {
  return assertFound(numbers.get(text), text);
}

export function textOf(day: Day): string {
  return assertFound(texts[day], day);
}

export function monthOf(day: Day): Month {
  return assertFound(months[day], day);
}

export function firstOf(month: Month): Day {
  return assertFound(firsts[month], month);
}

export function nextFirst(day: Day): Day {
  return firstOf(monthOf(day) + 1);
}

export function firstOnOrAfter(day: Day): Day {
  return firstOf(monthOf(day)) === day ? day : nextFirst(day);
}

export function numberInMonth(day: Day): number {
  return day - firstOf(monthOf(day)) + 1;
}

function assertFound<T>(found: T | undefined, asked: string | number): T {
  if (found === undefined) throw new Error(`${asked} lies outside the model's calendar`);
  return found;
}
