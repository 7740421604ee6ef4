import { terminationDate } from './build-links.ts';
import type { Row } from './demo-sql.ts';
import type { MonthSpan, Person, Term } from './person.ts';
import { later, type Timeline } from './timeline.ts';

const MAIL_DOMAIN = 'lindenau.example';

export function employeeRow(
  person: Person,
  index: number,
  timeline: Timeline,
  facts: { id: number; createdAt: Date; offer: { id: number; status: string } | undefined },
): Row {
  const { term, pastTerm, nextPlan } = person;
  const pausedBefore = pastTerm?.paused;
  const { createdAt } = facts;
  return {
    id: facts.id,
    first_name: person.firstName,
    last_name: person.lastName,
    email: emailOf(person),
    date_of_birth: dateOfBirth(person, timeline),
    profile_image: index % 3 === 0 ? `https://example.com/people/${localPart(person)}.jpg` : null,
    term_number: (term ? 1 : 0) + (pastTerm ? 1 : 0),
    term_start: term ? timeline.month(term.start) : null,
    term_end_hr: endOf(term, 'hr', timeline),
    term_end_hr_cause: endCause(person, timeline),
    term_end_person: endOf(term, 'person', timeline),
    term_end_contract: endOf(term, 'contract', timeline),
    term_reopened_on: term?.reopened === undefined ? null : timeline.day(term.reopened, 9),
    pauses_hr: multirange(term ? pausesOfAbsences(person) : [], timeline),
    pauses_person: multirange(term?.paused ? [term.paused] : [], timeline),
    earlier_paused_on: pausedBefore ? timeline.month(pausedBefore[0]) : null,
    earlier_reactivated_on: pausedBefore?.[1] == null ? null : timeline.month(pausedBefore[1]),
    plan_type: person.plan ?? null,
    next_plan_type: nextPlan ?? null,
    next_plan_from: nextPlan ? timeline.month(1) : null,
    offer_id: facts.offer?.id ?? null,
    contract_status: facts.offer?.status ?? null,
    created_at: createdAt,
    updated_at: later(createdAt, new Date(timeline.now.getTime() - ((index * 37) % 400) * 60 * 60 * 1000)),
  };
}

export function pastTermRow(employeeId: number, term: Term, timeline: Timeline): Row {
  return {
    employee_id: employeeId,
    number: 1,
    start_on: timeline.month(term.start),
    end_hr: endOf(term, 'hr', timeline),
    end_hr_cause: endOf(term, 'hr', timeline) && 'omission',
    end_person: endOf(term, 'person', timeline),
    end_contract: endOf(term, 'contract', timeline),
    pauses_hr: '{}',
    pauses_person: multirange(term.paused ? [term.paused] : [], timeline),
  };
}

export function dateOfBirth(person: Person, { today }: Timeline): string {
  return `${Number(today.slice(0, 4)) - person.age}-${person.birthday}`;
}

function endOf(term: Term | undefined, owner: Term['endedBy'], timeline: Timeline): string | null {
  return term?.end === undefined || term.endedBy !== owner ? null : timeline.month(term.end);
}

/** The cause of the end as a sync writes it: the termination date, or the omission. */
function endCause(person: Person, timeline: Timeline): string | null {
  if (endOf(person.term, 'hr', timeline) === null) return null;
  const terminations = person.links.map((link) => terminationDate(link, person, timeline));
  const last = terminations
    .filter((date) => date !== null)
    .sort()
    .at(-1);
  return last ? `termination ${last}` : 'omission';
}

/** The months that absences pause. Vacations and absences that are only requested pause nothing. */
function pausesOfAbsences(person: Person): MonthSpan[] {
  return person.links
    .flatMap(({ absences }) => absences ?? [])
    .filter(({ type, status }) => type !== 'vacation' && status !== 'requested')
    .map(({ months }) => months);
}

function multirange(spans: readonly MonthSpan[], timeline: Timeline): string {
  const ranges = spans.map(
    ([from, until]) => `[${timeline.month(from)},${until === null ? '' : timeline.month(until)})`,
  );
  return `{${ranges.join(',')}}`;
}

function emailOf(person: Person): string {
  return person.email ?? `${localPart(person)}@${MAIL_DOMAIN}`;
}

const SPELLED: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ł: 'l',
  ı: 'i',
  ø: 'oe',
  đ: 'd',
};

/** Spells a name as e-mail addresses do: Jürgen Groß becomes juergen.gross. */
function localPart(person: Person): string {
  const spell = (name: string) =>
    name
      .toLowerCase()
      .replace(/[äöüßłıøđ]/g, (letter) => SPELLED[letter] ?? letter)
      .normalize('NFD')
      .replace(/[^a-z -]/g, '')
      .replaceAll(' ', '-');
  return `${spell(person.firstName)}.${spell(person.lastName)}`.slice(0, 64);
}
