import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../../src/company/api-keys/permissions.ts';
import { moveClock } from '../../../src/company/companies/move-clock.ts';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { setIntegration } from '../../../src/company/integrations/set-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { addDays } from '../../../src/domain/calendar/months.ts';
import { createEmployee } from '../../../src/people/employees/create-employee.ts';
import { linkEmployee } from '../../../src/people/employees/link-employee.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { applyRun, claimRun } from '../../../src/rosters/apply/apply-run.ts';
import { decideDuplicate } from '../../../src/rosters/decide/decide-duplicate.ts';
import { decideWaiting } from '../../../src/rosters/decide/decide-waiting.ts';
import { resolveConflict } from '../../../src/rosters/decide/resolve-conflict.ts';
import { readEarlierRoster, requireEarlierRun } from '../../../src/rosters/earlier/earlier-roster.ts';
import {
  EVERYBODY,
  selectEarlierRoster,
  selectEarlierRun,
} from '../../../src/rosters/earlier/earlier-rosters-sql.ts';
import { bodyOf } from '../../../src/rosters/receive/body-of.ts';
import { inDay } from '../../../src/tickets/issue/open-day.ts';
import { LifecycleModel } from '../../pure/models/lifecycle.ts';
import { hasSameEmail } from '../../pure/models/match-entries.ts';
import { RosterModel, type Run } from '../../pure/models/roster.ts';
import { type Entry, isInvalid, payrollOf } from '../../pure/models/roster-facts.ts';
import { assertAnnounced } from '../support/assert-announced.ts';
import { freezeClock, TODAY } from '../support/people.ts';
import { endClaims, runNext } from '../support/run-next.ts';
import { basic, createTestCompany, type TestService } from '../support/service.ts';
import { failingWorker } from './failing-worker.ts';
import { HrData } from './hr-data.ts';
import { type Edit, HUMANS, type Step } from './steps.ts';
import { type View, viewOfCompany, viewOfModel } from './view.ts';

/** How rosters are sent and applied. None of these options may change the result. */
export interface Manner {
  order?: <Item>(entries: readonly Item[]) => Item[];
  chunks?: (body: Buffer) => Buffer[];
  /** Every run first fails once after so many statements. */
  crashAfter?: number;
}

class Crash extends Error {}

/** How often each event has occurred, over all stories. */
export type Tally = Map<string, number>;

/**
 * Applies the same steps to a company with two integrations and to the model, and compares them after each
 * step.
 */
export class Story {
  readonly companyId: number;
  readonly integrationIds: readonly number[];
  readonly model: RosterModel;
  readonly #service: TestService;
  readonly #worker: Pool;
  readonly #sql: Pool;
  readonly #authorization: string;
  /** Of the keys that are restricted to one integration, by its index. */
  readonly #restricted: readonly string[];
  readonly #manner: Manner;
  readonly #tally: Tally;
  readonly #lifecycle: LifecycleModel;
  readonly #numbers = new Map<number, number>();
  readonly #hr: HrData[] = [new HrData(), new HrData((name) => `${name}-Extern`)];
  readonly #told: string[] = [];
  #syncs = 0;

  private constructor(
    { service, worker, manner = {}, tally = new Map() }: Setting,
    company: { companyId: number; integrationIds: number[]; authorization: string; restricted: string[] },
  ) {
    this.#service = service;
    this.#worker = worker;
    this.#sql = service.database.sql;
    this.#manner = manner;
    this.#tally = tally;
    this.companyId = company.companyId;
    this.integrationIds = company.integrationIds;
    this.#authorization = company.authorization;
    this.#restricted = company.restricted;
    this.#lifecycle = new LifecycleModel(TODAY, {
      autoEnrol: true,
      defaultPlan: 'fully-subsidized-plan',
      subsidyCents: 0,
      orderUntilDay: null,
      cancelUntilDay: 10,
      pauseUntilDay: null,
    });
    this.model = new RosterModel(2, this.#lifecycle);
  }

  static async begin(setting: Setting): Promise<Story> {
    const { sql } = setting.service.database;
    const { company, key } = await createTestCompany(setting.service);
    const settings = { autoEnrol: true, planType: 'fully-subsidized-plan' } as const;
    await freezeClock(sql, company.id, TODAY);
    await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, settings));
    const integrationIds: number[] = [];
    for (const name of ['Staff', 'Temps'])
      integrationIds.push(
        await createIntegration(sql, company.id, OPERATOR, { name, type: 'api-integration' }),
      );
    const restricted: string[] = [];
    for (const id of integrationIds)
      restricted.push(
        basic(
          await createKey(sql, company.id, OPERATOR, {
            environment: 'staging',
            name: 'restricted',
            permissions: PERMISSIONS,
            integrationIds: [id],
          }),
        ),
      );
    return new Story(setting, {
      companyId: company.id,
      integrationIds,
      authorization: basic(key),
      restricted,
    });
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      this.#told.push(JSON.stringify(step));
      await this.#take(step);
      if (step.step !== 'hold') await this.#compare();
    }
  }

  /** Applies runs until none waits. */
  async finish(): Promise<void> {
    while (this.model.next()) await this.play([{ step: 'work' }]);
    await this.#sql.begin((tx) => inDay(tx, this.companyId, 'unlimited', async () => {}));
    await assertAnnounced(this.#sql, this.companyId);
    await this.#compareEarlierRosters();
  }

  /** Every roster that was applied comes back as it was sent, but for its invalid entries. */
  async #compareEarlierRosters(): Promise<void> {
    for (const [integration, { runs }] of this.model.integrations.entries())
      for (const { syncId, status, entries, counts } of runs) {
        if (status === 'queued' || counts['entries'] === undefined) continue;
        const id = this.integrationIds[integration] ?? 0;
        const run = await selectEarlierRun(this.#sql, this.companyId, id, { syncId });
        assert.ok(run?.isKept, this.story(`${syncId} is ${status}`));
        const rows = await selectEarlierRoster(this.#sql, this.companyId, run, EVERYBODY);
        const valid = entries.filter((entry) => !isInvalid(entry));
        const invalid = new Set(entries.filter(isInvalid).map(({ hrId }) => hrId));
        const found = rows
          .map(({ entry }) => asSent(entry))
          .filter((entry) => !invalid.has(String(entry['hr_id'])));
        assert.deepEqual(found, valid.map(storedEntry).sort(byNumber), this.story(`the roster of ${syncId}`));
        this.#count('roster put together');
      }
  }

  async #take(step: Step): Promise<void> {
    switch (step.step) {
      case 'submit':
        await this.#submit(step.integration, this.rosterAfter(step.integration, step.edits), step);
        return step.works ? await this.#work() : undefined;
      case 'resubmit':
        return await this.#resubmit(step);
      case 'work':
        return await this.#work();
      case 'crash':
        await this.#crash(step.after, step.how);
        return;
      case 'fail':
        return await this.#fail();
      case 'approve':
      case 'discard':
        return await this.#decide(step.step);
      case 'hold':
        return await this.#hold(step.integration, step.count, step.percent);
      case 'clock':
        return await this.#passTime(step.days);
      case 'create':
        return await this.#create(step.human);
      case 'tie':
        return await this.#tie(step.which, step.integration);
      case 'waiting':
        return await this.#decideWaiting(step.which, step.person);
      case 'pair':
        return await this.#decidePair(step.which, step.as);
      case 'resolve':
        return await this.#resolve(step.which, step.as);
    }
  }

  // ---- rosters

  /** Returns the roster of the HR department after these edits. */
  rosterAfter(integration: number, edits: readonly Edit[]): Entry[] {
    const data = this.#hr[integration] ?? new HrData();
    for (const edit of edits) data.change(edit, this.model.today);
    return data.entries();
  }

  /** Applies the roster after these edits. HR corrects a roster that is refused. */
  async submitUntilAccepted(integration: number, edits: Edit[]): Promise<void> {
    const before = this.model.integrations[integration]?.runs.length;
    await this.play([{ step: 'submit', integration, edits, works: true }]);
    if (this.model.integrations[integration]?.runs.length === before)
      await this.play([{ step: 'submit', integration, edits: [], works: true }]);
  }

  async #submit(
    integration: number,
    entries: Entry[],
    { syncId = `sync-${++this.#syncs}`, isRestricted = false }: { syncId?: string; isRestricted?: boolean },
  ): Promise<void> {
    const ordered = this.#manner.order?.(entries) ?? entries;
    const body = JSON.stringify({ syncId, employees: ordered });
    const answer = await this.send(integration, 'sync?onInvalid=keep', body, isRestricted);
    const said = this.model.accept(integration, syncId, body, structuredClone(ordered), isRestricted);
    const status = { accepted: 204, refused: 422, 'too-many': 429 }[said];
    assert.equal(answer.statusCode, status, this.story(answer.body));
    if (said === 'refused') {
      this.#count('refused');
      this.rosterAfter(integration, [{ edit: 'heal' }]);
    }
    const run = this.model.integrations[integration]?.runs.at(-1);
    if (run?.syncId === syncId && run.status === 'succeeded' && run.resubmissions === 0)
      this.#count('not read');
  }

  /** Sends the roster of an earlier run again and applies it. The model does not follow. */
  async sendAgain(integration: number, syncId: string): Promise<void> {
    const id = this.integrationIds[integration] ?? 0;
    const run = await requireEarlierRun(this.#sql, this.companyId, id, { syncId });
    const batches = readEarlierRoster((work) => work(this.#sql), this.companyId, run);
    const body = Buffer.concat(await Array.fromAsync(bodyOf('again', batches)));
    const answer = await this.send(integration, 'sync', body.toString());
    assert.equal(answer.statusCode, 204, this.story(answer.body));
    await runNext(this.companyId, this.#worker);
  }

  async send(integration: number, path: string, body: string, isRestricted = false) {
    const chunks = this.#manner.chunks?.(Buffer.from(body));
    return await this.#service.app.inject({
      method: 'POST',
      url: `/hr-integrations/${this.integrationIds[integration]}/${path}`,
      headers: {
        authorization: (isRestricted && this.#restricted[integration]) || this.#authorization,
        'content-type': 'application/json',
      },
      payload: chunks ? Readable.from(chunks) : body,
    });
  }

  async #resubmit({ integration, which, isOther }: Extract<Step, { step: 'resubmit' }>): Promise<void> {
    const runs = this.model.integrations[integration]?.runs ?? [];
    const failed = runs.findLast(({ status }) => status === 'failed');
    const run = failed ?? runs[runs.length - 1 - (which % Math.min(runs.length, 3))];
    if (!run) return;
    this.#count(`resubmitted when ${run.status}`);
    const entries = isOther ? this.rosterAfter(integration, []) : run.entries;
    await this.#submit(integration, entries, { syncId: run.syncId });
    this.#count(`then ${run.status}`);
  }

  // ---- workers

  async #work(): Promise<void> {
    const { crashAfter } = this.#manner;
    const mayCrash = crashAfter !== undefined && this.model.next();
    if (mayCrash && (await this.#crash(crashAfter, 'throws')) === 'applied') return;
    await this.#attempt(this.#worker);
    const run = this.model.work();
    if (run) this.#countRun(run);
  }

  async #isApplied({ integration, syncId }: Run): Promise<boolean> {
    const [run] = await this.#sql`
      select from sync_runs where company_id = ${this.companyId} and integration_id = ${this.integrationIds[integration] ?? 0}
        and sync_id = ${syncId} and status not in ('queued', 'running', 'failed')`;
    return run !== undefined;
  }

  /** Makes an attempt fail. If the attempt ends before the fault occurs, it counts as a success. */
  async #crash(
    after: number,
    how: 'throws' | 'dies' | 'overtaken',
  ): Promise<'in vain' | 'applied' | undefined> {
    const next = this.model.next();
    if (!next) return undefined;
    let isIn = how === 'overtaken';
    const worker = failingWorker(this.#worker, after, async () => {
      isIn = true;
      throw how === 'dies' ? Object.assign(new Crash(), { code: 'CONNECTION_CLOSED' }) : new Crash();
    });
    const attempt = how === 'overtaken' ? this.#loseClaim() : this.#attempt(worker);
    await attempt.catch((error) => {
      if (!isIn) throw error;
    });
    // A worker may also die after its transaction: the run is applied all the same.
    const isInVain = isIn && !(await this.#isApplied(next));
    if (isInVain) this.model.attemptInVain({ withReason: how === 'throws' });
    else this.model.work();
    this.#count(isInVain ? `crashed: ${how}` : 'was over before the crash');
    return isInVain ? 'in vain' : 'applied';
  }

  async #attempt(worker: Pool): Promise<void> {
    await runNext(this.companyId, worker);
  }

  /** Applies a run although another worker has claimed it meanwhile. */
  async #loseClaim(): Promise<void> {
    await endClaims(this.#worker, this.companyId);
    const run = await claimRun(this.#worker, this.companyId);
    if (!run) return;
    await this.#worker`update sync_runs set claim = gen_random_uuid() where id = ${run.id}`;
    await applyRun(run, { worker: this.#worker, onProgress: () => {} });
  }

  async #fail(): Promise<void> {
    const run = this.model.next();
    while (run && run.status !== 'failed') await this.#crash(0, 'throws');
    if (run) this.#count('failed');
  }

  // ---- actions of people

  async #decide(word: 'approve' | 'discard'): Promise<void> {
    const integration = this.model.heldRun(0) ? 0 : 1;
    const run = this.model.heldRun(integration);
    if (!run) return;
    this.#count(word);
    const answer = await this.send(integration, `syncs/${run.syncId}/${word}`, '{}');
    assert.equal(answer.statusCode, 200, answer.body);
    const numbers = run.changes.filter(({ reason }) => reason === 'new-number-waits');
    this.model[word](integration);
    for (const { outcome } of numbers) if (outcome === 'renumbered') this.#count('approved: new number');
  }

  async #hold(integration: number, holdCount: number | null, holdPercent: number | null): Promise<void> {
    const id = this.integrationIds[integration] ?? 0;
    await this.#sql.begin((tx) =>
      setIntegration(tx, this.companyId, id, OPERATOR, { holdCount, holdPercent }),
    );
    this.model.setHold(integration, holdCount, holdPercent);
  }

  async #passTime(days: number): Promise<void> {
    const target = addDays(this.model.today, days);
    await moveClock(this.#sql, 'staging', this.companyId, OPERATOR, target);
    this.#lifecycle.advanceTo(target);
  }

  async #create(which: number): Promise<void> {
    const human = HUMANS[which];
    if (!human) return;
    const id = await this.#sql.begin((tx) => createEmployee(tx, this.companyId, OPERATOR, human));
    this.#numbers.set(id, this.model.create(human));
  }

  async #tie(which: number, integration: number): Promise<void> {
    const { people } = this.model;
    const number = people[which % people.length]?.number;
    if (number === undefined) return;
    const id = this.#idOf(number);
    const integrationId = this.integrationIds[integration] ?? 0;
    const wasPossible = await this.#sql
      .begin((tx) => linkEmployee(tx, this.companyId, id, integrationId, OPERATOR))
      .then(() => true)
      .catch(refusal);
    assert.equal(wasPossible, this.model.tie(number, integration), this.story('tied'));
    if (wasPossible) this.#count('tied by hand');
  }

  async #resolve(which: number, as: 'same-person' | 'new-person' | 'exchange'): Promise<void> {
    const exchanged = this.model.conflicts.filter(({ other }) => as === 'exchange' && other);
    const conflicts = exchanged.length > 0 ? exchanged : this.model.conflicts;
    const conflict = conflicts[which % conflicts.length];
    if (!conflict) return;
    const [row] = await this.#sql<{ id: number }[]>`
      select id from sync_conflicts where company_id = ${this.companyId} and hr_id = ${conflict.hrId}
        and integration_id = ${this.integrationIds[conflict.integration] ?? 0}`;
    const { isPresent, people } = { isPresent: conflict.link.present, people: this.model.people.length };
    const wasPossible = await this.#sql
      .begin(async (tx) => {
        await resolveConflict(tx, this.companyId, { id: row?.id ?? 0 }, OPERATOR, as);
        return true;
      })
      .catch(refusal);
    assert.equal(wasPossible, this.model.resolve(conflict, as), this.story('resolved'));
    const isKnown = as === 'new-person' && this.model.people.length === people;
    const whose = !wasPossible ? 'refused' : isKnown ? 'known' : isPresent ? 'present' : 'ended';
    this.#count(`resolved: ${as}, ${whose}`);
  }

  async #decideWaiting(which: number, chosen: number | null): Promise<void> {
    const { waiting, people } = this.model;
    const entry = waiting[which % waiting.length];
    if (!entry) return;
    const candidates = people.filter((person) => hasSameEmail(person, entry.entry));
    const person = chosen === null ? undefined : candidates[chosen % candidates.length];
    const as = person ? 'same-person' : 'new-person';
    const [row] = await this.#sql<{ id: number }[]>`
      select id from waiting_entries where company_id = ${this.companyId} and hr_id = ${entry.entry.hrId}
        and integration_id = ${this.integrationIds[entry.integration] ?? 0}`;
    const about = { decision: as, employeeId: person && this.#idOf(person.number) } as const;
    const wasPossible = await this.#sql
      .begin(async (tx) => {
        await decideWaiting(tx, this.companyId, { id: row?.id ?? 0 }, OPERATOR, about);
        return true;
      })
      .catch(refusal);
    const isPossible = this.model.decideWaiting(
      entry,
      person ? { as: 'same-person', person } : { as: 'new-person' },
    );
    assert.equal(wasPossible, isPossible, this.story('a waiting entry'));
    this.#count(`waiting: ${as}${wasPossible ? '' : ', refused'}`);
  }

  async #decidePair(which: number, as: 'same-person' | 'two-people'): Promise<void> {
    const open = this.model.pairs.filter(({ decision }) => decision === null);
    const pair = open[which % open.length];
    if (!pair) return;
    this.#count(`decided: ${as}`);
    const [row] = await this.#sql<{ id: number }[]>`
      select id from possible_duplicates where company_id = ${this.companyId} and hr_id = ${pair.other}
        and first_hr_id = ${pair.first} and integration_id = ${this.integrationIds[pair.integration] ?? 0}`;
    await this.#sql.begin((tx) => decideDuplicate(tx, this.companyId, { id: row?.id ?? 0 }, OPERATOR, as));
    this.model.decide(pair, as);
  }

  // ---- comparing

  async view(): Promise<View> {
    const { companyId, integrationIds } = this;
    return await viewOfCompany({ sql: this.#sql, companyId, integrationIds, numbers: this.#numbers });
  }

  /** Returns the latest run of an integration as the API shows it. */
  async lastRun(integration: number) {
    const syncId = this.model.integrations[integration]?.runs.at(-1)?.syncId;
    const url = `/hr-integrations/${this.integrationIds[integration]}/syncs/${syncId}`;
    const get = async (path: string) =>
      (
        await this.#service.app.inject({
          url: path,
          headers: { authorization: this.#authorization },
        })
      ).json().data;
    const { counts, problems, status } = await get(url);
    const { data: changes } = await get(`${url}/changes?perPage=100`);
    return { syncId: String(syncId), summary: { counts, problems }, status, changes };
  }

  async #compare(): Promise<void> {
    await this.#meetNewPeople();
    const [expected, actual] = [viewOfModel(this.model, this.#lifecycle), await this.view()];
    if (isDeepStrictEqual(actual, expected)) return;
    // Compares part by part first, because the message is shorter.
    for (const number of expected.people.keys())
      assert.deepEqual(
        actual.people.get(number),
        expected.people.get(number),
        this.story(`person ${number}`),
      );
    for (const place of expected.runs.keys())
      assert.deepEqual(actual.runs[place], expected.runs[place], this.story('a run'));
    assert.deepEqual(actual, expected, this.story('the company'));
  }

  /** People whom a run has added are identified by their personnel number. */
  async #meetNewPeople(): Promise<void> {
    const known = new Set(this.#numbers.values());
    for (const person of this.model.people.filter(({ number }) => !known.has(number))) {
      const link = this.model.links.find((one) => one.person === person);
      const [found] = await this.#sql<{ id: number }[]>`
        select employee_id as id from hr_links
        where company_id = ${this.companyId}
          and integration_id = ${this.integrationIds[link?.integration ?? 0] ?? 0}
          and hr_id = ${link?.hrId ?? ''} and not employee_id = any(${[...this.#numbers.keys()]}::bigint[])
        order by employee_id desc`;
      if (found) this.#numbers.set(found.id, person.number);
    }
  }

  #idOf(number: number): number {
    for (const [id, known] of this.#numbers) if (known === number) return id;
    throw new Error(`nobody is number ${number}`);
  }

  #countRun({ status, changes, warnings, kept }: Run): void {
    for (const how of kept) this.#count(`kept: ${how}`);
    this.#count(`run ${status}`);
    for (const { outcome, reason } of changes) this.#count(`${outcome}: ${reason}`);
    for (const code of Object.keys(warnings)) this.#count(`warning: ${code}`);
  }

  #count(what: string): void {
    this.#tally.set(what, (this.#tally.get(what) ?? 0) + 1);
  }

  story(what: string): string {
    return [what, ...this.#told].join('\n');
  }
}

export interface Setting {
  service: TestService;
  worker: Pool;
  manner?: Manner;
  tally?: Tally;
}

function refusal(error: unknown): false {
  if (error instanceof AppError && error.code === 'conflict') return false;
  throw error;
}

/** An entry of the model as the service stores it. */
function storedEntry(entry: Entry): StoredRow {
  const listed = Object.entries(payrollOf(entry)).filter(([, value]) => value !== null);
  return {
    hr_id: entry.hrId,
    first_name: entry.firstName,
    last_name: entry.lastName,
    email: entry.email,
    date_of_birth: entry.dateOfBirth,
    profile_image: entry.profileImage ?? null,
    start_date: entry.startDate,
    termination_date: entry.terminationDate,
    auto_sync: entry.autoSyncEmployee,
    absences: entry.absences,
    ...(listed.length > 0 && { payroll: Object.fromEntries(listed) }),
  };
}

type StoredRow = Record<string, unknown>;

/** The kind of an absence is not sent. */
const asSent = ({ absences, ...entry }: StoredRow): StoredRow => ({
  ...entry,
  absences: (absences as StoredRow[]).map(({ kind: _, ...absence }) => absence),
});

const byNumber = (one: StoredRow, other: StoredRow) =>
  String(one['hr_id']) < String(other['hr_id']) ? -1 : 1;
