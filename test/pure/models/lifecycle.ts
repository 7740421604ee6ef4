/**
 * A second implementation of the subscription lifecycle, written from section 6 of the design and not from
 * the SQL. It handles one person at a time with plain loops over days and months, so that both
 * implementations are unlikely to share a mistake.
 */
import { type Absence, isSameAbsence, pausedMonths } from './absences.ts';
import {
  type Day,
  dayOf,
  firstOf,
  firstOnOrAfter,
  HORIZON,
  type Month,
  monthOf,
  nextFirst,
  numberInMonth,
  textOf,
} from './calendar.ts';

export type Plan = 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
export type Answer = 'accepted' | 'rejected';
type Reason = 'enrolment' | 'plan-change' | 'new-terms';

/** A group with amounts of its own. */
export interface GroupAmounts {
  name: string;
  subsidyCents: number;
  plan: Plan;
}

export interface EmploymentFacts {
  startDate: string;
  terminationDate: string | null;
  autoSync: boolean | null;
  absences: Absence[];
}

export interface Settings {
  autoEnrol: boolean;
  defaultPlan: Plan;
  subsidyCents: number;
  orderUntilDay: number | null;
  cancelUntilDay: number | null;
  pauseUntilDay: number | null;
}

interface Link {
  integration: number;
  byHand: boolean;
  present: boolean;
  seenOn: Day;
  startDate: Day;
  termination: Day | null;
  autoSync: boolean;
  /** The roster leaves autoSync to the integration. */
  followsDefault: boolean;
  absences: readonly Absence[];
  /** The absences that the last roster replaced, until their effect is decided. */
  absencesBefore: readonly Absence[];
}

interface Term {
  start: Day;
  /** The earliest start that an order allows; null if the roster alone decides. */
  notBefore: Day | null;
  endByHr: Day | null;
  /** The facts from which the HR end was derived. */
  hrReason: string | null;
  endByPerson: Day | null;
  endByContract: Day | null;
  pausedByHr: Set<Month>;
  /** Paused months that became free on a day within them. */
  freedOn: Map<Month, Day>;
  pausedByPerson: Set<Month>;
  wentOn: Day[];
  /** The amounts that were signed for this term, by the month from which they count. */
  signed: { from: Month; cents: number }[];
}

interface Offer {
  reason: Reason;
  plan: Plan;
  status: 'pending' | Answer;
  plannedStart: Day;
  /** The start date in the text of the contract. It never changes. */
  printedStart: Day;
  offeredOn: Day;
  amounts: Amounts;
}

/** The amounts in the text of a contract. */
interface Amounts {
  price: number;
  subsidy: number;
  cents: number;
}

interface Ticket {
  month: Month;
  validFrom: Day;
  isVoid: boolean;
}

/** The frozen cost of a month. The amounts of a reversal are negative. */
interface Charge {
  month: Month;
  plan: Plan;
  price: number;
  discount: number;
  employer: number;
  employee: number;
  /** The employer's share above the subsidy. */
  beyond: number;
  /** The amount in the contract that the charge names. */
  signed: number | null;
  /** The name of the group at the time. */
  group: string | null;
  isReversal: boolean;
  isReversed: boolean;
}

interface Person {
  links: Link[];
  terms: Term[];
  /** The start of the term after a gap, until the last term has ended. */
  nextTermStart: Day | null;
  /** A signed term that was dropped because of an omission, and the day. */
  dropped: { term: Term; on: Day } | null;
  declinedOn: Day | null;
  plan: Plan | null;
  group: GroupAmounts | null;
  nextPlan: { plan: Plan; from: Day } | null;
  /** The offer that the record shows. */
  offer: Offer | null;
  /** The offer that was accepted last. */
  accepted: Offer | null;
  /** Offers that were neither accepted nor withdrawn. */
  standing: Offer[];
  tickets: Ticket[];
  /** What each month's ticket has cost the employee. */
  charges: Charge[];
}

/** The visible state of a person. */
export interface Shown {
  status: string;
  startAt: string | null;
  nextTicketAt: string | null;
  pausedAt: string | null;
  cancelledAt: string | null;
  reactivatedAt: string | null;
  plan: Plan;
  contract: string | null;
  contribution: number;
  tickets: string[];
  charges: string[];
  receipts: number;
}

/** The combined facts of the HR systems about a listed person. */
interface Employment {
  startDate: Day;
  seenOn: Day;
  termination: Day | null;
  /** The end of the employment before, if the roster tells both dates. */
  leftBefore: Day | null;
  autoSync: boolean;
  paused: Set<Month>;
  link: Link;
}

const PRICES = [
  ['2023-05-01', 4900],
  ['2025-01-01', 5800],
  ['2026-01-01', 6300],
] as const;
const FREE_PLAN: Plan = 'fully-subsidized-plan';
const GRACE_DAYS = 31;
const DAYS_TO_ANSWER = 60;

export class LifecycleModel {
  today: Day;
  settings: Settings;
  #people = new Map<number, Person>();
  #issuedThrough: Month = -1;
  #isMonthNew = false;
  /** Prices by their first month. */
  readonly #prices = new Map<Month, number>();
  /** The integrations whose default of autoSync is off. */
  readonly #offByDefault = new Set<number>();
  #issuesNothing = false;

  constructor(today: string, settings: Settings) {
    this.today = dayOf(today);
    this.settings = settings;
    for (const [day, cents] of PRICES) this.setPrice(day, cents);
  }

  /** Sets the price from a month on, or removes it. */
  setPrice(day: string, cents: number | null): void {
    const month = monthOf(dayOf(day));
    if (cents === null) this.#prices.delete(month);
    else this.#prices.set(month, cents);
  }

  // ---- people, the clock, and HR facts

  add(id: number, plan: Plan | null): void {
    this.#people.set(id, {
      links: [],
      terms: [],
      nextTermStart: null,
      dropped: null,
      declinedOn: null,
      plan,
      group: null,
      nextPlan: null,
      offer: null,
      accepted: null,
      standing: [],
      tickets: [],
      charges: [],
    });
  }

  /** Moves the clock day by day. On the first of each month every entitled person gets a ticket. */
  advanceTo(date: string): void {
    this.issueDue();
    while (this.today < dayOf(date)) {
      this.today++;
      if (this.today !== firstOf(monthOf(this.today))) continue;
      this.issueDue();
      this.beginNextTerms();
      this.followMonth();
    }
    this.beginNextTerms();
    this.followMonth();
  }

  /** Where a term has ended, the facts decide about the one that was to follow. */
  beginNextTerms(): void {
    for (const [id, person] of this.#people) {
      if (person.nextTermStart === null || this.#running(person)) continue;
      person.nextTermStart = null;
      this.follow(id);
    }
  }

  /** Moves the clock while the service is down: afterwards it issues only the current month. */
  jumpTo(date: string): void {
    this.today = dayOf(date);
  }

  issueDue(): void {
    const month = monthOf(this.today);
    if (this.#issuedThrough >= month) return;
    this.#issuedThrough = month;
    for (const person of this.#people.values()) this.#issue(person, firstOf(month));
    this.#isMonthNew = true;
  }

  /** Once a month offers follow the amounts. */
  followMonth(): void {
    if (this.#isMonthNew) this.followAmounts();
    this.#isMonthNew = false;
  }

  listed(id: number, integration: number, facts: EmploymentFacts, { corrects = true } = {}): void {
    const { links } = this.#person(id);
    const known = links.find((link) => link.integration === integration);
    const autoSync = facts.autoSync ?? !this.#offByDefault.has(integration);
    const seenAgain = !known?.present || known.byHand || (autoSync && !known.autoSync);
    const link: Link = {
      integration,
      byHand: false,
      present: true,
      seenOn: seenAgain ? this.today : known.seenOn,
      startDate: dayOf(facts.startDate),
      termination: facts.terminationDate === null ? null : dayOf(facts.terminationDate),
      autoSync,
      followsDefault: facts.autoSync === null,
      absences: facts.absences,
      absencesBefore: corrects && known?.present && !known.byHand ? known.absences : [],
    };
    if (known) Object.assign(known, link);
    else links.push(link);
  }

  /** A manual link has no facts, but counts as a link. */
  tied(id: number, integration: number): void {
    const byHand = {
      byHand: true,
      startDate: 0,
      termination: null,
      autoSync: false,
      followsDefault: false,
      absences: [],
      absencesBefore: [],
    };
    this.#person(id).links.push({ integration, present: true, seenOn: this.today, ...byHand });
  }

  omitted(id: number, integration: number): void {
    for (const link of this.#person(id).links) if (link.integration === integration) link.present = false;
  }

  /** Takes effect at once for everybody who follows the default, and issues nothing. Returns whether it is another one. */
  setAutoSyncDefault(integration: number, isOn: boolean): boolean {
    if (isOn !== this.#offByDefault.has(integration)) return false;
    if (isOn) this.#offByDefault.delete(integration);
    else this.#offByDefault.add(integration);
    const followers = [...this.#people].flatMap(([id, { links }]) =>
      links
        .filter((link) => link.integration === integration && link.present && link.followsDefault)
        .map((link) => ({ id, link })),
    );
    const concerned: number[] = [];
    for (const { id, link } of followers) {
      const links = this.#person(id).links.filter((other) => other.present && !other.byHand);
      link.autoSync = isOn;
      if (isOn) link.seenOn = this.today + 1;
      if (links[0] !== link) continue;
      concerned.push(id);
      if (isOn) for (const other of links) other.seenOn = link.seenOn;
    }
    this.#issuesNothing = true;
    for (const id of concerned) this.follow(id);
    this.#issuesNothing = false;
    return true;
  }

  follow(id: number): void {
    const person = this.#person(id);
    if (!person.links.some((link) => !link.byHand)) return;
    const present = person.links.filter((link) => link.present);
    const employment = this.#employment(person);
    const term = this.#running(person);
    person.declinedOn = this.#declinedUntil(person, employment);
    if (present.length === 0) {
      if (term) this.#offboard(person, term);
    } else if (employment && term) this.#adjust(person, term, employment);
    for (const link of person.links) link.absencesBefore = [];
    this.#withdrawOfferOfLeaver(person);
    if (employment && !term) this.#maybeBegin(person, employment);
    else if (person.nextTermStart !== null && !this.#running(person))
      this.#beginOn(person, person.nextTermStart);
    this.#followAmounts(person);
  }

  // ---- effects of HR facts

  #offboard(person: Person, term: Term): void {
    person.nextTermStart = null;
    if (term.start <= this.today && term.hrReason !== 'omission') {
      term.hrReason = 'omission';
      term.endByHr = this.#soonestEnd(person);
    }
    if (term.start <= this.today && !isAtMost(endOf(term), term.start)) return;
    this.#drop(person, term);
    const isEndedByPeople = term.endByPerson !== null || term.endByContract !== null;
    if (term.signed.length > 0 && !isEndedByPeople) person.dropped = { term, on: this.today };
  }

  #adjust(person: Person, term: Term, employment: Employment): void {
    const leftOn = terminationBefore(term, employment, { isRunning: true });
    const hasGap = leftOn !== null && this.#isGapAhead(person, term, employment, leftOn);
    const termination = hasGap ? leftOn : employment.termination;
    person.nextTermStart =
      hasGap && this.settings.autoEnrol && this.#mayBegin(person, employment)
        ? this.#firstOfEmployment(employment)
        : null;
    let changeable = monthOf(this.today) + 1;
    if (term.start > this.today && employment.autoSync) {
      term.start = Math.max(this.#rosterStart(person, employment), term.notBefore ?? 0);
      if (term.start === this.today) changeable = monthOf(this.today);
    }
    const reason = termination === null ? null : `left on ${termination}`;
    if (reason !== term.hrReason) {
      term.hrReason = reason;
      term.endByHr = termination === null ? null : Math.max(nextFirst(termination), this.#soonestEnd(person));
    }
    if (isAtMost(endOf(term), term.start)) this.#drop(person, term);
    else {
      setMonths(term.pausedByHr, changeable, employment.autoSync ? employment.paused : new Set());
      if (term.start === this.today) this.#issue(person, this.today);
      if (this.#isFreed(term, employment)) this.#free(person, term);
    }
  }

  /** Whether the term must end although its employment has another start: a month lies between them. */
  #isGapAhead(person: Person, term: Term, employment: Employment, leftOn: Day): boolean {
    const { startDate } = employment;
    const first =
      term.hrReason === `left on ${leftOn}` && term.endByHr !== null
        ? term.endByHr
        : Math.max(nextFirst(leftOn), this.#soonestEnd(person));
    const hasBegun = term.start <= this.today && term.start < startDate && term.start < first;
    return isLongGap(leftOn, startDate) && hasBegun && first < this.#firstOfEmployment(employment);
  }

  /** An absence that is listed no more keeps the running month paused; one that is listed otherwise does not. */
  #isFreed(term: Term, { autoSync, link }: Employment): boolean {
    const month = monthOf(this.today);
    if (!autoSync || !isPausedByHr(term, this.today)) return false;
    const missing = link.absencesBefore.filter(
      (earlier) => !link.absences.some((now) => isSameAbsence(now, earlier, this.today)),
    );
    return (
      pausedMonths(link.absencesBefore).has(month) && !pausedMonths([...link.absences, ...missing]).has(month)
    );
  }

  #free(person: Person, term: Term): void {
    term.freedOn.set(monthOf(this.today), this.today);
    this.#issue(person, this.today);
  }

  #maybeBegin(person: Person, employment: Employment): void {
    const last = person.terms.at(-1);
    if (this.#revives(person, employment)) this.#revive(person, employment);
    else if (!last || this.#isNewEmployment(last, employment)) {
      if (this.settings.autoEnrol && this.#mayBegin(person, employment)) this.#begin(person, employment);
    } else if (this.#goesOn(person, last, employment)) {
      const { termination } = employment;
      last.hrReason = termination === null ? null : `left on ${termination}`;
      last.endByHr = termination === null ? null : Math.max(nextFirst(termination), this.#soonestEnd(person));
      last.wentOn.push(this.today);
      person.nextTermStart = null;
      setMonths(
        last.pausedByHr,
        monthOf(this.today) + 1,
        employment.autoSync ? employment.paused : new Set(),
      );
      this.#issue(person, this.today);
    }
  }

  #revives(person: Person, employment: Employment): boolean {
    const { dropped, offer } = person;
    if (!dropped || employment.seenOn > dropped.on + GRACE_DAYS || offer?.status !== 'accepted') return false;
    const { startDate, termination, autoSync } = employment;
    if (!autoSync || this.#hasDeclined(person, employment)) return false;
    if (termination === null) return true;
    return (
      termination >= startDate &&
      nextFirst(termination) > this.#revivedStart(person, employment, dropped.term)
    );
  }

  /** A start that was reached meanwhile is this month; another one follows the roster. */
  #revivedStart(person: Person, employment: Employment, { start, notBefore }: Term): Day {
    if (start <= this.today && employment.startDate <= this.today) return firstOf(monthOf(this.today));
    return Math.max(this.#rosterStart(person, employment), notBefore ?? 0);
  }

  #revive(person: Person, employment: Employment): void {
    const { dropped } = person;
    if (!dropped) return;
    const { notBefore, pausedByPerson, signed } = dropped.term;
    this.#open(person, this.#revivedStart(person, employment, dropped.term));
    Object.assign(person.terms.at(-1) ?? {}, { notBefore, pausedByPerson, signed });
    this.#issue(person, this.today);
  }

  /**
   * "A startDate after a reached end opens a new term", and so does a return more than 31 days after the end.
   */
  #isNewEmployment(last: Term, employment: Employment): boolean {
    const { startDate, seenOn } = employment;
    const end = endOf(last) ?? Number.POSITIVE_INFINITY;
    const leftOn = terminationBefore(last, employment, { isRunning: false });
    if (leftOn === null ? startDate > end : isLongGap(leftOn, startDate)) return true;
    const byPerson = isAtMost(last.endByPerson, end) || isAtMost(last.endByContract, end);
    return !byPerson && seenOn > end + GRACE_DAYS;
  }

  #mayBegin(person: Person, employment: Employment): boolean {
    const { startDate, termination, autoSync } = employment;
    if (!autoSync || this.#hasDeclined(person, employment)) return false;
    if (termination === null) return true;
    return termination >= startDate && nextFirst(termination) > this.#firstOfEmployment(employment);
  }

  #goesOn(person: Person, last: Term, employment: Employment): boolean {
    if (this.#hasDeclined(person, employment)) return false;
    if (isAtMost(last.endByPerson, this.today) || isAtMost(last.endByContract, this.today)) return false;
    if (last.hrReason === 'omission' && !employment.autoSync) return false;
    const { termination } = employment;
    if (termination === null) return last.hrReason !== null;
    const end = Math.max(nextFirst(termination), this.#soonestEnd(person));
    return last.hrReason !== `left on ${termination}` && end > this.today;
  }

  /** The roster enrols at once, or by an offer if the plan needs a contract. */
  #begin(person: Person, employment: Employment): void {
    this.#beginOn(person, this.#firstOfEmployment(employment));
  }

  #firstOfEmployment({ startDate, seenOn }: Employment): Day {
    return firstOnOrAfter(Math.max(startDate, seenOn, this.today));
  }

  #beginOn(person: Person, start: Day): void {
    person.nextTermStart = null;
    if (this.#planOn(person, this.today) === FREE_PLAN) {
      this.#openFree(person, start);
      if (start === this.today) this.#issue(person, this.today);
    } else this.#offerEnrolment(person, start, { again: false });
  }

  #hasDeclined(person: Person, employment: Employment): boolean {
    const until = this.#declinedUntil(person, employment);
    return until !== null && employment.startDate <= until;
  }

  /** A declined employment that is ahead stays declined if its start moves. */
  #declinedUntil({ declinedOn }: Person, employment: Employment | undefined): Day | null {
    if (declinedOn === null || declinedOn <= this.today) return declinedOn;
    return Math.max(declinedOn, employment?.startDate ?? 0);
  }

  /** Declines what is known: the present employment, or the one ahead. */
  #declineKnown(person: Person): void {
    const present = person.links.filter((link) => link.present && !link.byHand);
    const start = present.length > 0 ? Math.min(...present.map((link) => link.startDate)) : 0;
    person.declinedOn = Math.max(person.declinedOn ?? 0, this.today, start);
  }

  /** After the end by a person: no term begins for an employment ahead. */
  #declineAhead(person: Person): void {
    const employment = this.#employment(person);
    if (person.nextTermStart === null && !(employment && employment.startDate > this.today)) return;
    person.nextTermStart = null;
    person.declinedOn = Math.max(this.today, employment?.startDate ?? 0);
  }

  #withdrawOfferOfLeaver(person: Person): void {
    const { offer } = person;
    if (!offer || offer.status === 'accepted') return;
    if (offer.status === 'rejected' && offer.reason === 'new-terms') return;
    const stays = person.links.some(
      (link) =>
        link.present &&
        (link.termination === null ||
          link.termination >= Math.max(link.startDate, offer.plannedStart) ||
          (this.#hasBegun(person) && link.startDate > link.termination)),
    );
    if (!stays) this.#withdraw(person, (other) => other === offer);
  }

  // ---- signed and current amounts

  /** After a change of the subsidy or of a price, and in each month: everybody. */
  followAmounts(): void {
    for (const person of this.#people.values()) this.#followAmounts(person);
  }

  #followAmounts(person: Person): void {
    if (!this.#running(person))
      this.#withdraw(person, ({ reason, status }) => reason !== 'enrolment' && status === 'pending');
    this.#followTerms(person);
    const first = nextFirst(this.today);
    for (const offer of person.standing.filter((each) => each.reason !== 'new-terms' && this.#isOpen(each))) {
      const start = Math.max(offer.plannedStart, first);
      const { price, subsidy, cents } = this.#amounts(person, offer.plan, start);
      const { amounts } = offer;
      if (amounts.price !== price || amounts.subsidy !== subsidy || amounts.cents !== cents)
        this.#offer(person, offer.reason, offer.plan, start);
    }
  }

  #followTerms(person: Person): void {
    const term = this.#running(person);
    if (!term || term.signed.length === 0) return;
    const month = this.#riseOf(person, term);
    if (month !== null && this.#isRejected(person, term)) return;
    const offered = month !== null && this.#isOffered(person, term, month);
    const isOpen = person.offer?.reason === 'new-terms' && this.#isOpen(person.offer);
    const endsFirst = month !== null && (isAtMost(term.endByHr, month) || isAtMost(term.endByPerson, month));
    if (offered && !(isOpen && endsFirst)) return;
    const mayOffer = month !== null && !endsFirst;
    if (mayOffer && person.standing.some((each) => each.reason !== 'new-terms' && this.#isOpen(each))) return;
    this.#withdrawTerms(person);
    if (mayOffer) this.#offer(person, 'new-terms', this.#planOn(person, month), month);
  }

  /** Whether the amount of that month has been offered as new terms, for that month or an earlier one. */
  #isOffered(person: Person, term: Term, month: Day): boolean {
    const { cents } = this.#amounts(person, this.#planOn(person, month), month);
    return person.standing.some(
      ({ reason, amounts, plannedStart }) =>
        reason === 'new-terms' &&
        amounts.cents === cents &&
        (plannedStart === month || (month === this.#earliest(term) && plannedStart < month)),
    );
  }

  /** Whether new terms are rejected that cost at most the current amount of their month. */
  #isRejected(person: Person, term: Term): boolean {
    return person.standing.some(({ reason, status, amounts, plannedStart }) => {
      const month = Math.max(plannedStart, this.#earliest(term));
      const current = this.#amounts(person, this.#planOn(person, month), month).cents;
      return reason === 'new-terms' && status === 'rejected' && amounts.cents <= current;
    });
  }

  #earliest(term: Term): Day {
    return Math.max(nextFirst(this.today), term.start);
  }

  /** The first day of the first month in which the current amount is above the signed one. */
  #riseOf(person: Person, term: Term): Day | null {
    for (let month = monthOf(this.#earliest(term)); month < HORIZON; month++) {
      const day = firstOf(month);
      const plan = this.#planOn(person, day);
      const signed = signedIn(term, month);
      if (plan !== FREE_PLAN && signed !== null && this.#amounts(person, plan, day).cents > signed)
        return day;
    }
    return null;
  }

  // ---- groups

  /** A running subscription keeps its plan. What was signed counts as after another subsidy. */
  moveTo(id: number, group: GroupAmounts | null): void {
    const person = this.#person(id);
    if (person.group === group) return;
    this.#fixDefaultPlan(person);
    person.group = group;
    this.#followAmounts(person);
  }

  changeGroup(group: GroupAmounts, { subsidyCents, plan }: Omit<GroupAmounts, 'name'>): void {
    const members = [...this.#people.values()].filter((person) => person.group === group);
    if (plan !== group.plan) for (const person of members) this.#fixDefaultPlan(person);
    const isSame = subsidyCents === group.subsidyCents;
    Object.assign(group, { subsidyCents, plan });
    if (!isSame) for (const person of members) this.#followAmounts(person);
  }

  #fixDefaultPlan(person: Person): void {
    if (this.#running(person)) person.plan ??= this.#defaultPlanOf(person);
  }

  /** Offers the current amounts again to people who pay less and have no open offer. Returns how many. */
  offerNewTerms(): number {
    let offered = 0;
    for (const person of this.#people.values()) {
      const term = this.#running(person);
      const month = term ? this.#riseOf(person, term) : null;
      if (!term || month === null || person.standing.some((each) => this.#isOpen(each))) continue;
      if (isAtMost(term.endByHr, month) || isAtMost(term.endByPerson, month)) continue;
      this.#offer(person, 'new-terms', this.#planOn(person, month), month);
      offered++;
    }
    return offered;
  }

  #amounts(person: Person, plan: Plan, day: Day): Amounts {
    const price = this.#priceOn(day);
    const subsidy = this.#subsidyOf(person);
    const discount = discountOf(plan, price, subsidy);
    return { price, subsidy, cents: plan === FREE_PLAN ? 0 : Math.max(0, price - discount - subsidy) };
  }

  #subsidyOf({ group }: Person): number {
    return group ? group.subsidyCents : this.settings.subsidyCents;
  }

  /** The price of a month written YYYY-MM. */
  priceIn(month: string): number {
    return this.#priceOn(dayOf(`${month}-01`));
  }

  #priceOn(day: Day): number {
    for (let month = monthOf(day); month >= 0; month--) {
      const price = this.#prices.get(month);
      if (price !== undefined) return price;
    }
    throw new Error('there is no price');
  }

  /** What a ticket of the month of that day costs the person. */
  #contribution(person: Person, day: Day): number {
    const { cents } = this.#amounts(person, this.#planOn(person, day), day);
    const term = person.terms.at(-1);
    const signed = term && !isAtMost(endOf(term), day) ? signedIn(term, monthOf(day)) : null;
    return Math.min(cents, signed ?? cents);
  }

  #isOpen({ status, reason, offeredOn, plannedStart }: Offer): boolean {
    const until = Math.max(offeredOn + DAYS_TO_ANSWER, reason === 'new-terms' ? plannedStart - 1 : 0);
    return status === 'pending' && this.today <= until;
  }

  /** Replaces offers that were not accepted. Rejected terms, and their end, outlast a change of plan. */
  #offer(person: Person, reason: Reason, plan: Plan, plannedStart: Day): void {
    const outlasts = (other: Offer) =>
      reason === 'plan-change' && other.reason === 'new-terms' && other.status === 'rejected';
    const offer: Offer = {
      reason,
      plan,
      status: 'pending',
      plannedStart,
      printedStart: plannedStart,
      offeredOn: this.today,
      amounts: this.#amounts(person, plan, plannedStart),
    };
    person.standing = [...person.standing.filter(outlasts), offer];
    person.offer = offer;
  }

  #withdraw(person: Person, which: (offer: Offer) => boolean): void {
    if (person.offer && person.standing.includes(person.offer) && which(person.offer))
      person.offer = person.accepted;
    person.standing = person.standing.filter((offer) => !which(offer));
  }

  #withdrawTerms(person: Person): void {
    this.#withdraw(person, ({ reason }) => reason === 'new-terms');
    const term = this.#running(person);
    if (term) term.endByContract = null;
  }

  // ---- actions of people; each returns whether it was possible

  enrol(id: number, plan: Plan | null): boolean {
    const person = this.#person(id);
    if (!['no-subscription', 'cancelled'].includes(this.#status(person))) return false;
    if (person.offer?.reason === 'enrolment' && this.#isOpen(person.offer)) return false;
    const start = this.#order(person);
    if (start === null) return false;
    if (plan) {
      person.plan = plan;
      person.nextPlan = null;
    }
    this.#orderOn(person, start, { again: true });
    return true;
  }

  enrolAllWaiting(): number {
    let enrolled = 0;
    for (const person of this.#people.values()) {
      const employment = this.#employment(person);
      const last = person.terms.at(-1);
      if (!employment || this.#running(person) || (last && !this.#isNewEmployment(last, employment)))
        continue;
      if (this.#revives(person, employment)) continue;
      if (person.offer?.reason === 'enrolment' && person.offer.status !== 'accepted') continue;
      const start = this.#order(person);
      if (start === null || !this.#mayBegin(person, employment)) continue;
      this.#orderOn(person, start, { again: false });
      enrolled++;
    }
    return enrolled;
  }

  changePlan(id: number, plan: Plan): boolean {
    const person = this.#person(id);
    if (!this.#running(person)) return false;
    const { offer } = person;
    const waits = offer !== null && offer.reason !== 'new-terms' && this.#isOpen(offer);
    if (this.#planOn(person, this.today) === plan) return this.#keepPlan(person);
    if (waits) return false;
    const from = nextFirst(this.today);
    if (plan === FREE_PLAN) {
      this.#planFrom(person, plan, from);
      this.#withdrawTerms(person);
    } else this.#offer(person, 'plan-change', plan, from);
    return true;
  }

  /** Takes back a change of plan that is offered or lies ahead. */
  #keepPlan(person: Person): boolean {
    const { offer, nextPlan } = person;
    const isOffered = offer?.reason === 'plan-change' && this.#isOpen(offer);
    const isAhead = nextPlan !== null && nextPlan.from > this.today;
    if (!isOffered && !isAhead) return false;
    const term = this.#running(person);
    if (isAhead && term) term.signed = term.signed.filter(({ from }) => from < monthOf(nextPlan.from));
    if (isAhead) person.nextPlan = null;
    this.#withdraw(person, ({ reason, status }) => reason === 'plan-change' && status === 'pending');
    this.#followAmounts(person);
    return true;
  }

  /** Pauses from that month (null: as soon as possible) to the last one, inclusive (null: until resumed). */
  pause(id: number, from: Month | null, last: Month | null): boolean {
    const term = this.#running(this.#person(id));
    if (!term) return false;
    const earliest = monthOf(this.#cutOff(this.settings.pauseUntilDay));
    const first = from ?? earliest;
    if (first < earliest || (last !== null && last < first)) return false;
    for (let month = first; month <= (last ?? HORIZON); month++) term.pausedByPerson.add(month);
    return true;
  }

  resume(id: number): boolean {
    const term = this.#running(this.#person(id));
    const current = monthOf(this.today);
    if (!term || ![...term.pausedByPerson].some((month) => month >= current)) return false;
    for (const month of [...term.pausedByPerson]) if (month > current) term.pausedByPerson.delete(month);
    return true;
  }

  cancel(id: number): boolean {
    const person = this.#person(id);
    const term = this.#running(person);
    const end = this.#cutOff(this.settings.cancelUntilDay);
    const isCancelled = term !== undefined && isAtMost(term.endByPerson, end);
    if (!term || (isCancelled && person.nextTermStart === null)) return false;
    if (!isCancelled && end <= term.start) this.#decline(person);
    else {
      if (!isCancelled) term.endByPerson = end;
      this.#declineAhead(person);
    }
    this.#followAmounts(person);
    return true;
  }

  withdrawCancellation(id: number): boolean {
    const person = this.#person(id);
    const term = this.#running(person);
    if (!term || term.endByPerson === null) return false;
    term.endByPerson = null;
    const hadDeclined = person.declinedOn !== null;
    person.declinedOn = null;
    if (hadDeclined) this.follow(id);
    else this.#followAmounts(person);
    return true;
  }

  revoke(id: number, refund: boolean): boolean {
    const person = this.#person(id);
    const term = this.#running(person);
    if (!term) return false;
    if (term.start > this.today) this.#decline(person);
    else {
      term.endByPerson = this.today;
      this.#declineAhead(person);
    }
    const ticket = this.#ticketOfThisMonth(person);
    if (ticket) ticket.isVoid = true;
    if (refund) this.#refund(person);
    this.#followAmounts(person);
    return true;
  }

  issueNow(id: number): boolean {
    const person = this.#person(id);
    const term = this.#running(person);
    const month = monthOf(this.today);
    if (!term || term.pausedByPerson.has(month) || this.#ticketOfThisMonth(person)) return false;
    const employment = this.#employment(person);
    const isAbsent = employment?.autoSync && employment.paused.has(month);
    if (isPausedByHr(term, this.today) && isAbsent) return false;
    if (term.start > this.today && employment && employment.startDate > this.today) return false;
    if (isPausedByHr(term, this.today)) term.freedOn.set(month, this.today);
    if (term.start > this.today) {
      term.start = this.today;
    }
    if (person.tickets.some((ticket) => ticket.month === month)) {
      person.tickets.push({ month, validFrom: this.today, isVoid: false });
      this.#charge(person, month);
    } else this.#issue(person, this.today);
    return true;
  }

  /** Changes name or birth date. Returns whether a ticket was reissued. */
  rename(id: number): boolean {
    const person = this.#person(id);
    const ticket = this.#ticketOfThisMonth(person);
    if (!ticket) return false;
    ticket.isVoid = true;
    person.tickets.push({ month: ticket.month, validFrom: this.today, isVoid: false });
    return true;
  }

  answer(id: number, answer: Answer): boolean {
    const person = this.#person(id);
    const { offer } = person;
    const term = this.#running(person);
    if (!offer || offer.status === 'accepted') return false;
    if (offer.status === 'rejected') {
      const canStill = offer.reason === 'new-terms' && answer === 'accepted' && term?.endByContract;
      if (!canStill) return false;
    } else if (!this.#isOpen(offer)) return false;
    const done = answer === 'accepted' ? this.#accept(person, offer) : this.#reject(person, offer);
    if (!done) return false;
    offer.status = answer;
    if (answer === 'accepted') {
      person.accepted = offer;
      person.standing = person.standing.filter((other) => other !== offer);
      if (offer.reason !== 'enrolment') this.#withdrawTerms(person);
    } else if (offer.reason === 'plan-change') person.offer = person.accepted;
    if (answer === 'accepted' || offer.reason === 'plan-change') this.#followAmounts(person);
    return true;
  }

  #accept(person: Person, offer: Offer): boolean {
    const term = this.#running(person);
    if (offer.reason === 'enrolment') {
      const employment = this.#employment(person);
      const employed = employment ? firstOnOrAfter(employment.startDate) : 0;
      const start = Math.max(offer.plannedStart, offer.printedStart, nextFirst(this.today), employed);
      if (term || (employment?.termination != null && nextFirst(employment.termination) <= start))
        return false;
      person.plan = offer.plan;
      person.nextPlan = null;
      this.#open(person, start);
      person.terms.at(-1)?.signed.push({ from: monthOf(this.today), cents: offer.amounts.cents });
      return true;
    }
    if (!term) return false;
    const first = nextFirst(this.today);
    if (offer.reason === 'plan-change') this.#planFrom(person, offer.plan, first);
    const from = monthOf(offer.reason === 'new-terms' ? Math.max(offer.plannedStart, first) : first);
    term.signed = [...term.signed.filter((each) => each.from < from), { from, cents: offer.amounts.cents }];
    return true;
  }

  #reject(person: Person, offer: Offer): boolean {
    const term = this.#running(person);
    if (offer.reason === 'new-terms' && term) {
      const end = Math.max(offer.plannedStart, nextFirst(this.today));
      if (end <= term.start) this.#decline(person);
      else term.endByContract = end;
    }
    return true;
  }

  // ---- terms

  #running(person: Person): Term | undefined {
    const last = person.terms.at(-1);
    return last && !isAtMost(endOf(last), this.today) ? last : undefined;
  }

  #open(person: Person, start: Day, ordered?: Day): void {
    const employment = this.#employment(person);
    const followsRoster = employment !== undefined && start === this.#rosterStart(person, employment);
    const term: Term = {
      start,
      notBefore: ordered ?? (followsRoster ? null : start),
      endByHr: null,
      hrReason: null,
      endByPerson: null,
      endByContract: null,
      pausedByHr: new Set(),
      freedOn: new Map(),
      pausedByPerson: new Set(),
      wentOn: [],
      signed: [],
    };
    if (employment) {
      const { termination, autoSync, paused } = employment;
      if (termination !== null) {
        term.hrReason = `left on ${termination}`;
        term.endByHr = nextFirst(termination);
      }
      const from = Math.min(monthOf(start), monthOf(this.today) + 1);
      if (autoSync) setMonths(term.pausedByHr, from, paused);
    }
    person.terms.push(term);
    person.nextTermStart = null;
    person.dropped = null;
    person.declinedOn = null;
  }

  /** A term without a contract makes an unanswered enrolment pointless. */
  #openFree(person: Person, start: Day, ordered?: Day): void {
    this.#open(person, start, ordered);
    if (person.offer?.reason === 'enrolment' && person.offer.status === 'pending')
      this.#withdraw(person, ({ status }) => status === 'pending');
  }

  #drop(person: Person, term: Term): void {
    if (term.endByPerson !== null || term.endByContract !== null) this.#declineKnown(person);
    person.terms.pop();
    person.nextTermStart = null;
  }

  #decline(person: Person): void {
    this.#declineKnown(person);
    person.terms.pop();
    person.nextTermStart = null;
  }

  /** Returns the start of a term that is ordered today, or null if this person cannot get one. */
  #order(person: Person): Day | null {
    const employment = this.#employment(person);
    const wasListed = person.links.some((link) => !link.byHand);
    if (wasListed && !person.links.some((link) => link.present)) return null;
    const byCutOff = this.#cutOff(this.settings.orderUntilDay);
    if (!employment) return byCutOff;
    const start = Math.max(byCutOff, firstOnOrAfter(employment.startDate));
    return employment.termination !== null && nextFirst(employment.termination) <= start ? null : start;
  }

  #orderOn(person: Person, start: Day, { again }: { again: boolean }): void {
    const ordered = this.#cutOff(this.settings.orderUntilDay);
    if (this.#planOn(person, this.today) === FREE_PLAN) this.#openFree(person, start, ordered);
    else this.#offerEnrolment(person, start, { again });
  }

  #offerEnrolment(person: Person, plannedStart: Day, { again }: { again: boolean }): void {
    const { offer } = person;
    const unaccepted = offer?.reason === 'enrolment' && offer.status !== 'accepted';
    if (offer && unaccepted && this.#isOpen(offer)) offer.plannedStart = plannedStart;
    else if (!unaccepted || again)
      this.#offer(person, 'enrolment', this.#planOn(person, this.today), plannedStart);
  }

  /** With a contract, a term begins on the first of next month at the earliest. */
  #rosterStart(person: Person, { startDate, seenOn }: Employment): Day {
    const start = firstOnOrAfter(Math.max(startDate, seenOn, this.today));
    return this.#planOn(person, this.today) === FREE_PLAN ? start : Math.max(start, nextFirst(this.today));
  }

  #soonestEnd(person: Person): Day {
    return this.#ticketOfThisMonth(person) ? nextFirst(this.today) : this.today;
  }

  #cutOff(untilDay: number | null): Day {
    const inTime = untilDay === null || numberInMonth(this.today) <= untilDay;
    return inTime ? nextFirst(this.today) : nextFirst(nextFirst(this.today));
  }

  #employment(person: Person): Employment | undefined {
    const listings = person.links.filter((link) => link.present && !link.byHand);
    const [oldest] = listings;
    if (!oldest) return undefined;
    const terminations = listings.map((link) => link.termination).filter((day) => day !== null);
    const termination = terminations.length === listings.length ? Math.max(...terminations) : null;
    const startDate = Math.min(...listings.map((link) => link.startDate));
    const isBefore = termination !== null && startDate > termination && this.#hasBegun(person);
    return {
      startDate,
      seenOn: Math.min(...listings.map((link) => link.seenOn)),
      termination: isBefore ? null : termination,
      leftBefore: isBefore ? termination : null,
      autoSync: oldest.autoSync,
      paused: pausedMonths(oldest.absences),
      link: oldest,
    };
  }

  /** Whether the person has had a term that began. */
  #hasBegun({ terms }: Person): boolean {
    const [first] = terms;
    return terms.length > 1 || (first !== undefined && first.start <= this.today);
  }

  // ---- plans and tickets

  #planOn(person: Person, day: Day): Plan {
    if (person.nextPlan && person.nextPlan.from <= day) return person.nextPlan.plan;
    return person.plan ?? this.#defaultPlanOf(person);
  }

  #defaultPlanOf({ group }: Person): Plan {
    return group ? group.plan : this.settings.defaultPlan;
  }

  #planFrom(person: Person, plan: Plan, from: Day): void {
    if (person.nextPlan && person.nextPlan.from <= this.today) person.plan = person.nextPlan.plan;
    person.nextPlan = { plan, from };
  }

  /** Issues the ticket of the month of that day, unless the person has had one, void or not. */
  #issue(person: Person, day: Day): void {
    const term = person.terms.at(-1);
    const month = monthOf(day);
    if (this.#issuesNothing || !term || term.start > day || isAtMost(endOf(term), day)) return;
    if (isPaused(term, day)) return;
    if (person.tickets.some((ticket) => ticket.month === month)) return;
    person.tickets.push({ month, validFrom: day, isVoid: false });
    this.#charge(person, month);
  }

  /** A ticket that is issued again takes over the charge of its month, unless that was refunded. */
  #charge(person: Person, month: Month): void {
    if (standingCharge(person, month)) return;
    const plan = this.#planOn(person, firstOf(month));
    const price = this.#priceOn(firstOf(month));
    const discount = discountOf(plan, price, this.#subsidyOf(person));
    const employee = this.#contribution(person, firstOf(month));
    const employer = price - discount - employee;
    const term = person.terms.at(-1);
    const signed = plan === FREE_PLAN || !term ? null : signedIn(term, month);
    person.charges.push({
      month,
      plan,
      price,
      discount,
      employer,
      employee,
      beyond: plan === FREE_PLAN ? 0 : Math.max(0, employer - this.#subsidyOf(person)),
      group: person.group?.name ?? null,
      signed,
      isReversal: false,
      isReversed: false,
    });
  }

  #refund(person: Person): void {
    const charge = standingCharge(person, monthOf(this.today));
    if (!charge) return;
    charge.isReversed = true;
    const { month, plan, price, discount, employer, employee, beyond, signed, group } = charge;
    person.charges.push({
      month,
      plan,
      price: -price,
      discount: -discount,
      employer: -employer,
      employee: 0 - employee,
      beyond: 0 - beyond,
      signed,
      group,
      isReversal: true,
      isReversed: false,
    });
  }

  #ticketOfThisMonth(person: Person): Ticket | undefined {
    const month = monthOf(this.today);
    return person.tickets.find((ticket) => ticket.month === month && !ticket.isVoid);
  }

  // ---- the visible state

  /** Returns when the link became present, or present again; null for a manual link. */
  firstSeen(id: number, integration: number): string | null {
    const link = this.#person(id).links.find((one) => one.integration === integration);
    return link && !link.byHand ? textOf(link.seenOn) : null;
  }

  /** The termination from which the end of the last term follows. */
  knownTermination(id: number): string | null {
    const day = terminationOf(this.#person(id).terms.at(-1));
    return day === null ? null : textOf(day);
  }

  /** `autoSyncEmployee` of the listing that counts. */
  isSynced(id: number): boolean {
    return this.#employment(this.#person(id))?.autoSync ?? false;
  }

  /** The start of a term that has begun and not ended. */
  underWaySince(id: number): string | null {
    const term = this.#running(this.#person(id));
    return term !== undefined && term.start <= this.today ? textOf(term.start) : null;
  }

  /** Whether there is a term, begun or not, that does not end by that day. */
  lastsBeyond(id: number, date: string): boolean {
    const term = this.#running(this.#person(id));
    return term !== undefined && !isAtMost(endOf(term), dayOf(date));
  }

  show(id: number): Shown {
    const person = this.#person(id);
    const { today } = this;
    const last = person.terms.at(-1);
    const end = last ? endOf(last) : null;
    const plan = this.#planOn(person, today);
    const isFree = plan === FREE_PLAN;
    const nextTicketAt = last
      ? (this.#nextTicket(last) ?? (isFree ? this.#ticketOfNextTerm(person, last) : null))
      : null;
    let pausedAt = -1;
    let reactivatedAt = -1;
    for (const [index, term] of person.terms.entries()) {
      if (index > 0 && term.start <= today) reactivatedAt = Math.max(reactivatedAt, term.start);
      reactivatedAt = Math.max(reactivatedAt, ...term.wentOn);
      let wasPaused = false;
      for (let day = term.start; day <= today && !isAtMost(endOf(term), day); day++) {
        const paused = isPaused(term, day);
        if (paused && !wasPaused) pausedAt = Math.max(pausedAt, day);
        if (!paused && wasPaused) reactivatedAt = Math.max(reactivatedAt, day);
        wasPaused = paused;
      }
    }
    return {
      status: this.#status(person),
      startAt: last && last.start <= today ? textOf(last.start) : null,
      nextTicketAt,
      pausedAt: pausedAt < 0 ? null : textOf(pausedAt),
      cancelledAt: end !== null && end <= today ? textOf(end) : null,
      reactivatedAt: reactivatedAt < 0 ? null : textOf(reactivatedAt),
      plan,
      contract: isFree && person.offer?.status !== 'pending' ? null : (person.offer?.status ?? null),
      contribution: this.#contribution(person, nextTicketAt === null ? today : dayOf(nextTicketAt)),
      tickets: person.tickets.map(
        ({ month, validFrom, isVoid }) =>
          `${textOf(firstOf(month)).slice(0, 7)} from ${textOf(validFrom)}${isVoid ? ' void' : ''}`,
      ),
      charges: person.charges.map(
        ({ month, plan, price, discount, employer, employee, beyond, signed, group, isReversal }) =>
          `${textOf(firstOf(month)).slice(0, 7)} ${plan} ${price} = ${discount} + ${employer} + ${employee}, beyond ${beyond}${signed === null ? '' : `, signed ${signed}`}${group === null ? '' : `, ${group}`}${isReversal ? ' reversal' : ''}`,
      ),
      receipts: person.charges.filter(({ employee }) => employee !== 0).length,
    };
  }

  #status(person: Person): string {
    const { today } = this;
    const term = person.terms.at(-1);
    if (!term) return 'no-subscription';
    const end = endOf(term);
    if (isAtMost(end, today)) return 'cancelled';
    if (term.start > today) return 'scheduled';
    if (isPaused(term, today)) return 'paused';
    for (let day = today + 1; day < firstOf(HORIZON); day++) {
      if (day === end) return 'scheduled-cancellation';
      if (isPaused(term, day)) return 'scheduled-pause';
    }
    return 'active';
  }

  #nextTicket(term: Term): string | null {
    for (let month = monthOf(this.today) + 1; month < HORIZON; month++) {
      const first = firstOf(month);
      if (isAtMost(endOf(term), first)) return null;
      if (first >= term.start && !isPaused(term, first)) return textOf(first);
    }
    return null;
  }

  #ticketOfNextTerm({ nextTermStart }: Person, last: Term): string | null {
    if (nextTermStart === null) return null;
    for (let month = monthOf(Math.max(nextTermStart, nextFirst(this.today))); month < HORIZON; month++)
      if (!last.pausedByHr.has(month)) return textOf(firstOf(month));
    return null;
  }

  #person(id: number): Person {
    const person = this.#people.get(id);
    if (!person) throw new Error(`the model has no person ${id}`);
    return person;
  }
}

/** Five percent, once the employer pays at least a quarter of the price. */
function discountOf(plan: Plan, price: number, subsidy: number): number {
  const isGiven = plan === FREE_PLAN || subsidy * 4 >= price;
  return isGiven ? Math.floor((price * 5 + 50) / 100) : 0;
}

function endOf({ endByHr, endByPerson, endByContract }: Term): Day | null {
  const ends = [endByHr, endByPerson, endByContract].filter((end) => end !== null);
  return ends.length > 0 ? Math.min(...ends) : null;
}

function signedIn({ signed }: Term, month: Month): number | null {
  return signed.findLast(({ from }) => from <= month)?.cents ?? null;
}

function isLongGap(leftOn: Day, startDate: Day): boolean {
  return startDate - leftOn - 1 > GRACE_DAYS;
}

function terminationOf(term: Term | undefined): Day | null {
  return term?.hrReason?.startsWith('left on ') ? Number(term.hrReason.slice('left on '.length)) : null;
}

/**
 * The termination before the employment that the roster tells now. One before the term is that of an earlier employment,
 * unless the term runs and ends because of it.
 */
function terminationBefore(
  term: Term,
  { leftBefore, startDate }: Employment,
  { isRunning }: { isRunning: boolean },
): Day | null {
  const known = terminationOf(term);
  const leftOn = leftBefore ?? (known !== null && startDate > known ? known : null);
  return leftOn === null || leftOn >= term.start || (isRunning && leftOn === known) ? leftOn : null;
}

function standingCharge({ charges }: Person, month: Month): Charge | undefined {
  return charges.find((charge) => charge.month === month && !charge.isReversal && !charge.isReversed);
}

function isAtMost(day: Day | null, limit: Day): boolean {
  return day !== null && day <= limit;
}

function isPaused(term: Term, day: Day): boolean {
  return isPausedByHr(term, day) || term.pausedByPerson.has(monthOf(day));
}

function isPausedByHr({ pausedByHr, freedOn }: Term, day: Day): boolean {
  const month = monthOf(day);
  return pausedByHr.has(month) && !isAtMost(freedOn.get(month) ?? null, day);
}

/** Replaces the months from `from` on by the wanted ones; earlier months stay. */
function setMonths(months: Set<Month>, from: Month, wanted: ReadonlySet<Month>): void {
  for (const month of [...months]) if (month >= from) months.delete(month);
  for (const month of wanted) if (month >= from) months.add(month);
}
