import { type Act, actsOf, createdIn, type When } from './acts.ts';
import { COMPANY, FIRST_MONTH, INTEGRATIONS, SUBSIDY_CENTS } from './company.ts';
import { type DemoDocument, renderDocuments } from './documents.ts';
import { PEOPLE } from './people.ts';
import type { Person } from './person.ts';
import { type IntegrationKey, rosterOf } from './roster.ts';
import { addDays, earlier, type Timeline } from './timeline.ts';

/** A step of the story. Everything that it writes gets the time `at`. */
export interface Step {
  at: Date;
  happens: Happening;
}

export type Happening =
  | { type: 'company-created' }
  | { type: 'clock'; to: string }
  | { type: 'roster'; integration: IntegrationKey; syncId: string; entries: object[]; fails?: true }
  | { type: 'roster-again'; integration: IntegrationKey; syncId: string; entries: object[] }
  | { type: 'acts'; acts: { owner: number; act: Act }[] }
  | { type: 'subsidy'; cents: number }
  | { type: 'groups' }
  | { type: 'hold'; integration: IntegrationKey; percent: number | null }
  | { type: 'answers'; when: When }
  | { type: 'hand-over'; month: string }
  | { type: 'document'; document: DemoDocument };

/** The days of a month on which something happens. Cancellations count from the next first up to the 10th. */
const DAY = 9;
const LATE_DAY = 20;

/** The first month that is handed over to payroll. */
const FIRST_HANDOVER = -12;

/** Of the last nights, the latest is number 1. */
const NIGHTS = 14;
const FAILED_NIGHT = 12;
const RESUBMITTED_NIGHT = 9;
const HELD_NIGHT = 6;

/** No two steps are closer than this: the times that a step writes stay in its own span. */
export const SPAN_MS = 2_000;

/** The whole story: who does what when, for any business date. */
export async function writeScript(timeline: Timeline): Promise<Step[]> {
  const begin = { at: companyCreatedAt(timeline), happens: { type: 'company-created' } } as const;
  const steps = [
    ...monthly(timeline),
    ...nightly(timeline),
    ...today(timeline),
    ...(await uploads(timeline)),
  ];
  // Sorting is stable: what happens at the same time keeps its order.
  return apart([begin, ...steps.sort((one, other) => +one.at - +other.at)], timeline.now);
}

export function companyCreatedAt(timeline: Timeline): Date {
  return timeline.moment(timeline.day(FIRST_MONTH, 2), '09:00:00');
}

/** Moves steps back where they are too close to the next one or to the present. */
function apart(steps: readonly Step[], now: Date): Step[] {
  let next = now.getTime();
  const moved = steps.toReversed().map(({ at, happens }) => {
    next = Math.min(at.getTime(), next - SPAN_MS);
    return { at: new Date(next), happens };
  });
  return moved.reverse();
}

function monthly(timeline: Timeline): Step[] {
  const steps: Step[] = [];
  for (let month = FIRST_MONTH; month < 0; month++) {
    if (month > FIRST_MONTH) steps.push(clockTo(timeline.month(month), timeline));
    const day = timeline.day(month, DAY);
    const add = (time: string, happens: Happening) => steps.push({ at: timeline.moment(day, time), happens });
    steps.push(clockTo(day, timeline));
    for (const key of ['hr', 'api'] as const)
      if (month >= INTEGRATIONS[key].since)
        steps.push(roster(key, day, rosterOf(key, month, timeline), timeline));
    if (month === -1) {
      add('08:40:00', { type: 'subsidy', cents: SUBSIDY_CENTS.now });
      add('08:45:00', { type: 'groups' });
      add('08:50:00', { type: 'answers', when: month });
    }
    const acts = actsIn(month);
    if (acts.length > 0) add('09:15:00', { type: 'acts', acts });
    add('17:20:00', { type: 'answers', when: month });
    if (month >= FIRST_HANDOVER) add('17:40:00', { type: 'hand-over', month: day.slice(0, 7) });
  }
  const late = timeline.day(-1, LATE_DAY);
  const acts = { type: 'acts' as const, acts: actsIn('late') };
  return [...steps, clockTo(late, timeline), { at: timeline.moment(late, '09:15:00'), happens: acts }];
}

const actsIn = (when: When) =>
  PEOPLE.flatMap((person, owner) =>
    actsOf(person).flatMap(({ when: theirs, act }) => (theirs === when ? [{ owner, act }] : [])),
  );

/** The company's zone is one or two hours ahead: this is shortly after midnight there. */
function clockTo(day: string, timeline: Timeline): Step {
  return { at: timeline.moment(addDays(day, -1), '23:01:00'), happens: { type: 'clock', to: day } };
}

function roster(
  integration: IntegrationKey,
  day: string,
  entries: object[],
  timeline: Timeline,
  details: { fails?: true } = {},
): Step {
  const at = timeline.moment(day, INTEGRATIONS[integration].time);
  return { at, happens: { type: 'roster', integration, syncId: `roster-${day}`, entries, ...details } };
}

/** The rosters of the last nights change nothing; but one fails, one is sent twice, and one lists half of the people and is held. */
function nightly(timeline: Timeline): Step[] {
  const entries = rosterOf('hr', -1, timeline);
  const steps: Step[] = [];
  for (let night = NIGHTS; night > 1; night--) {
    const day = addDays(timeline.today, 1 - night);
    const sent = night === HELD_NIGHT ? entries.slice(0, entries.length / 2) : entries;
    const hold = (percent: number | null) =>
      steps.push({
        at: timeline.moment(day, '00:30:00'),
        happens: { type: 'hold', integration: 'hr', percent },
      });
    if (night === HELD_NIGHT) hold(20);
    steps.push(roster('hr', day, sent, timeline, night === FAILED_NIGHT ? { fails: true } : {}));
    if (night === RESUBMITTED_NIGHT)
      steps.push({
        at: timeline.moment(day, '01:45:00'),
        happens: { type: 'roster-again', integration: 'hr', syncId: `roster-${day}`, entries },
      });
    steps.push(roster('api', day, rosterOf('api', -1, timeline), timeline));
    if (night === HELD_NIGHT - 2) hold(null);
  }
  return steps;
}

function today(timeline: Timeline): Step[] {
  const { today: day } = timeline;
  const clocks = [timeline.month(0), day].filter((to, index, all) => all.indexOf(to) === index);
  const rosters = (['hr', 'api'] as const).map((key) =>
    roster(key, day, rosterOf(key, 0, timeline), timeline),
  );
  return [
    ...clocks.map((to) => clockTo(to, timeline)),
    ...rosters,
    { at: timeline.moment(day, '08:15:00'), happens: { type: 'acts', acts: actsIn('today') } },
    { at: timeline.moment(day, '08:45:00'), happens: { type: 'answers', when: 'today' } },
  ];
}

async function uploads(timeline: Timeline): Promise<Step[]> {
  const documents = await renderDocuments(
    timeline,
    COMPANY.name,
    PEOPLE.map((person) => knownSince(person, timeline)),
  );
  return documents.map((document) => ({ at: document.createdAt, happens: { type: 'document', document } }));
}

/** When the person's record is created: by the first roster that lists them, or by hand. */
function knownSince(person: Person, timeline: Timeline): Date {
  const listed = person.links
    .filter(({ hrId }) => hrId !== null)
    .map(({ seen, integration }) => seen ?? INTEGRATIONS[integration].since);
  const months = listed.length > 0 ? listed : [createdIn(person)];
  return timeline.moment(timeline.day(Math.min(...months), DAY), '09:15:00');
}

/** The month of a step, as progress shows it. */
export function monthOf({ at }: Step, { now }: Timeline): string {
  return earlier(at, now).toISOString().slice(0, 7);
}
