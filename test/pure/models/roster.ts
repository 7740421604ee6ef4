/**
 * A second implementation of the sync, written from docs/sync.md and not from the SQL. It handles one entry
 * at a time with plain loops, so that both implementations are unlikely to share a mistake. The lifecycle
 * model computes the effects on subscriptions.
 */
import { isDeepStrictEqual } from 'node:util';
import { nextFirst } from '../../../src/domain/calendar/months.ts';
import { textOf } from './calendar.ts';
import type { LifecycleModel } from './lifecycle.ts';
import {
  hasSameEmail,
  isOtherPerson,
  isSameIdentity,
  isSameText,
  type Match,
  matchEntries,
  normalEmail,
  type Pair,
  peopleOfInvalid,
} from './match-entries.ts';
import {
  differences,
  type Entry,
  type FactFields,
  type Fields,
  factsOf,
  isInvalid,
  isManual,
  type Link,
  NO_ADDRESS,
  NO_PAYROLL,
  type Person,
  payrollOf,
  type RecordFields,
  recordOf,
} from './roster-facts.ts';

const MAX_ATTEMPTS = 10;
const MAX_UNFINISHED = 20;
const MIN_FOR_PERCENT = 5;
const LARGE_PERCENT = 20;

type Status = 'queued' | 'running' | 'succeeded' | 'held' | 'superseded' | 'failed' | 'discarded';

interface Change {
  position: number | null;
  /** Undefined if the entry waits. */
  person: number | undefined;
  hrId: string;
  outcome: string;
  reason: string;
  fields: Fields;
}

export interface Run {
  integration: number;
  syncId: string;
  body: string;
  entries: Entry[];
  /** A key sent it that is restricted to the integration. */
  isRestricted: boolean;
  /** The position in the order of acceptance of the company. */
  order: number;
  status: Status;
  attempts: number;
  resubmissions: number;
  resubmittedDifferently: boolean;
  counts: Record<string, number>;
  /** The positions of the entries, by warning code. */
  warnings: Record<string, number[]>;
  changes: Change[];
  /** How the people of invalid entries were found. */
  kept: string[];
}

export interface Conflict {
  integration: number;
  hrId: string;
  link: Link;
  entry: Entry;
  syncId: string;
  isRestricted: boolean;
  /** The number with which this one seems to have been exchanged. */
  other: { link: Link; entry: Entry } | null;
}

/** An entry of a restricted key that waits for an admin. */
export interface WaitingEntry {
  integration: number;
  entry: Entry;
}

export interface OpenPair extends Pair {
  integration: number;
  /** The entry of the other number, until it is decided. */
  entry: Entry | null;
}

interface HeldEnd {
  link: Link;
  /** Null if the roster omits the person. */
  termination: string | null;
  /** The entry with the new number, if a renumbering is held. */
  renumbering: Entry | null;
  change: Change;
}

interface HoldRule {
  holdCount: number | null;
  holdPercent: number | null;
}

interface Integration extends HoldRule {
  runs: Run[];
  /** The syncIds of the applied runs. */
  applied: string[];
  held: HeldEnd[];
  /** The roster that need not be read again, as long as no fact changes. */
  mark: { run: Run; employees: string; facts: number } | null;
}

export class RosterModel {
  readonly people: Person[] = [];
  readonly links: Link[] = [];
  conflicts: Conflict[] = [];
  pairs: OpenPair[] = [];
  waiting: WaitingEntry[] = [];
  readonly integrations: Integration[];
  readonly #lifecycle: LifecycleModel;
  #accepted = 0;
  /** Counts the changes of links, people and settings. */
  #facts = 0;
  /** The people of whom a link has ended, until their records follow the next one. */
  readonly #unlinked = new Set<Person>();

  constructor(integrations: number, lifecycle: LifecycleModel) {
    this.#lifecycle = lifecycle;
    this.integrations = Array.from({ length: integrations }, () => ({
      holdCount: null,
      holdPercent: null,
      runs: [],
      applied: [],
      held: [],
      mark: null,
    }));
  }

  get today(): string {
    return textOf(this.#lifecycle.today);
  }

  // ---- accepting

  /** The roster is sent with `onInvalid=keep`. */
  accept(
    integration: number,
    syncId: string,
    body: string,
    entries: Entry[],
    isRestricted: boolean,
  ): 'accepted' | 'refused' | 'too-many' {
    if (!isAcceptable(entries)) return 'refused';
    const { runs } = this.#integration(integration);
    const known = runs.find((run) => run.syncId === syncId);
    if (known) {
      this.#resubmit(known, body, entries, isRestricted);
      return 'accepted';
    }
    const unfinished = runs.filter(({ status }) => status === 'queued' || status === 'running');
    if (unfinished.length >= MAX_UNFINISHED) return 'too-many';
    this.#settleHeld(integration, 'superseded', 'superseded-by-later-roster');
    const isUnchanged = this.#isUnchanged(integration, body);
    const run: Run = {
      integration,
      syncId,
      body,
      entries,
      isRestricted,
      order: this.#accepted++,
      status: 'queued',
      attempts: 0,
      resubmissions: 0,
      resubmittedDifferently: false,
      counts: {},
      warnings: {},
      changes: [],
      kept: [],
    };
    runs.push(run);
    if (isUnchanged) this.#applyUnread(run);
    return 'accepted';
  }

  #isUnchanged(integration: number, body: string): boolean {
    const { mark, runs } = this.#integration(integration);
    return mark?.run === runs.at(-1) && mark?.employees === employeesOf(body) && mark.facts === this.#facts;
  }

  /**
   * The service applies it without reading it. The model reads it all the same: the result must be the same. Only the possible
   * duplicates are those of the earlier run, which may have added the entry that comes first by now.
   */
  #applyUnread(run: Run): void {
    const repeated = this.#integration(run.integration).mark?.run.warnings['possible-duplicate'];
    run.attempts = 1;
    this.#apply(run);
    if (repeated) run.warnings['possible-duplicate'] = repeated;
    if (run.changes.length > 0) throw new Error('a roster that was not read would have changed something');
  }

  /** What a run may match is never widened by another sender. */
  #resubmit(run: Run, body: string, entries: Entry[], isRestricted: boolean): void {
    run.resubmissions++;
    if (body !== run.body) run.resubmittedDifferently = true;
    if (run.status !== 'failed') return;
    if (this.#isLatest(run))
      Object.assign(run, {
        status: 'queued',
        attempts: 0,
        body,
        entries,
        isRestricted: run.isRestricted || isRestricted,
      });
    else run.status = 'superseded';
  }

  // ---- applying

  /** Returns the next run: the earliest of the first unfinished runs of each integration. */
  next(): Run | undefined {
    return this.integrations
      .flatMap(({ runs }) => runs.find(({ status }) => status === 'queued' || status === 'running') ?? [])
      .toSorted((a, b) => a.order - b.order)[0];
  }

  /** An attempt that was rolled back. */
  attemptInVain({ withReason }: { withReason: boolean }): void {
    const run = this.next();
    if (!run) return;
    run.attempts++;
    const isLast = run.attempts > MAX_ATTEMPTS || (withReason && run.attempts === MAX_ATTEMPTS);
    run.status = isLast ? 'failed' : 'running';
  }

  work(): Run | undefined {
    const run = this.next();
    if (!run) return undefined;
    run.attempts++;
    if (run.attempts > MAX_ATTEMPTS) run.status = 'failed';
    else this.#apply(run);
    return run;
  }

  #apply(run: Run): void {
    const integration = this.#integration(run.integration);
    this.#lifecycle.issueDue();
    const invalid = run.entries.filter(isInvalid);
    const valid = run.entries.filter((entry) => !isInvalid(entry));
    const kept = peopleOfInvalid(run.integration, invalid, this.links);
    const matches = matchEntries(run.integration, valid, this.people, this.links, {
      kept,
      today: this.today,
      pairs: this.pairs.filter(({ integration: of }) => of === run.integration),
      contested: this.conflicts.flatMap((conflict) =>
        conflict.other ? [conflict, conflict.other] : [conflict],
      ),
      isRestricted: run.isRestricted,
    });
    const waiting = matches.flatMap(({ how, entry }) => (how === 'waiting' ? entry : []));
    const elsewhere = this.waiting.filter(({ integration: of }) => of !== run.integration);
    const isAwaited = (person: Person) =>
      [...waiting, ...elsewhere.map(({ entry }) => entry)].some((entry) => isSameIdentity(person, entry));
    const missing = this.#omitted(run.integration, matches);
    const omitted = missing.filter(
      ({ person }) => !kept.has(person) && !hasAddressOf(person, invalid) && !isAwaited(person),
    );
    const named = this.#presentAt(run.integration).filter((link) =>
      invalid.some(({ hrId }) => hrId === link.hrId),
    );
    for (const link of [...named, ...missing.filter((link) => !omitted.includes(link))]) link.lastSync = null;
    if (invalid.length > 0) this.#facts++;
    run.kept = [
      ...[...kept].map(([, how]) => how),
      ...missing.flatMap(({ person }) => (kept.get(person) === 'ended' ? 'ended, present elsewhere' : [])),
      ...missing.flatMap(({ person }) => (hasAddressOf(person, invalid) ? 'address' : [])),
      ...missing.flatMap(({ person }) => (isAwaited(person) ? 'awaited' : [])),
    ];
    const present = this.#presentAt(run.integration).length;
    const renumbered = matches.filter(({ how }) => how === 'renumbered');
    const hasHeldNumbers = isLargeShare(renumbered.length, present, limitOfRenumberings(integration));
    const terminated = matches.filter(
      (match) =>
        !(hasHeldNumbers && renumbered.includes(match)) && this.#isEndedByTermination(run.integration, match),
    );
    const leaving = omitted.filter((link) => this.#othersOf(link).length === 0);
    const ending = [...leaving.map(({ person }) => person), ...terminated.map(({ person }) => person)];
    const ended = ending.flatMap((person) => person ?? []);
    const hasHeldEnds = this.#mustBeHeld(integration, ended, present);
    const isHeld = hasHeldEnds || hasHeldNumbers;
    const held = new Set<unknown>(hasHeldEnds ? [...leaving, ...terminated] : []);

    const isLarge = this.#mustBeHeld({ holdCount: null, holdPercent: LARGE_PERCENT }, ended, present);
    const isLargeRenumbering = isLargeShare(renumbered.length, present, LARGE_PERCENT);
    run.warnings = {
      ...this.#warnings(run, matches),
      ...((hasHeldNumbers || isLargeRenumbering) && { 'large-renumbering': [] }),
      ...(isLarge && { 'large-offboarding': [] }),
    };
    integration.held = [];
    const renamed = new Set<Person>();
    const followed = new Set<Person>();
    for (const link of omitted) this.#omit(run, link, held.has(link), followed);
    for (const match of matches)
      if (hasHeldNumbers && renumbered.includes(match)) this.#holdNumber(run, match);
      else this.#list(run, match, held.has(match), { renamed, followed });
    for (const { person, fields, isRenamed } of this.#followNextLinks()) {
      if (isRenamed) renamed.add(person);
      for (const change of run.changes)
        if (change.person === person.number) Object.assign(change.fields, fields);
    }
    for (const { number } of followed) this.#lifecycle.follow(number);
    let ticketsReissued = 0;
    for (const { number } of renamed) if (this.#lifecycle.rename(number)) ticketsReissued++;
    this.#replaceConflicts(run, matches);
    this.#replacePairs(run.integration, matches);
    this.#replaceWaiting(run, waiting);

    integration.applied.push(run.syncId);
    run.counts = countsOf(run, ticketsReissued);
    run.status = isHeld ? 'held' : 'succeeded';
    if (run.changes.some(({ outcome }) => outcome !== 'conflict')) this.#facts++;
    const dependsOnDay = matches.some(
      ({ entry, duplicate }) =>
        duplicate?.isSetAside && (entry.terminationDate ?? duplicate.first.terminationDate) !== null,
    );
    const hasConflict = run.changes.some(({ outcome }) => outcome === 'conflict');
    const needsNobody = invalid.length === 0 && !hasConflict && waiting.length === 0;
    const isSettled = !isHeld && !dependsOnDay && needsNobody;
    integration.mark = isSettled ? { run, employees: employeesOf(run.body), facts: this.#facts } : null;
    if (isHeld && !this.#isLatest(run))
      this.#settleHeld(run.integration, 'superseded', 'superseded-by-later-roster');
  }

  /** Returns the present links whose person the roster does not list. */
  #omitted(integration: number, matches: readonly Match[]): Link[] {
    const listed = new Set(
      matches.filter(({ isConflict, how }) => !(isConflict && how === 'rehired')).map(({ person }) => person),
    );
    return this.#presentAt(integration).filter(({ person }) => !listed.has(person));
  }

  #omit(run: Run, link: Link, isHeld: boolean, followed: Set<Person>): void {
    const isElsewhere = this.#othersOf(link).length > 0;
    const change: Change = {
      position: null,
      person: link.person.number,
      hrId: link.hrId ?? '',
      outcome: isHeld ? 'held' : isElsewhere ? 'unlinked' : 'offboarded',
      reason: isHeld ? 'waits-for-approval' : isElsewhere ? 'still-linked-elsewhere' : 'missing-from-roster',
      fields: {},
    };
    run.changes.push(change);
    if (isHeld) {
      link.lastSync ??= this.#lastApplied(run.integration);
      this.#integration(run.integration).held.push({ link, termination: null, renumbering: null, change });
    } else {
      this.#end(link, this.#lastApplied(run.integration));
      followed.add(link.person);
    }
  }

  #list(
    run: Run,
    match: Match,
    isHeld: boolean,
    { renamed, followed }: { renamed: Set<Person>; followed: Set<Person> },
  ): void {
    const { entry, how, reason, isConflict } = match;
    if (how === 'set-aside') return;
    const say = (person: Person | undefined, outcome: string, why: string, fields: Fields): Change => {
      const position = run.entries.indexOf(entry);
      const change = { position, person: person?.number, hrId: entry.hrId, outcome, reason: why, fields };
      run.changes.push(change);
      return change;
    };
    if (how === 'waiting') {
      say(undefined, 'waiting', reason, {});
      return;
    }
    if (isConflict) {
      if (match.person) say(match.person, 'conflict', reasonOfConflict(match), {});
      return;
    }
    const person = match.person ?? this.#newPerson(entry);
    if (how === 'present' && match.link) this.#note(match.link, entry);
    const before = this.#linkBefore(run.integration, person, match.link);
    const owns = this.#owns(person, run.integration, match.link);
    const record = owns && match.person ? differences(recordOf(person), recordOf(entry)) : {};
    const wanted = factsOf(entry);
    const facts: FactFields = isHeld
      ? { ...wanted, terminationDate: before?.facts?.terminationDate ?? null }
      : wanted;
    const factual = match.link?.facts ? differences(match.link.facts, wanted) : {};
    if (how === 'present' && Object.keys({ ...record, ...factual }).length === 0) return;

    if (owns && match.person && isOtherHolder(person, entry)) renamed.add(person);
    if (owns) Object.assign(person, recordOf(entry));
    const { terminationDate: _, ...rest } = factual;
    const change = isHeld
      ? say(person, 'held', 'waits-for-approval', { ...record, ...rest })
      : say(person, how === 'present' ? 'updated' : how, reason, { ...record, ...factual });
    // What payroll needs to know has no effect on the ticket.
    if (how === 'present' && match.link?.facts) {
      Object.assign(match.link.facts, payrollOf(entry));
      if (Object.keys(factual).every((field) => field in NO_PAYROLL)) return;
    }

    const link = this.#relink(run.integration, person, match.link, entry.hrId);
    Object.assign(link, { facts, listed: entry });
    this.#lifecycle.listed(person.number, link.age, lifecycleFacts(facts));
    followed.add(person);
    if (isHeld)
      this.#integration(run.integration).held.push({
        link,
        termination: wanted.terminationDate,
        renumbering: null,
        change,
      });
  }

  /** The person keeps the old number with its facts until the new one is approved. */
  #holdNumber(run: Run, { entry, person }: Match): void {
    const link = person && this.#linkBefore(run.integration, person, undefined);
    if (!link) throw new Error('somebody without a number is renumbered');
    const change: Change = {
      position: run.entries.indexOf(entry),
      person: person.number,
      hrId: entry.hrId,
      outcome: 'held',
      reason: 'new-number-waits',
      fields: {},
    };
    run.changes.push(change);
    // The roster lists the person, although under another number.
    link.lastSync = null;
    this.#integration(run.integration).held.push({ link, termination: null, renumbering: entry, change });
  }

  /** A present link remembers what its number lists, and that it is listed. */
  #note(link: Link, entry: Entry): void {
    const isNews =
      link.lastSync !== null ||
      !link.listed ||
      Object.keys(differences(recordOf(link.listed), recordOf(entry))).length > 0;
    if (isNews) this.#facts++;
    Object.assign(link, { listed: entry, lastSync: null });
  }

  /** Makes this the only present link between the person and the integration; ends the others. */
  #relink(integration: number, person: Person, known: Link | undefined, hrId: string): Link {
    for (const other of this.#presentAt(integration, { byHand: true }))
      if (other.person === person && other !== known) this.#end(other, this.#lastApplied(integration));
    const link = known ?? this.#newLink(person, integration);
    Object.assign(link, { hrId, present: true, lastSync: null });
    return link;
  }

  #replaceConflicts(run: Run, matches: readonly Match[]): void {
    const { integration, syncId, isRestricted } = run;
    const raised = matches.flatMap(({ entry, link, isConflict, exchangedWith }): Conflict[] => {
      if (!isConflict || !link) return [];
      const other = exchangedWith?.link ? { link: exchangedWith.link, entry: exchangedWith.entry } : null;
      // The smaller number stands for both.
      return other && other.entry.hrId < entry.hrId
        ? []
        : [{ integration, hrId: entry.hrId, link, entry, syncId, isRestricted, other }];
    });
    const invalid = run.entries.filter(isInvalid).map(({ hrId }) => hrId);
    this.conflicts = [
      ...this.conflicts.filter(
        (conflict) => conflict.integration !== integration || invalid.includes(conflict.hrId),
      ),
      ...raised,
    ];
  }

  #replacePairs(integration: number, matches: readonly Match[]): void {
    const inConflict = matches.flatMap(({ entry, isConflict }) => (isConflict ? entry.hrId : []));
    const asked = matches.flatMap(({ entry, duplicate }): OpenPair[] => {
      if (!duplicate?.isReported || duplicate.isTwin) return [];
      const [first, other] = [duplicate.first.hrId, entry.hrId];
      if (inConflict.includes(first) || inConflict.includes(other)) return [];
      return [{ integration, first, other, entry, decision: null }];
    });
    const kept = this.pairs.filter(
      ({ integration: of, decision }) => of !== integration || decision !== null,
    );
    this.pairs = [...kept, ...asked];
  }

  /** The entries of this roster wait from now on, those of the one before no longer. An invalid entry leaves its number. */
  #replaceWaiting({ integration, entries }: Run, waiting: readonly Entry[]): void {
    const invalid = entries.filter(isInvalid).map(({ hrId }) => hrId);
    const before = this.waiting.filter((each) => each.integration === integration);
    const stay = before.filter(({ entry }) => invalid.includes(entry.hrId));
    const now = [...stay, ...waiting.map((entry) => ({ integration, entry }))];
    const isEqual =
      now.length === before.length &&
      now.every(({ entry }) => before.some((other) => isDeepStrictEqual(other.entry, entry)));
    if (!isEqual) this.#facts++;
    this.waiting = [...this.waiting.filter((each) => each.integration !== integration), ...now];
  }

  /** Returns whether the decision was possible. */
  decideWaiting(
    waiting: WaitingEntry,
    decision: { as: 'same-person'; person: Person } | { as: 'new-person' },
  ): boolean {
    const { integration, entry } = waiting;
    const isListedHere = (person: Person) =>
      this.#presentAt(integration).some((link) => link.person === person);
    const isPossible =
      decision.as === 'same-person'
        ? hasSameEmail(decision.person, entry) && !isListedHere(decision.person)
        : !this.people.some((person) => isSameIdentity(person, entry) && !isListedHere(person));
    if (!isPossible) return false;
    this.#facts++;
    this.#lifecycle.issueDue();
    this.waiting = this.waiting.filter((each) => each !== waiting);
    const person = decision.as === 'same-person' ? decision.person : this.#newPerson(entry);
    this.#takeOver(this.#relink(integration, person, undefined, entry.hrId), entry);
    return true;
  }

  decide(pair: OpenPair, decision: 'same-person' | 'two-people'): void {
    const { integration, other, entry } = pair;
    if (!entry) return;
    this.#facts++;
    this.#lifecycle.issueDue();
    const link = this.#presentAt(integration).find(({ hrId }) => hrId === other);
    if (link && decision === 'same-person') {
      this.#end(link, this.#lastApplied(integration));
      this.#follow([link.person]);
    }
    if (!link && decision === 'two-people') {
      const person = this.#newPerson(entry);
      this.#takeOver(this.#relink(integration, person, undefined, entry.hrId), entry);
    }
    Object.assign(pair, { decision, entry: null });
  }

  // ---- warnings

  #warnings({ entries }: Run, matches: readonly Match[]): Record<string, number[]> {
    const addresses = matches.map(({ entry }) => normalEmail(entry.email));
    const isRepeated = (address: string) => addresses.filter((other) => other === address).length > 1;
    const positions = (is: (match: Match) => boolean) =>
      matches.flatMap((match) => (is(match) ? [entries.indexOf(match.entry)] : []));
    const all = {
      'invalid-entry': entries.flatMap((entry, position) => (isInvalid(entry) ? [position] : [])),
      'already-started': positions((match) => this.#startsAnewInVain(match)),
      'ambiguous-match': positions(({ reason }) => reason === 'ambiguous-match'),
      conflict: positions(({ isConflict }) => isConflict),
      waiting: positions(({ how }) => how === 'waiting'),
      'possible-duplicate': positions(({ duplicate }) => duplicate?.isReported ?? false),
      'email-used-twice': positions(({ entry }) => isRepeated(normalEmail(entry.email))),
      'never-joined': positions(
        ({ entry }) => entry.terminationDate !== null && entry.terminationDate < entry.startDate,
      ),
    };
    return Object.fromEntries(Object.entries(all).filter(([, found]) => found.length > 0));
  }

  #startsAnewInVain({ how, isConflict, person, link, entry }: Match): boolean {
    if (how !== 'present' || isConflict || !person || entry.startDate === link?.facts?.startDate)
      return false;
    const known = this.#lifecycle.knownTermination(person.number);
    const since = this.#lifecycle.underWaySince(person.number);
    if (since === null) return false;
    const isAnother = (termination: string | null) => termination !== null && entry.startDate > termination;
    const isOfThisTerm = entry.terminationDate !== null && entry.terminationDate >= since;
    return !(isAnother(entry.terminationDate) && isOfThisTerm) && !isAnother(known);
  }

  // ---- holding back

  /**
   * Whether the entry ends the employment before the first of next month and no other link lasts beyond it.
   */
  #isEndedByTermination(integration: number, { entry, person, link, isConflict }: Match): boolean {
    const first = nextFirst(this.today);
    const isOver = (facts: FactFields | null) =>
      facts?.terminationDate != null && facts.terminationDate < first;
    const before = person && this.#linkBefore(integration, person, link);
    if (!before || isConflict || !isOver(entry) || isOver(before.facts)) return false;
    return this.#othersOf(before).every((other) => isManual(other) || isOver(other.facts));
  }

  #mustBeHeld({ holdCount, holdPercent }: HoldRule, ending: readonly Person[], present: number): boolean {
    const first = nextFirst(this.today);
    const subscriptions = ending.filter(({ number }) => this.#lifecycle.lastsBeyond(number, first)).length;
    if (holdCount !== null && subscriptions > holdCount) return true;
    return isLargeShare(ending.length, present, holdPercent);
  }

  heldRun(integration: number): Run | undefined {
    return this.#integration(integration).runs.find(({ status }) => status === 'held');
  }

  approve(integration: number): void {
    const run = this.heldRun(integration);
    const { held } = this.#integration(integration);
    if (!run) return;
    this.#facts++;
    this.#lifecycle.issueDue();
    const followed = new Set<Person>();
    const isTaken = (hrId: string) => this.#presentAt(integration).some((link) => link.hrId === hrId);
    for (const { link, termination, renumbering } of held.filter((end) => end.link.present)) {
      if (renumbering && isTaken(renumbering.hrId)) continue;
      followed.add(link.person);
      if (renumbering) this.#renumber(link, renumbering, run.syncId);
      else if (termination === null) this.#end(link, run.syncId);
      else if (link.facts) {
        link.facts = { ...link.facts, terminationDate: termination };
        this.#lifecycle.listed(link.person.number, link.age, lifecycleFacts(link.facts));
      }
    }
    const ticketsReissued = this.#follow(followed);
    for (const { link, termination, renumbering, change } of held) {
      const isLinked = this.#presentOf(link.person).length > 0;
      const linked = renumbering ? 'renumbered' : termination === null ? 'unlinked' : 'updated';
      Object.assign(change, { outcome: isLinked ? linked : 'offboarded' });
    }
    this.#settleHeld(integration, 'succeeded', 'approved');
    run.counts = countsOf(run, (run.counts['ticketsReissued'] ?? 0) + ticketsReissued);
  }

  #renumber(before: Link, entry: Entry, syncId: string): void {
    this.#end(before, syncId);
    const link = this.#relink(before.integration, before.person, undefined, entry.hrId);
    Object.assign(link, { facts: factsOf(entry), listed: entry });
    this.#lifecycle.listed(link.person.number, link.age, lifecycleFacts(factsOf(entry)), { corrects: false });
  }

  discard(integration: number): void {
    this.#settleHeld(integration, 'discarded', 'discarded');
  }

  #settleHeld(integration: number, status: Status, reason: string): void {
    const run = this.heldRun(integration);
    const own = this.#integration(integration);
    if (!run) return;
    run.status = status;
    run.counts = { ...run.counts, held: 0 };
    for (const { change } of own.held) change.reason = reason;
    own.held = [];
  }

  // ---- actions of people

  /** After this change the next roster is read, even if it is equal. */
  setHold(integration: number, holdCount: number | null, holdPercent: number | null): void {
    Object.assign(this.#integration(integration), { holdCount, holdPercent, mark: null });
  }

  create(record: RecordFields): number {
    this.#facts++;
    return this.#newPerson(record).number;
  }

  /** Returns whether the link was possible. */
  tie(number: number, integration: number): boolean {
    const person = this.people.find((one) => one.number === number);
    if (!person || this.#presentOf(person).some((link) => link.integration === integration)) return false;
    this.#facts++;
    const link = this.#newLink(person, integration);
    this.#lifecycle.tied(number, link.age);
    return true;
  }

  /** Returns whether the decision was possible. */
  resolve(conflict: Conflict, resolution: 'same-person' | 'new-person' | 'exchange'): boolean {
    const { link, entry, integration, syncId } = conflict;
    const other = link.present && conflict.other?.link.present ? conflict.other : null;
    if (resolution === 'exchange' && !other) return false;
    const isInScope = (person: Person) =>
      !conflict.isRestricted ||
      this.links.some((other) => other.integration === integration && other.person === person);
    const fitting = this.people.filter(
      (person) => person !== link.person && isSameIdentity(person, entry) && isInScope(person),
    );
    const isListed = (person: Person) =>
      this.#presentAt(integration).some((other) => other.person === person);
    if (resolution === 'new-person' && fitting.some(isListed)) return false;
    this.#facts++;
    this.#lifecycle.issueDue();
    const decided = [link, other?.link];
    this.conflicts = this.conflicts.filter(
      (each) => !decided.includes(each.link) && !(each.other && decided.includes(each.other.link)),
    );
    if (resolution === 'exchange' && other) {
      for (const each of [link, other.link]) this.#end(each, syncId);
      this.#takeOver(this.#relink(integration, other.link.person, undefined, entry.hrId), entry);
      this.#takeOver(this.#relink(integration, link.person, undefined, other.entry.hrId), other.entry);
      return true;
    }
    if (resolution === 'same-person') {
      for (const each of other ? [{ link, entry }, other] : [{ link, entry }]) {
        this.#relink(integration, each.link.person, each.link, each.entry.hrId);
        this.#takeOver(each.link, each.entry);
      }
      return true;
    }
    if (link.present) this.#end(link, syncId);
    this.#follow([link.person]);
    const heir = fitting.find((person) => this.#presentOf(person).length > 0) ?? fitting[0];
    const own = this.links.filter((one) => one.integration === integration && one.person === heir);
    const before = own.findLast((one) => !one.present && one.hrId === entry.hrId);
    const known = before ?? own.find((one) => one.present);
    this.#takeOver(this.#relink(integration, heir ?? this.#newPerson(entry), known, entry.hrId), entry);
    return true;
  }

  /** The link has the entry, and so does the record if it follows this link. */
  #takeOver(link: Link, entry: Entry): void {
    const { person } = link;
    const facts = factsOf(entry);
    const isOther = isOtherHolder(person, entry) && this.#owns(person, link.integration, link);
    if (this.#owns(person, link.integration, link)) Object.assign(person, recordOf(entry));
    Object.assign(link, { facts, listed: entry });
    // Only a roster corrects absences.
    this.#lifecycle.listed(person.number, link.age, lifecycleFacts(facts), { corrects: false });
    this.#follow([person]);
    if (isOther) this.#lifecycle.rename(person.number);
  }

  /**
   * After a decision: the records of these people follow the next link, and their subscriptions the facts. Returns the
   * number of tickets that were reissued.
   */
  #follow(people: Iterable<Person>): number {
    const following = this.#followNextLinks();
    for (const { number } of people) this.#lifecycle.follow(number);
    return following.filter(({ person, isRenamed }) => isRenamed && this.#lifecycle.rename(person.number))
      .length;
  }

  /** Where a link has ended, the record follows the oldest one that is left, with what its number listed last. */
  #followNextLinks(): { person: Person; fields: Fields; isRenamed: boolean }[] {
    const people = [...this.#unlinked];
    this.#unlinked.clear();
    return people.flatMap((person) => {
      const listed = this.#presentOf(person).find((link) => !isManual(link))?.listed;
      const fields = listed ? differences(recordOf(person), recordOf(listed)) : {};
      if (!listed || Object.keys(fields).length === 0) return [];
      const isRenamed = isOtherHolder(person, listed);
      Object.assign(person, recordOf(listed));
      return [{ person, fields, isRenamed }];
    });
  }

  // ---- people and links

  #newPerson(record: RecordFields): Person {
    const person = { number: this.people.length + 1, ...recordOf(record) };
    this.people.push(person);
    this.#lifecycle.add(person.number, null);
    return person;
  }

  #newLink(person: Person, integration: number): Link {
    const link: Link = {
      age: this.links.length,
      person,
      integration,
      hrId: null,
      present: true,
      facts: null,
      listed: null,
      lastSync: null,
    };
    this.links.push(link);
    return link;
  }

  #end(link: Link, lastSync: string | null): void {
    Object.assign(link, { present: false, lastSync: isManual(link) ? null : (link.lastSync ?? lastSync) });
    this.#lifecycle.omitted(link.person.number, link.age);
    if (!isManual(link)) this.#unlinked.add(link.person);
  }

  #presentAt(integration: number, { byHand = false } = {}): Link[] {
    return this.links.filter(
      (link) => link.present && link.integration === integration && (byHand || !isManual(link)),
    );
  }

  #presentOf(person: Person): Link[] {
    return this.links.filter((link) => link.present && link.person === person);
  }

  #othersOf(link: Link): Link[] {
    return this.#presentOf(link.person).filter((other) => other !== link);
  }

  /** Returns the present link of the person to the integration, whatever its number. */
  #linkBefore(integration: number, person: Person, link: Link | undefined): Link | undefined {
    if (link?.present && !isManual(link)) return link;
    return this.#presentAt(integration).find((other) => other.person === person);
  }

  #owns(person: Person, integration: number, link: Link | undefined): boolean {
    const age = link?.age ?? Number.POSITIVE_INFINITY;
    return this.#presentOf(person).every(
      (other) => isManual(other) || other.integration === integration || other.age > age,
    );
  }

  // ---- runs

  #isLatest(run: Run): boolean {
    return this.#integration(run.integration).runs.at(-1) === run;
  }

  #lastApplied(integration: number): string | null {
    return this.#integration(integration).applied.at(-1) ?? null;
  }

  lastSyncOf(link: Link): string | null {
    if (isManual(link)) return null;
    return link.lastSync ?? (link.present ? this.#lastApplied(link.integration) : null);
  }

  #integration(number: number): Integration {
    const integration = this.integrations[number];
    if (!integration) throw new Error(`the model has no integration ${number}`);
    return integration;
  }
}

function countsOf({ entries, changes }: Run, ticketsReissued: number): Record<string, number> {
  const count = (outcome: string) => changes.filter((change) => change.outcome === outcome).length;
  const invalid = entries.filter(isInvalid).length;
  return {
    entries: entries.length,
    unchanged: entries.length - invalid - changes.filter(({ position }) => position !== null).length,
    invalid,
    added: count('added'),
    adopted: count('adopted'),
    rehired: count('rehired'),
    renumbered: count('renumbered'),
    updated: count('updated'),
    offboarded: count('offboarded'),
    unlinked: count('unlinked'),
    conflict: count('conflict'),
    held: count('held'),
    waiting: count('waiting'),
    waitingForEnrolment: 0,
    ticketsReissued,
  };
}

function isLargeShare(people: number, present: number, percent: number | null): boolean {
  return percent !== null && people >= MIN_FOR_PERCENT && people / present > percent / 100;
}

/** Renumberings are held by the percentage; if only the number of ends is limited, by a usual one. */
function limitOfRenumberings({ holdCount, holdPercent }: HoldRule): number | null {
  return holdPercent ?? (holdCount === null ? null : LARGE_PERCENT);
}

/** At most one in twenty may be invalid, or up to nine if most are valid. */
export function isAcceptable(entries: readonly Entry[]): boolean {
  const invalid = entries.filter(isInvalid).length;
  return 20 * invalid <= entries.length || (invalid <= 9 && invalid < entries.length - invalid);
}

function hasAddressOf(person: Person, invalid: readonly Entry[]): boolean {
  return invalid.some(
    ({ email }) => email !== NO_ADDRESS && normalEmail(email) === normalEmail(person.email),
  );
}

/** Whether the name (ignoring case) or the birth date differs: both are printed on the ticket. */
function isOtherHolder(person: Person, entry: RecordFields): boolean {
  return (
    !isSameText(person.firstName, entry.firstName) ||
    !isSameText(person.lastName, entry.lastName) ||
    person.dateOfBirth !== entry.dateOfBirth
  );
}

function lifecycleFacts({ startDate, terminationDate, autoSyncEmployee, absences }: FactFields) {
  return { startDate, terminationDate, autoSync: autoSyncEmployee, absences };
}

/** Returns the part of the body that is compared with the last roster: everything except the syncId. */
const employeesOf = (body: string) => JSON.stringify(JSON.parse(body).employees);

function reasonOfConflict(match: Match): string {
  if (match.exchangedWith) return 'numbers-exchanged';
  return isOtherPerson(match) ? 'identity-differs' : 'entry-of-another';
}
