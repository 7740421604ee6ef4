import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { moveClock } from '../../../src/company/companies/move-clock.ts';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { chooseGroup } from '../../../src/company/groups/choose-group.ts';
import { createGroup } from '../../../src/company/groups/create-group.ts';
import { deleteGroup } from '../../../src/company/groups/delete-group.ts';
import { setGroup } from '../../../src/company/groups/set-group.ts';
import { setIntegration } from '../../../src/company/integrations/set-integration.ts';
import { listStatements } from '../../../src/company/statements/list-statements.ts';
import { pageOfLines } from '../../../src/company/statements/read-statement.ts';
import type { Sums } from '../../../src/company/statements/statements-sql.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { addDays, monthFirst, nextFirst } from '../../../src/domain/calendar/months.ts';
import { selectEmployees } from '../../../src/people/employees/employees-sql.ts';
import type { Pool, Transaction } from '../../../src/platform/db/types.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { inDay } from '../../../src/tickets/issue/open-day.ts';
import { reissue } from '../../../src/tickets/issue/reissue.ts';
import { followPricesIfBehind } from '../../../src/tickets/prices/follow-prices.ts';
import { enrolAllWaiting } from '../../../src/tickets/subscriptions/actions/enrol.ts';
import { answerOffer } from '../../../src/tickets/subscriptions/answer-offer.ts';
import { beginNextTerms } from '../../../src/tickets/subscriptions/begin-next-terms.ts';
import { followAmounts } from '../../../src/tickets/subscriptions/follow-amounts.ts';
import { offerNewTerms } from '../../../src/tickets/subscriptions/offer-new-terms.ts';
import { SUBSCRIPTION_STATUSES } from '../../../src/tickets/subscriptions/subscription-statuses.ts';
import type { Absence } from '../../pure/models/absences.ts';
import { dayOf, monthOf } from '../../pure/models/calendar.ts';
import {
  type EmploymentFacts,
  type GroupAmounts,
  LifecycleModel,
  type Plan,
  type Settings,
  type Shown,
} from '../../pure/models/lifecycle.ts';
import {
  cancel,
  changePlan,
  enrol,
  issueNow,
  pause,
  resume,
  revoke,
  withdrawCancellation,
} from '../support/actions.ts';
import { assertAnnounced, assertStatusesAnnounced } from '../support/assert-announced.ts';
import { type Listing, TestCompany } from '../support/test-company.ts';
import { Chance } from './random.ts';

const PEOPLE = 40;
const BEGIN = '2024-02-20';
const MONTHS = 48;
const PLANS: readonly Plan[] = ['fully-subsidized-plan', 'split-pay-plan', 'deferred-plan'];
const SUBSIDIES = [1_000, 1_500, 2_000, 2_000, 2_500, 3_000] as const;
/** Prices of the migrations, which the simulation leaves alone. */
const FIXED_PRICES = ['2025-01-01', '2026-01-01'];
const ABSENCES = [
  'parental-leave',
  'maternity-leave',
  'unpaid-leave',
  'sabbatical',
  'military-service',
  'voluntary-service',
  'care-leave',
  'sick-leave',
  'sick-leave',
  'Elternzeit',
  'unbezahlter Urlaub',
  'BUNDESFREIWILLIGENDIENST',
  'Krankheit',
  'vacation',
  'Sonderurlaub',
  'training',
  'moon-walk',
];

/** The data of the HR systems: per person and integration the facts of the next roster, or null. */
type Records = Map<number, (EmploymentFacts | null)[]>;

/** What the statement of a month must agree with. */
interface MonthFacts {
  people: number;
  receipts: number;
  holders: number;
}

interface SimulatedListing extends Listing {
  integration: number;
  facts: EmploymentFacts | null;
}

interface SimulatedGroup {
  id: number;
  amounts: GroupAmounts;
}

class Crash extends Error {}

/** Without the past. */
function coming({ reactivatedAt: _, tickets: __, charges: ___, receipts: ____, ...rest }: Shown) {
  return rest;
}

/**
 * Applies the same random events to a company over 48 months and to the model, and compares them after every
 * event.
 */
export class Simulation {
  readonly #chance: Chance;
  readonly #company: TestCompany;
  readonly #sql: Pool;
  readonly #model: LifecycleModel;
  readonly #records: Records = new Map();
  readonly #ids: number[] = [];
  /** The numbers at the first integration that are not the id. */
  readonly #numbers = new Map<number, string>();
  #today = BEGIN;
  readonly #addedPrices = new Set<string>();
  readonly #groups: SimulatedGroup[] = [];
  readonly #groupOf = new Map<number, SimulatedGroup | null>();
  #lastGroup = 0;
  readonly story: string[] = [];
  events = 0;
  refusals = 0;
  crashes = 0;
  /** People who were missing from one roster. */
  missedNights = 0;
  /** People whose roster was sent again after a wrong one. */
  sentAgain = 0;
  /** New and other groups, and people who were moved. */
  groupChanges = 0;
  /** Months that have charges. */
  statements = 0;

  private constructor(chance: Chance, company: TestCompany, settings: Settings) {
    this.#chance = chance;
    this.#company = company;
    this.#sql = company.sql;
    this.#model = new LifecycleModel(BEGIN, settings);
  }

  static async create(sql: Pool, seed: number): Promise<Simulation> {
    const chance = new Chance(seed);
    const day = () => (chance.happens(0.5) ? null : chance.between(1, 28));
    const settings: Settings = {
      autoEnrol: chance.happens(0.8),
      defaultPlan: chance.happens(0.6) ? 'fully-subsidized-plan' : 'split-pay-plan',
      subsidyCents: chance.pick(SUBSIDIES),
      orderUntilDay: day(),
      cancelUntilDay: chance.happens(0.6) ? 10 : day(),
      pauseUntilDay: day(),
    };
    const { autoEnrol, defaultPlan, subsidyCents } = settings;
    // The third integration sends no roster: people are linked to it by hand.
    const company = await TestCompany.create(sql, BEGIN, {
      autoEnrol,
      planType: defaultPlan,
      subsidyCents,
      integrations: 3,
    });
    await sql`
      update companies set order_until_day = ${settings.orderUntilDay},
        cancel_until_day = ${settings.cancelUntilDay},
        pause_until_day = ${settings.pauseUntilDay}
      where id = ${company.id}`;
    const simulation = new Simulation(chance, company, settings);
    simulation.story.push(`seed ${seed}: ${JSON.stringify(settings)}`);
    for (let number = 0; number < PEOPLE; number++) await simulation.#addPerson();
    // The ticker of a running service opens the day of a new company.
    await sql.begin((tx) => inDay(tx, company.id, 'unlimited', async () => {}));
    return simulation;
  }

  async run(): Promise<void> {
    const end = monthFirst(BEGIN, MONTHS);
    try {
      while (this.#today < end) {
        await this.#passTime();
        for (let count = this.#chance.between(2, 9); count > 0; count--) await this.#somethingHappens();
      }
      await this.#checkReceiptNumbers();
      await this.#checkStatements();
      await assertAnnounced(this.#sql, this.#company.id);
    } finally {
      // Prices belong to all companies, also to those of other seeds.
      await this.#sql`delete from ticket_prices where valid_from = any(${[...this.#addedPrices]}::date[])`;
    }
  }

  async #addPerson(): Promise<number> {
    const plan = this.#chance.happens(0.4) ? this.#chance.pick(PLANS) : null;
    const id = await this.#company.addPerson(plan);
    this.#ids.push(id);
    this.#records.set(id, [null, null]);
    this.#model.add(id, plan);
    if (!this.#chance.happens(0.1)) return id;
    await this.#company.tieByHand(id, 2);
    this.#model.tied(id, 2);
    return id;
  }

  // ---- time

  async #passTime(): Promise<void> {
    const chance = this.#chance;
    const first = nextFirst(this.#today);
    const target = chance.pick([
      first,
      addDays(first, -1),
      addDays(this.#today, chance.between(1, 12)),
      addDays(this.#today, chance.between(1, 12)),
      addDays(this.#today, chance.between(1, 6)),
      addDays(this.#today, chance.between(1, 70)),
    ]);
    if (chance.happens(0.15)) return await this.#waitForReturn();
    await this.#passTimeTo(target);
  }

  /** Moves to the limit of the 31 days after a person's end; then the person is listed again. */
  async #waitForReturn(): Promise<void> {
    const gone = this.#ids.filter((id) => this.#records.get(id)?.every((record) => record === null));
    for (const id of gone) {
      const { cancelledAt } = this.#model.show(id);
      const edge = cancelledAt && addDays(cancelledAt, this.#chance.between(30, 33));
      if (!edge || edge <= this.#today) continue;
      await this.#passTimeTo(edge);
      return await this.#roster([id]);
    }
  }

  async #passTimeTo(target: string): Promise<void> {
    const chance = this.#chance;
    if (target <= this.#today) return;
    if (chance.happens(0.12)) await this.#downUntil(target);
    else await this.#moveClock(target);
    this.#today = target;
    await this.#compare(this.#ids, `the clock moves to ${target}`);
  }

  async #moveClock(target: string): Promise<void> {
    if (this.#chance.happens(0.2)) {
      let steps = this.#chance.between(1, 3);
      const move = moveClock(this.#sql, 'staging', this.#company.id, OPERATOR, target, ({ businessDate }) => {
        this.#today = businessDate;
        if (--steps === 0 && businessDate < target) throw new Crash();
      });
      const crashed = await crashes(move);
      this.#model.advanceTo(this.#today);
      if (crashed) {
        this.crashes++;
        await this.#compare(this.#ids, `the clock stops on its way to ${target}, on ${this.#today}`);
      }
    }
    await moveClock(this.#sql, 'staging', this.#company.id, OPERATOR, target);
    this.#model.advanceTo(target);
  }

  /** No node runs while the days pass; then three nodes start at once. */
  async #downUntil(target: string): Promise<void> {
    const { id } = this.#company;
    await this.#sql`update companies set clock_frozen_on = ${target} where id = ${id}`;
    const nodes = [1, 2, 3].map(() =>
      this.#sql.begin((tx) =>
        inDay(tx, id, 'unlimited', async (day) => {
          await beginNextTerms(tx, day);
          await followPricesIfBehind(tx, day);
        }),
      ),
    );
    await Promise.all(nodes);
    this.#model.jumpTo(target);
    this.#model.issueDue();
    this.#model.beginNextTerms();
    this.#model.followMonth();
    this.story.push(`the service was down until ${target}`);
  }

  // ---- events

  async #somethingHappens(): Promise<void> {
    const chance = this.#chance;
    this.events++;
    if (chance.happens(0.04)) return await this.#sendAgain();
    if (chance.happens(0.06)) return await this.#changeGroups();
    if (chance.happens(0.55)) return await this.#roster();
    if (chance.happens(0.03)) return await this.#reuseNumber();
    if (chance.happens(0.15)) return await this.#rehire();
    if (chance.happens(0.15)) return await this.#missANight();
    if (chance.happens(0.02)) return await this.#toggleAutoEnrol();
    if (chance.happens(0.04)) return await this.#enrolAllWaiting();
    if (chance.happens(0.04)) return await this.#changeSubsidy();
    if (chance.happens(0.04)) return await this.#changePrices();
    if (chance.happens(0.02)) return await this.#offerNewTerms();
    if (chance.happens(0.05)) return await this.#changeAutoSyncDefault();
    const id = this.#somebody();
    if (chance.happens(0.05)) return await this.#rename(id);
    if (chance.happens(0.35)) return await this.#contract(id);
    await this.#action(id);
  }

  /**
   * Picks any person, or a person in a status picked first: most people are active, and rare states matter as
   * much.
   */
  #somebody(): number {
    if (this.#chance.happens(0.5)) return this.#chance.pick(this.#ids);
    const status = this.#chance.pick(SUBSCRIPTION_STATUSES);
    const found = this.#ids.filter((id) => this.#model.show(id).status === status);
    return this.#chance.pick(found.length > 0 ? found : this.#ids);
  }

  async #roster(who?: number[]): Promise<void> {
    const chance = this.#chance;
    const listings: SimulatedListing[] = [];
    const ids = new Set(who ?? Array.from({ length: chance.between(1, 4) }, () => this.#somebody()));
    for (const id of ids) {
      const integration = chance.happens(0.15) ? 1 : 0;
      const records = this.#records.get(id);
      assert(records);
      const before = records[integration] ?? null;
      if (before === null && !records.some(Boolean) && chance.happens(0.2)) continue;
      records[integration] = this.#nextRecord(before);
      if (before !== null || records[integration] !== null)
        listings.push({
          id,
          integration,
          facts: records[integration],
          hrId: this.#numberOf(id, integration),
        });
    }
    await this.#applyListings(listings);
  }

  /** A person leaves, and another person gets the number. Nothing is inherited. */
  async #reuseNumber(): Promise<void> {
    const id = this.#ids.find((one) => this.#records.get(one)?.[0] && this.#chance.happens(0.2));
    if (id === undefined) return;
    const hrId = this.#numberOf(id, 0);
    this.#numbers.set(id, `${id} again ${this.events}`);
    const heir = await this.#addPerson();
    this.#numbers.set(heir, hrId);
    const facts = this.#nextRecord(null);
    this.#records.get(id)?.splice(0, 1, null);
    this.#records.get(heir)?.splice(0, 1, facts);
    await this.#applyListings([
      { id, integration: 0, facts: null, hrId },
      { id: heir, integration: 0, facts, hrId },
    ]);
  }

  /**
   * A roster omits people, and a later one lists them as before, mostly the next: rehired people whose entries keep the old
   * termination, and people whose signed term has not begun.
   */
  async #missANight(): Promise<void> {
    const chance = this.#chance;
    const people = this.#ids.filter((id) => {
      const { status, contract } = this.#model.show(id);
      if (status === 'scheduled') return contract === 'accepted' && this.#records.get(id)?.some(Boolean);
      return status !== 'cancelled' && this.#isRehired(id);
    });
    if (people.length === 0) return;
    const ids = new Set(Array.from({ length: chance.between(1, 3) }, () => chance.pick(people)));
    const before = [...ids].flatMap((id) =>
      (this.#records.get(id) ?? []).flatMap((facts, integration) =>
        facts ? [{ id, integration, facts, hrId: this.#numberOf(id, integration) }] : [],
      ),
    );
    if (chance.happens(0.4)) await this.#passTimeTo(addDays(nextFirst(this.#today), -1));
    for (const { id, integration } of before) this.#records.get(id)?.splice(integration, 1, null);
    await this.#applyListings(before.map((listing) => ({ ...listing, facts: null })));
    await this.#passTimeTo(addDays(this.#today, chance.pick([1, 1, 1, 1, 5, 30, 31, 32])));
    for (const { id, integration, facts } of before) this.#records.get(id)?.splice(integration, 1, facts);
    await this.#applyListings(before);
    this.missedNights += ids.size;
  }

  /**
   * A wrong roster, and on the same day the one before it again: everybody is as before (docs/sync.md, "Sending again"), but for
   * tickets and what the wrong roster began.
   */
  async #sendAgain(): Promise<void> {
    const chance = this.#chance;
    const listed = this.#ids.filter((id) => this.#records.get(id)?.[0]);
    if (listed.length === 0) return;
    const ids = new Set(Array.from({ length: chance.between(1, 4) }, () => chance.pick(listed)));
    const before = [...ids].flatMap((id) => {
      const facts = this.#records.get(id)?.[0];
      return facts ? [{ id, integration: 0, facts, hrId: this.#numberOf(id, 0) }] : [];
    });
    // The roster before is applied on the day on which it counts.
    await this.#applyListings(before);
    const shown = new Map(before.map(({ id }) => [id, this.#model.show(id)]));
    const endsByEarlierJob = new Set(before.map(({ id }) => id).filter((id) => this.#endsByEarlierJob(id)));
    const wrong = before.map((listing) => ({
      ...listing,
      facts: chance.happens(0.5) ? null : this.#nextRecord(listing.facts),
    }));
    const namedAnew = new Set(
      wrong
        .filter(({ id, facts }, index) => this.#namesLastDayAnew(id, facts, before[index]?.facts))
        .map(({ id }) => id),
    );
    await this.#applyListings(wrong);
    const between = new Map(before.map(({ id }) => [id, this.#model.show(id)]));
    const newEmployments = new Set(
      before.filter(({ id, facts }) => this.#wouldBeNewEmployment(id, facts)).map(({ id }) => id),
    );
    await this.#applyListings(before);
    for (const { id } of before) {
      const [first, second] = [shown.get(id), between.get(id)];
      if (!first || !second || first.startAt !== second.startAt || first.contract !== second.contract)
        continue;
      // Who comes back without a running subscription is treated like anybody who comes back.
      if (['no-subscription', 'cancelled'].includes(first.status)) continue;
      if (first.status === 'scheduled' && second.status === 'no-subscription') continue;
      // So is whom the wrong roster ended at once, for want of a ticket of this month. Not everybody goes on then.
      const goesOn = this.#model.isSynced(id) && !newEmployments.has(id);
      if (second.status === 'cancelled' && !goesOn) continue;
      // The wrong roster ended the pause of this month: the ticket is issued and stays.
      if (first.status === 'paused' && !['paused', 'cancelled'].includes(second.status)) continue;
      // The wrong roster replaced that end, and the date alone does not bring it back (docs/lifecycle.md, "The gap").
      if (endsByEarlierJob.has(id)) continue;
      // Only the wrong roster names that last day before the gap, so it counts.
      if (namedAnew.has(id)) continue;
      this.#same(coming(this.#model.show(id)), coming(first), `person ${id}, sent again`, id);
      this.sentAgain++;
    }
  }

  /** Whether the subscription ends by a termination from before it began, and the entry already has a later start. */
  #endsByEarlierJob(id: number): boolean {
    const [known, start] = [this.#model.knownTermination(id), this.#model.underWaySince(id)];
    return known !== null && start !== null && known < start && this.#isRehired(id);
  }

  /** Whether these facts begin another employment for somebody whose subscription has ended (docs/lifecycle.md, line 7). */
  #wouldBeNewEmployment(id: number, { startDate }: EmploymentFacts): boolean {
    const known = this.#model.knownTermination(id);
    return startDate > this.#today || (known !== null && startDate > known);
  }

  /** Whether a wrong roster names a last day before a later start that was not known, and that the right one does not list. */
  #namesLastDayAnew(id: number, wrong: EmploymentFacts | null, right?: EmploymentFacts): boolean {
    const named = wrong?.terminationDate ?? null;
    return (
      wrong !== null &&
      named !== null &&
      named < wrong.startDate &&
      named !== right?.terminationDate &&
      named !== this.#model.knownTermination(id)
    );
  }

  /** Somebody who has left begins again. The entry keeps the old termination. */
  async #rehire(): Promise<void> {
    const chance = this.#chance;
    const gone = this.#ids.filter((id) => {
      const left = this.#records.get(id)?.[0]?.terminationDate;
      return (
        left && left < this.#today && this.#model.show(id).status === 'cancelled' && !this.#isRehired(id)
      );
    });
    if (gone.length === 0) return;
    const id = chance.pick(gone);
    const before = this.#records.get(id)?.[0];
    if (!before) return;
    const facts = { ...before, startDate: addDays(this.#today, chance.between(-5, 40)), autoSync: null };
    this.#records.get(id)?.splice(0, 1, facts);
    await this.#applyListings([{ id, integration: 0, facts, hrId: this.#numberOf(id, 0) }]);
  }

  #isRehired(id: number): boolean {
    const [facts] = this.#records.get(id) ?? [];
    return facts?.terminationDate != null && facts.startDate > facts.terminationDate;
  }

  #numberOf(id: number, integration: number): string {
    return (integration === 0 && this.#numbers.get(id)) || String(id);
  }

  async #applyListings(listings: SimulatedListing[]): Promise<void> {
    const chance = this.#chance;
    const more = chance.happens(0.3) ? this.#ids : [];
    await this.#commit(
      `roster ${JSON.stringify(listings)}${more.length > 0 ? ', all followed' : ''}`,
      async (tx) => {
        await inDay(tx, this.#company.id, 'unlimited', (day) =>
          this.#company.applyRoster(tx, day, listings, more),
        );
      },
    );
    for (const { id, integration, facts } of listings)
      if (facts) this.#model.listed(id, integration, facts);
      else this.#model.omitted(id, integration);
    const followed = new Set([...listings.map(({ id }) => id), ...more]);
    for (const id of followed) this.#model.follow(id);
    await this.#compare([...followed]);
  }

  #nextRecord(before: EmploymentFacts | null): EmploymentFacts | null {
    const chance = this.#chance;
    if (before === null)
      return {
        startDate: addDays(this.#today, chance.pick([-900, -40, -10, 0, 6, 30, 90])),
        terminationDate: null,
        autoSync: chance.pick([true, null, null, null, false]),
        absences: chance.happens(0.2) ? this.#absences() : [],
      };
    const facts = { ...before };
    switch (
      chance.pick([
        'omit',
        'omit',
        'leave',
        'leave',
        'clear',
        'absent',
        'absent',
        'correct',
        'correct',
        'gap',
        'gap',
        'gap',
        'sync',
        'start',
        'start',
        'same',
      ])
    ) {
      case 'omit':
        return null;
      case 'leave':
        facts.terminationDate = addDays(this.#today, chance.between(-60, 100));
        break;
      case 'clear':
        facts.terminationDate = null;
        break;
      case 'absent':
        facts.absences = this.#absences();
        break;
      case 'correct':
        facts.absences = before.absences.flatMap((absence) => this.#corrected(absence));
        break;
      case 'sync':
        facts.autoSync = chance.pick([true, false, null]);
        break;
      case 'gap': {
        // A termination that is known already, or one that comes with the new start.
        const leftOn = before.terminationDate ?? addDays(this.#today, chance.between(-40, 60));
        facts.startDate = addDays(leftOn, chance.pick([1, 20, 32, 33, 34, 70, 120]));
        facts.terminationDate = chance.pick([
          leftOn,
          null,
          null,
          addDays(facts.startDate, chance.between(0, 200)),
        ]);
        break;
      }
      case 'start':
        facts.startDate = addDays(this.#today, chance.pick([-400, -30, -5, 0, 5, 35, 90]));
        break;
    }
    return facts;
  }

  #absences(): Absence[] {
    const chance = this.#chance;
    return Array.from({ length: chance.between(0, 3) }, () => {
      const startDate = addDays(
        chance.happens(0.4) ? monthFirst(this.#today, chance.between(-1, 4)) : this.#today,
        chance.between(-5, 20),
      );
      const absence: Absence = {
        type: chance.pick(ABSENCES),
        startDate,
        endDate: chance.happens(0.15) ? null : addDays(startDate, chance.pick([0, 5, 31, 62, 100, 200])),
      };
      if (chance.happens(0.3)) absence.id = chance.pick(['1', '2', '3', '4']);
      if (chance.happens(0.15))
        absence.status = chance.pick(['approved', 'requested', 'declined', 'cancelled']);
      if (chance.happens(0.3)) absence.paid = chance.pick([true, false, null]);
      if (chance.happens(0.1)) absence.halfDayStart = true;
      if (chance.happens(0.1)) absence.halfDayEnd = true;
      return absence;
    });
  }

  /** What becomes of an absence that HR looks at again, mostly one that should be over. */
  #corrected(absence: Absence): Absence[] {
    const chance = this.#chance;
    const end = addDays(this.#today, chance.between(-70, 10));
    switch (chance.pick(['end', 'end', 'end', 'start', 'spelling', 'status', 'forget', 'same'])) {
      case 'end':
        return [{ ...absence, endDate: end < absence.startDate ? absence.startDate : end }];
      case 'start': {
        const startDate = addDays(absence.startDate, chance.pick([-40, -3, 2, 20, 90]));
        return [{ ...absence, startDate, endDate: end < startDate ? startDate : end }];
      }
      case 'spelling':
        return [
          { ...absence, type: absence.type.toUpperCase(), endDate: end < absence.startDate ? null : end },
        ];
      case 'status':
        return [{ ...absence, status: chance.pick(['declined', 'cancelled', 'approved']) }];
      case 'forget':
        return [];
    }
    return [absence];
  }

  async #toggleAutoEnrol(): Promise<void> {
    const { settings } = this.#model;
    settings.autoEnrol = !settings.autoEnrol;
    await this.#sql`update companies set auto_enrol = ${settings.autoEnrol} where id = ${this.#company.id}`;
    this.story.push(`auto-enrol is now ${settings.autoEnrol}`);
  }

  async #enrolAllWaiting(): Promise<void> {
    let enrolled = 0;
    await this.#commit('enrol all who wait', async (tx) => {
      ({ enrolled } = await enrolAllWaiting(tx, this.#company.id, OPERATOR));
    });
    this.#same(enrolled, this.#model.enrolAllWaiting(), 'how many waited');
    await this.#compare(this.#ids);
  }

  async #changeSubsidy(): Promise<void> {
    const subsidyCents = this.#chance.pick(SUBSIDIES);
    await this.#commit(`the subsidy is ${subsidyCents}`, (tx) =>
      setCompany(tx, this.#company.id, OPERATOR, { subsidyCents }),
    );
    const { settings } = this.#model;
    if (settings.subsidyCents !== subsidyCents) {
      settings.subsidyCents = subsidyCents;
      this.#model.followAmounts();
    }
    await this.#compare(this.#ids);
  }

  /** A new group, another place, other settings, the end of one, or people by hand. */
  async #changeGroups(): Promise<void> {
    const chance = this.#chance;
    const group = this.#groups.length > 0 ? chance.pick(this.#groups) : undefined;
    if (!group || (this.#groups.length < 3 && chance.happens(0.3))) await this.#createGroup();
    else if (chance.happens(0.2)) await this.#setGroup(group);
    else if (chance.happens(0.05)) await this.#deleteGroup(group);
    else await this.#chooseGroup(chance.happens(0.2) ? null : group);
    this.groupChanges++;
    await this.#compare(this.#ids);
  }

  async #createGroup(): Promise<void> {
    const amounts: GroupAmounts = {
      name: `Group ${++this.#lastGroup}`,
      subsidyCents: this.#chance.pick(SUBSIDIES),
      plan: this.#chance.pick(PLANS),
    };
    const { name, subsidyCents, plan } = amounts;
    let id = 0;
    await this.#commit(`${name} has ${subsidyCents}, ${plan}`, async (tx) => {
      const settings = { name, subsidyCents, defaultPlanType: plan, offeredPlanTypes: [], rule: {} };
      id = (await createGroup(tx, this.#company.id, OPERATOR, settings)).id;
    });
    this.#groups.push({ id, amounts });
  }

  async #setGroup({ id, amounts }: SimulatedGroup): Promise<void> {
    const subsidyCents = this.#chance.pick(SUBSIDIES);
    const plan = this.#chance.happens(0.5) ? amounts.plan : this.#chance.pick(PLANS);
    await this.#commit(`${amounts.name} has ${subsidyCents}, ${plan}`, (tx) =>
      setGroup(tx, this.#company.id, OPERATOR, id, { subsidyCents, defaultPlanType: plan }),
    );
    this.#model.changeGroup(amounts, { subsidyCents, plan });
  }

  async #deleteGroup(group: SimulatedGroup): Promise<void> {
    await this.#commit(`${group.amounts.name} is deleted`, (tx) =>
      deleteGroup(tx, this.#company.id, OPERATOR, group.id),
    );
    for (const id of this.#ids) if (this.#groupOf.get(id) === group) this.#move(id, null);
    this.#groups.splice(this.#groups.indexOf(group), 1);
  }

  async #chooseGroup(group: SimulatedGroup | null): Promise<void> {
    const ids = [...new Set(Array.from({ length: this.#chance.between(1, 4) }, () => this.#somebody()))];
    await this.#commit(`${ids} are in ${group?.amounts.name ?? 'no group'}`, (tx) =>
      chooseGroup(tx, this.#company.id, OPERATOR, ids, group?.id ?? 'none'),
    );
    for (const id of ids) this.#move(id, group);
  }

  #move(id: number, group: SimulatedGroup | null): void {
    this.#groupOf.set(id, group);
    this.#model.moveTo(id, group?.amounts ?? null);
  }

  /** Sets or removes the price of a month ahead. The job that follows it comes at once, or not before another change. */
  async #changePrices(): Promise<void> {
    const chance = this.#chance;
    const added = [...this.#addedPrices].filter((month) => month > this.#today);
    const [old] = added;
    if (old && chance.happens(0.4)) {
      await this.#sql`delete from ticket_prices where valid_from = ${old}`;
      this.#addedPrices.delete(old);
      this.#model.setPrice(old, null);
      this.story.push(`no price begins on ${old}`);
    } else {
      const from = monthFirst(this.#today, chance.between(1, 5));
      if (FIXED_PRICES.includes(from)) return;
      const cents = chance.pick([4_900, 5_500, 6_000, 6_300, 7_000]);
      await this.#sql`
        insert into ticket_prices (valid_from, cents) values (${from}, ${cents})
        on conflict (valid_from) do update set cents = excluded.cents`;
      this.#addedPrices.add(from);
      this.#model.setPrice(from, cents);
      this.story.push(`the price is ${cents} from ${from}`);
    }
    if (chance.happens(0.8)) {
      await this.#commit('the price is followed', async (tx) => {
        await inDay(tx, this.#company.id, 'unlimited', (day) => followAmounts(tx, day));
      });
      this.#model.followAmounts();
    }
    await this.#compare(this.#ids);
  }

  async #offerNewTerms(): Promise<void> {
    let offered = 0;
    await this.#commit('new terms are offered again', async (tx) => {
      ({ offered } = await offerNewTerms(tx, this.#company.id, OPERATOR));
    });
    this.#same(offered, this.#model.offerNewTerms(), 'how many were offered new terms');
    await this.#compare(this.#ids);
  }

  /** Another default, or the present one. */
  async #changeAutoSyncDefault(): Promise<void> {
    const integration = this.#chance.pick([0, 0, 1]);
    const autoSyncDefault = this.#chance.happens(0.5);
    let isOther = false;
    await this.#commit(
      `the default of autoSyncEmployee of ${integration} is ${autoSyncDefault}`,
      async (tx) => {
        const { id, integrationIds } = this.#company;
        const change = await setIntegration(tx, id, integrationIds[integration] ?? 0, OPERATOR, {
          autoSyncDefault,
        });
        isOther = change !== null;
      },
    );
    this.#same(
      isOther,
      this.#model.setAutoSyncDefault(integration, autoSyncDefault),
      'whether it is another',
    );
    await this.#compare(this.#ids);
  }

  async #rename(id: number): Promise<void> {
    await this.#commit(`${id} has a new name`, async (tx) => {
      await inDay(tx, this.#company.id, 'unlimited', (day) => reissue(tx, day, [id]));
    });
    this.#model.rename(id);
    await this.#compare([id]);
  }

  async #contract(id: number): Promise<void> {
    const { id: companyId } = this.#company;
    const [open] = await this.#sql<{ id: number }[]>`
      select max(o.id) as id from contract_offers o
        where company_id = ${companyId} and employee_id = ${id} having max(o.id) > 0`;
    const employee = await this.#company.read(id);
    if (open) {
      const answer = this.#chance.happens(0.7) ? 'accepted' : 'rejected';
      const possible = await this.#attempt(`${id}: contract ${answer}`, (tx) =>
        answerOffer(tx, companyId, open.id, OPERATOR, answer),
      );
      // The model has no withdrawn offers.
      const modelled = employee.contractStatus !== null && this.#model.answer(id, answer);
      this.#same(possible, modelled, `${id}: contract ${answer}`, id);
    }
    await this.#compare([id]);
  }

  async #action(id: number): Promise<void> {
    const chance = this.#chance;
    const { id: companyId } = this.#company;
    const plan = chance.pick(PLANS);
    const orderedPlan = chance.happens(0.3) ? plan : null;
    const from = chance.happens(0.5) ? monthFirst(this.#today, chance.between(0, 3)).slice(0, 7) : undefined;
    const until = chance.happens(0.6)
      ? monthFirst(from ? `${from}-01` : this.#today, chance.between(0, 4)).slice(0, 7)
      : undefined;
    const refund = chance.happens(0.5);
    const monthNumber = (month: string | undefined) => (month ? monthOf(dayOf(`${month}-01`)) : null);
    const actions: [string, (tx: Transaction) => Promise<unknown>, () => boolean][] = [
      [
        `enrol ${orderedPlan}`,
        (tx) => enrol(tx, companyId, id, OPERATOR, orderedPlan ? { planType: orderedPlan } : {}),
        () => this.#model.enrol(id, orderedPlan),
      ],
      [
        `change plan to ${plan}`,
        (tx) => changePlan(tx, companyId, id, OPERATOR, plan),
        () => this.#model.changePlan(id, plan),
      ],
      [
        `pause ${from}..${until}`,
        (tx) =>
          pause(tx, companyId, id, OPERATOR, {
            ...(from && { fromMonth: from }),
            ...(until && { untilMonth: until }),
          }),
        () => this.#model.pause(id, monthNumber(from), monthNumber(until)),
      ],
      ['resume', (tx) => resume(tx, companyId, id, OPERATOR), () => this.#model.resume(id)],
      ['cancel', (tx) => cancel(tx, companyId, id, OPERATOR), () => this.#model.cancel(id)],
      [
        'withdraw',
        (tx) => withdrawCancellation(tx, companyId, id, OPERATOR),
        () => this.#model.withdrawCancellation(id),
      ],
      [
        `revoke${refund ? ' with a refund' : ''}`,
        (tx) => revoke(tx, companyId, id, OPERATOR, { refund }),
        () => this.#model.revoke(id, refund),
      ],
      ['issue now', (tx) => issueNow(tx, companyId, id, OPERATOR), () => this.#model.issueNow(id)],
    ];
    const [name, act, model] = chance.pick(actions);
    const possible = await this.#attempt(`${id}: ${name}`, act);
    this.#same(possible, model(), `${id}: ${name}`, id);
    await this.#compare([id]);
  }

  // ---- transactions

  /** Sometimes rolls the work back before the commit, and then does it again. */
  async #commit(what: string, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    if (this.#chance.happens(0.08)) {
      this.crashes++;
      const lost = this.#sql.begin(async (tx) => {
        await work(tx);
        throw new Crash();
      });
      assert(await crashes(lost));
      await this.#compare(this.#ids, `lost: ${what}`);
    }
    this.story.push(`${this.#today} ${what}`);
    await this.#sql.begin(work);
  }

  async #attempt(what: string, work: (tx: Transaction) => Promise<unknown>): Promise<boolean> {
    try {
      await this.#commit(what, work);
      return true;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'transition-refused')) throw error;
      this.refusals++;
      this.story.push(`  refused: ${error.message}`);
      return false;
    }
  }

  // ---- comparing

  async #compare(ids: readonly number[], what?: string): Promise<void> {
    if (what) this.story.push(what);
    const shown = await showAll(this.#sql, this.#company.id, ids);
    for (const id of ids) this.#same(shown.get(id), this.#model.show(id), `person ${id}`, id);
    await assertStatusesAnnounced(this.#sql, this.#company.id);
  }

  async #checkReceiptNumbers(): Promise<void> {
    const rows = await this.#sql<{ number: number }[]>`
      select (receipt ->> 'number')::int as number from documents
      where company_id = ${this.#company.id} and kind = 'receipt' order by 1`;
    assert.deepEqual(
      rows.map(({ number }) => number),
      rows.map((_, index) => index + 1),
    );
  }

  /** The laws of docs/lifecycle.md, "Charges", for the statement of every month. */
  async #checkStatements(): Promise<void> {
    const { id } = this.#company;
    const { items, total } = await listStatements(this.#sql, id, { page: 1, perPage: 1_000 });
    assert.equal(items.length, total);
    this.statements = total;
    for (const { month, totals } of items) {
      const { tickets, priceCents, discountCents, employerCents, employeeCents } = totals;
      const { people, receipts, holders } = await this.#factsOf(month);
      assert.equal(priceCents, tickets * this.#model.priceIn(month), `${month}: tickets times price`);
      assert.equal(
        discountCents + employerCents + employeeCents,
        priceCents,
        `${month}: discount and shares`,
      );
      assert.equal(receipts, employeeCents, `${month}: receipts`);
      assert.equal(people, holders, `${month}: everybody with a ticket is charged`);
      await this.#checkLines(month, totals);
    }
  }

  async #factsOf(month: string): Promise<MonthFacts> {
    const { id } = this.#company;
    const [facts] = await this.#sql<MonthFacts[]>`
      select count(distinct c.employee_id)::int as people,
        coalesce(sum(c.employee_cents) filter (where d.id is not null), 0)::int as receipts,
        (select count(distinct t.employee_id)::int from tickets t
          where t.company_id = ${id} and t.month = ${`${month}-01`}) as holders
      from charges c left join documents d on d.company_id = c.company_id and d.charge_id = c.id
      where c.company_id = ${id} and c.booked_in = ${`${month}-01`}`;
    assert(facts);
    return facts;
  }

  /** The lines of a statement add up to its totals. */
  async #checkLines(month: string, totals: Sums): Promise<void> {
    const { items } = await pageOfLines(this.#sql, this.#company.id, month, {
      page: 1,
      perPage: 1_000,
      order: 'record',
    });
    for (const name of Object.keys(totals) as (keyof Sums)[])
      assert.equal(
        items.reduce((sum, line) => sum + line[name], 0),
        totals[name],
        `${month}: ${name} of the lines`,
      );
  }

  #same(service: unknown, model: unknown, what: string, id?: number): void {
    if (isDeepStrictEqual(service, model)) return;
    assert.deepEqual(service, model, this.#emit(what, id));
  }

  /** Returns the events so far; for one person only that person's events. */
  #emit(what: string, id?: number): string {
    const own =
      id === undefined
        ? this.story
        : this.story.filter((line) => !/\d+:|"id"/.test(line) || mentions(line, id));
    return [`${what} on ${this.#today}`, this.story[0], ...own.slice(-60)].join('\n');
  }
}

function mentions(line: string, id: number): boolean {
  return new RegExp(`(^|\\D)${id}:|"id":${id}\\D| ${id} `).test(line);
}

/** Returns whether the work was rolled back. A refusal counts too: a second attempt gets the same refusal. */
async function crashes(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (error instanceof Crash || error instanceof AppError) return true;
    throw error;
  }
}

export async function showAll(
  sql: Pool,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, Shown>> {
  const employees = await selectEmployees(sql, companyId, ids);
  const held = await sql<{ id: number; tickets: string[]; charges: string[]; receipts: number }[]>`
    select e.id,
      coalesce((select array_agg(to_char(month, 'YYYY-MM') || ' from ' || valid_from || case when voided_at is null then '' else ' void' end order by t.id)
        from tickets t where t.company_id = e.company_id and t.employee_id = e.id), '{}') as tickets,
      coalesce((select array_agg(to_char(month, 'YYYY-MM ') || c.plan_type || ' ' || price_cents || ' = ' || discount_cents
          || ' + ' || employer_cents || ' + ' || employee_cents || ', beyond ' || beyond_subsidy_cents || coalesce(', signed ' || (o.terms ->> 'contributionCents'), '')
          || coalesce(', ' || group_name, '') || case kind when 'reversal' then ' reversal' else '' end
          order by c.id)
        from charges c left join contract_offers o on o.company_id = c.company_id and o.id = c.offer_id
        where c.company_id = e.company_id and c.employee_id = e.id), '{}') as charges,
      (select count(*)::int from documents d
        where d.company_id = e.company_id and d.employee_id = e.id and d.kind = 'receipt') as receipts
    from employees e where e.company_id = ${companyId} and e.id = any(${ids}::bigint[])`;
  const byId = new Map(held.map((one) => [one.id, one]));
  return new Map(
    employees.map((employee) => {
      const { status, startAt, nextTicketAt, pausedAt, cancelledAt, reactivatedAt } = employee;
      const { tickets = [], charges = [], receipts = 0 } = byId.get(employee.id) ?? {};
      const { planType: plan, contractStatus: contract, contributionCents: contribution } = employee;
      return [
        employee.id,
        {
          status,
          startAt,
          nextTicketAt,
          pausedAt,
          cancelledAt,
          reactivatedAt,
          plan,
          contract,
          contribution,
          tickets,
          charges,
          receipts,
        },
      ];
    }),
  );
}
