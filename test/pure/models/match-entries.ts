/** The matching rules of docs/sync.md, entry by entry, with plain loops over all people. */
import { type Entry, type Identity, isManual, type Link, type Person } from './roster-facts.ts';

type How = 'set-aside' | 'present' | 'rehired' | 'waiting' | 'renumbered' | 'adopted' | 'added';

export interface Match {
  entry: Entry;
  how: How;
  reason: string;
  person: Person | undefined;
  /** The link of the entry; undefined if a new one is needed. */
  link: Link | undefined;
  isConflict: boolean;
  /** The present link of somebody else whom the entry describes. */
  described: Link | undefined;
  /** The match whose entry describes the person of this one, and whose person this entry describes. */
  exchangedWith: Match | undefined;
  /** Another entry that comes before it may list the same person, or a twin. */
  duplicate: Duplicate | undefined;
}

/** Two numbers that were listed as one person, with the decision about them. */
export interface Pair {
  first: string;
  other: string;
  decision: 'same-person' | 'two-people' | null;
}

interface Duplicate {
  first: Entry;
  isTwin: boolean;
  isSetAside: boolean;
  isReported: boolean;
}

export interface Circumstances {
  kept: ReadonlyMap<Person, unknown>;
  today: string;
  pairs: readonly Pair[];
  /** What the numbers list that are in an open conflict; both of two exchanged ones. */
  contested: readonly { link: Link; entry: Entry }[];
  /** The sender is a key that is restricted to the integration. */
  isRestricted: boolean;
}

/** The people whom invalid entries name by a present number, or by a number that they had last. */
export function peopleOfInvalid(
  integration: number,
  invalid: readonly Entry[],
  links: readonly Link[],
): Map<Person, 'present' | 'ended'> {
  const found = new Map<Person, 'present' | 'ended'>();
  for (const { hrId } of invalid) {
    const having = links.filter((link) => link.integration === integration && link.hrId === hrId);
    const link = having.find(({ present }) => present) ?? having.at(-1);
    if (link) found.set(link.person, link.present ? 'present' : 'ended');
  }
  return found;
}

/**
 * Returns the matches in the order of the entries, which are valid. `links` are all links of the company, the oldest
 * first. Nobody in `kept` is matched, except by a present number. A restricted sender knows only the people with a link to
 * the integration.
 */
export function matchEntries(
  integration: number,
  entries: readonly Entry[],
  people: readonly Person[],
  links: readonly Link[],
  { kept, today, pairs, contested, isRestricted }: Circumstances,
): Match[] {
  const here = links.filter((link) => link.integration === integration);
  const isInScope = (person: Person) => !isRestricted || here.some((link) => link.person === person);
  const isPresent = ({ hrId }: Entry) => here.some((link) => link.present && link.hrId === hrId);
  const duplicates = findDuplicates(
    entries.filter(({ terminationDate }) => terminationDate === null || terminationDate >= today),
    isPresent,
    pairs,
  );
  const matches = new Map<Entry, Match>();
  const found = (
    entry: Entry,
    how: How,
    reason: string,
    link: Link | undefined,
    person: Person | undefined,
  ) => {
    const duplicate = duplicates.get(entry);
    const undecided = { isConflict: false, described: undefined, exchangedWith: undefined };
    return matches.set(entry, { entry, how, reason, link, person, ...undecided, duplicate });
  };
  const isListed = (person: Person) =>
    kept.has(person) || [...matches.values()].some((match) => match.person === person);
  const unknown = () => entries.filter((entry) => !matches.has(entry));

  for (const [entry, { isSetAside }] of duplicates)
    if (isSetAside) found(entry, 'set-aside', '', undefined, undefined);

  const isOver = ({ terminationDate }: Entry) => terminationDate !== null && terminationDate < today;
  const over = entries.filter(isOver);
  const namesakes = (entry: Entry) => entries.filter((other) => isSamePerson(entry, other, pairs));
  for (const entry of over)
    if (!isPresent(entry) && namesakes(entry).some((other) => !isOver(other) || isPresent(other)))
      found(entry, 'set-aside', '', undefined, undefined);
  const heirs = new Map<Entry, { left: Entry; link: Link }>();
  for (const link of here.filter(({ present }) => present)) {
    const left = over.find(({ hrId }) => hrId === link.hrId);
    if (!left || kept.has(link.person)) continue;
    const employed = namesakes(left).filter((other) => !isOver(other));
    if (employed.some(isPresent)) continue;
    const [heir] = employed
      .filter((other) => !matches.has(other) && !contradict(link.person, other))
      .toSorted((a, b) => compare([a.hrId], [b.hrId]));
    if (heir && !heirs.has(heir)) heirs.set(heir, { left, link });
  }
  for (const [heir, { left, link }] of heirs) {
    found(left, 'set-aside', '', undefined, undefined);
    found(heir, 'renumbered', 'new-number', undefined, link.person);
  }

  for (const entry of unknown()) {
    const link = here.find((one) => one.present && one.hrId === entry.hrId);
    if (link) found(entry, 'present', 'roster-differs', link, link.person);
  }

  const successors = new Map<Entry, Person>();
  for (const { hrId, person, present } of here) {
    if (!present || kept.has(person) || entries.some((entry) => entry.hrId === hrId)) continue;
    const partners = pairs
      .filter(
        ({ first, other, decision }) => [first, other].includes(hrId ?? '') && decision !== 'two-people',
      )
      .flatMap(({ first, other }) => [first, other]);
    const [successor] = unknown()
      .filter((entry) => partners.includes(entry.hrId) && !contradict(person, entry))
      .toSorted((a, b) => compare([a.startDate, a.hrId], [b.startDate, b.hrId]));
    if (successor && !successors.has(successor)) successors.set(successor, person);
  }
  for (const [entry, person] of successors) found(entry, 'renumbered', 'new-number', undefined, person);

  const returning = new Map<Person, { entry: Entry; link: Link }>();
  for (const entry of unknown()) {
    const link = here.findLast((one) => !one.present && one.hrId === entry.hrId);
    if (!link || isListed(link.person)) continue;
    const other = returning.get(link.person);
    if (!other || other.link.age < link.age) returning.set(link.person, { entry, link });
  }
  for (const [person, { entry, link }] of returning)
    found(entry, 'rehired', 'known-number-returned', link, person);
  for (const match of matches.values()) {
    match.described = describedLink(match, here);
    const isStillOpen =
      isChanged(match) &&
      contested.some(({ link, entry }) => link === match.link && isSameIdentity(entry, match.entry));
    match.isConflict = isOtherPerson(match) || match.described !== undefined || isStillOpen;
  }
  for (const match of matches.values())
    match.exchangedWith = [...matches.values()].find(
      (other) => match.link && other.link && other.link === match.described && other.described === match.link,
    );

  for (const entry of unknown())
    if (people.some((person) => !isInScope(person) && hasSameEmail(person, entry)))
      found(entry, 'waiting', 'known-outside-scope', undefined, undefined);

  const relatives = new Map(
    unknown().map((entry) => [
      entry,
      people.filter((person) => isInScope(person) && fits(person, entry) && !isListed(person)),
    ]),
  );
  const isTwin = (person: Person, entry: Entry) => {
    const theirs = here.filter((link) => link.person === person && !isManual(link));
    const names = [person.firstName, ...theirs.flatMap(({ listed }) => listed?.firstName ?? [])];
    return theirs.length > 0 && !names.some((name) => isSameText(name, entry.firstName));
  };
  const fitting = new Map(
    [...relatives].map(([entry, those]) => [entry, those.filter((person) => !isTwin(person, entry))]),
  );
  for (const [entry, [person, another]] of fitting) {
    const isOnly = [...fitting].every(
      ([other, those]) => other === entry || !those.includes(person as Person),
    );
    if (!person || another || !isOnly) continue;
    const theirs = here.filter((link) => link.person === person);
    const byHand = theirs.find((link) => link.present && isManual(link));
    const before = theirs.filter((link) => !isManual(link));
    if (before.some((link) => link.present)) found(entry, 'renumbered', 'new-number', undefined, person);
    else if (before.length > 0) found(entry, 'rehired', 'returned-under-new-number', byHand, person);
    else found(entry, 'adopted', 'same-email-and-birth-date', byHand, person);
  }

  for (const entry of unknown()) {
    const isAmbiguous = (relatives.get(entry) ?? []).length > 0;
    found(entry, 'added', isAmbiguous ? 'ambiguous-match' : 'new-in-roster', undefined, undefined);
  }
  return entries.flatMap((entry) => matches.get(entry) ?? []);
}

/** The entries before which another one counts. An entry waits for one that comes before it in the order. */
function findDuplicates(
  employed: readonly Entry[],
  isPresent: (entry: Entry) => boolean,
  pairs: readonly Pair[],
): Map<Entry, Duplicate> {
  const keyOf = (entry: Entry) => [
    isPresent(entry) ? '0' : '1',
    entry.startDate,
    /^\d+$/.test(entry.hrId) ? entry.hrId.padStart(200, '0') : entry.hrId,
    entry.hrId,
  ];
  const inOrder = employed.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
  const decisionAbout = (a: Entry, b: Entry) =>
    pairs.find(({ first, other }) => [first, other].includes(a.hrId) && [first, other].includes(b.hrId))
      ?.decision ?? null;
  const duplicates = new Map<Entry, Duplicate>();
  for (const entry of inOrder) {
    const family = inOrder.filter((other) => fits(other, entry));
    const first = family.find((other) => isSameText(other.firstName, entry.firstName)) ?? entry;
    if (family[0] === entry || !family[0]) continue;
    if (first === entry) {
      duplicates.set(entry, { first: family[0], isTwin: true, isSetAside: false, isReported: true });
      continue;
    }
    const decision = decisionAbout(first, entry);
    const isSetAside = !isPresent(entry) && decision !== 'two-people';
    duplicates.set(entry, { first, isTwin: false, isSetAside, isReported: decision === null });
  }
  for (const entry of inOrder) {
    const before = inOrder.slice(0, inOrder.indexOf(entry));
    const same = before.find(
      (other) => decisionAbout(other, entry) === 'same-person' && !contradict(other, entry),
    );
    if (same && !isPresent(entry) && !duplicates.get(entry)?.isSetAside) {
      // A twin is still reported. Nobody is asked about the pair again.
      const { isReported = false, isTwin = false } = duplicates.get(entry) ?? {};
      duplicates.set(entry, { first: same, isTwin, isSetAside: true, isReported });
    }
  }
  return duplicates;
}

/** Two entries list one person: by their data, unless decided otherwise, or by a decision. */
function isSamePerson(one: Entry, other: Entry, pairs: readonly Pair[]): boolean {
  if (one === other) return false;
  const decision = pairs.find(
    ({ first, other: second }) => [first, second].includes(one.hrId) && [first, second].includes(other.hrId),
  )?.decision;
  const isAlike = fits(one, other) && isSameText(one.firstName, other.firstName);
  return decision === 'same-person'
    ? isAlike || !contradict(one, other)
    : isAlike && decision !== 'two-people';
}

function compare(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}

export function normalEmail(address: string): string {
  return address.normalize('NFKC').trim().toLowerCase();
}

export const hasSameEmail = (one: { email: string }, other: { email: string }) =>
  normalEmail(one.email) === normalEmail(other.email);

function fits(person: Identity, entry: Entry): boolean {
  return hasSameEmail(person, entry) && person.dateOfBirth === entry.dateOfBirth;
}

/** The entry fits neither the record nor what the number last listed. */
export function isOtherPerson({ entry, person, link }: Match): boolean {
  const known = [person, link?.listed].filter((identity) => identity != null);
  return known.length > 0 && known.every((identity) => contradict(identity, entry));
}

/** The entry has another first name or birth date than the record, and not what its number listed before. */
function isChanged({ entry, person, link }: Match): boolean {
  if (!person || !link) return false;
  const isOther = !isSameText(person.firstName, entry.firstName) || person.dateOfBirth !== entry.dateOfBirth;
  return isOther && !(link.listed && isSameIdentity(link.listed, entry));
}

/** The oldest present link of another person with first name, e-mail address and birth date of a changed entry. */
function describedLink(match: Match, here: readonly Link[]): Link | undefined {
  const { entry, person } = match;
  if (!isChanged(match)) return undefined;
  return here.find(
    (other) =>
      other.present && !isManual(other) && other.person !== person && isSameIdentity(other.person, entry),
  );
}

function contradict(one: Identity, other: Identity): boolean {
  return one.dateOfBirth !== other.dateOfBirth && !hasSameNameAndEmail(one, other);
}

export function isSameIdentity(one: Identity, other: Identity): boolean {
  return one.dateOfBirth === other.dateOfBirth && hasSameNameAndEmail(one, other);
}

function hasSameNameAndEmail(one: Identity, other: Identity): boolean {
  return isSameText(one.firstName, other.firstName) && hasSameEmail(one, other);
}

/** Compares names, ignoring case. */
export const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
