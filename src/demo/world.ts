import { employeeRow, pastTermRow } from './build-employee.ts';
import { linkRow } from './build-links.ts';
import { type OfferDraft, offersOf } from './build-offers.ts';
import { buildRuns, nightsOf, runRows, stayOf } from './build-runs.ts';
import type { Row } from './demo-sql.ts';
import { PEOPLE } from './people.ts';
import { type Link, type Person, SPLIT } from './person.ts';
import type { Timeline } from './timeline.ts';

export const COMPANY = {
  name: 'Lindenau & Sohn Fördertechnik GmbH',
  planType: SPLIT,
  subsidyCents: 2500,
  legalName: 'Lindenau & Sohn Fördertechnik GmbH',
  address: 'Kranweg 12\n04315 Leipzig',
  taxNumber: '231/123/45678',
  costCentre: '4711',
  wageType: '9052',
  /** The month in which the company started to use the service. */
  since: -15,
} as const;

export const INTEGRATIONS = {
  hr: { name: 'Stammblatt HR', type: 'hr-integration', since: -15, time: '01:15:00', isSmooth: false },
  api: { name: 'Nachtexport Werk Süd', type: 'api-integration', since: -8, time: '02:40:00', isSmooth: true },
} as const;

type Both<Value> = Record<keyof typeof INTEGRATIONS, Value>;

function forBoth<Value>(make: (key: keyof typeof INTEGRATIONS) => Value): Both<Value> {
  return { hr: make('hr'), api: make('api') };
}

/** Computed before ids are reserved: the offers of each person, and the nights with a roster. */
interface Outline {
  offers: OfferDraft[][];
  nights: Both<string[]>;
}

export interface Ids {
  employees: readonly number[];
  offers: readonly number[];
  runs: Both<readonly number[]>;
}

export interface Offer extends OfferDraft {
  id: number;
  employee_id: number;
}

/** All rows of the demo, without the ids of company and integrations. */
export interface World {
  employees: { id: number; createdAt: Date; row: Row }[];
  pastTerms: Row[];
  offers: Offer[];
  links: { integration: Link['integration']; row: Row }[];
  runs: Both<Row[]>;
}

export function outline(timeline: Timeline): Outline {
  return {
    offers: PEOPLE.map((person) => offersOf(person, COMPANY.planType, timeline)),
    nights: forBoth((key) => {
      const { since, time } = INTEGRATIONS[key];
      return nightsOf(timeline, timeline.day(since, 4), time);
    }),
  };
}

export function buildWorld(timeline: Timeline, { offers, nights }: Outline, ids: Ids): World {
  const runs = forBoth((key) =>
    buildRuns(nights[key], INTEGRATIONS[key].time, ids.runs[key], INTEGRATIONS[key].isSmooth),
  );
  const stays = PEOPLE.flatMap((person, index) =>
    person.links.map((link) => ({
      link,
      person,
      index,
      stay: link.hrId === null ? undefined : stayOf(link, runs[link.integration], timeline),
    })),
  );
  const idOf = (index: number) => ids.employees[index] ?? 0;
  const offerRows = withIds(offers, ids);
  const employees = PEOPLE.map((person, index) => {
    const added = stays.flatMap(({ index: whose, stay }) => (whose === index && stay ? [stay.added] : []));
    const createdAt = added[0]?.finishedAt ?? enteredAt(person, timeline);
    const offer = offerRows.findLast(({ employee_id }) => employee_id === idOf(index));
    const id = idOf(index);
    return { id, createdAt, row: employeeRow(person, index, timeline, { id, createdAt, offer }) };
  });
  return {
    employees,
    pastTerms: PEOPLE.flatMap(({ pastTerm }, index) =>
      pastTerm ? [pastTermRow(idOf(index), pastTerm, timeline)] : [],
    ),
    offers: offerRows,
    links: stays.map(({ link, person, index, stay }) => ({
      integration: link.integration,
      row: linkRow(link, person, index, timeline, { employeeId: idOf(index), stay }),
    })),
    runs: forBoth((key) => {
      const listed = stays.flatMap(({ link, stay }) => (link.integration === key && stay ? [stay] : []));
      return runRows(runs[key], listed);
    }),
  };
}

function withIds(offers: readonly OfferDraft[][], ids: Ids): Offer[] {
  const taken = ids.offers.values();
  return offers.flatMap((drafts, index) =>
    drafts.map((draft) => ({
      ...draft,
      id: taken.next().value ?? 0,
      employee_id: ids.employees[index] ?? 0,
    })),
  );
}

/** The creation time of a person who was added by hand. */
function enteredAt({ term }: Person, timeline: Timeline): Date {
  return timeline.moment(timeline.day(Math.min((term?.start ?? 0) - 2, -1), 16), '09:15:00');
}
