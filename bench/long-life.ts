import { moveClock } from '../src/company/companies/move-clock.ts';
import { setCompany } from '../src/company/companies/set-company.ts';
import { OPERATOR } from '../src/domain/audit/record-change.ts';
import type { Pool } from '../src/platform/db/types.ts';
import { answerOffer } from '../src/tickets/subscriptions/answer-offer.ts';
import { stopChild } from './child.ts';
import { type BenchDatabase, newDatabase } from './database.ts';
import { median, time } from './measure.ts';
import { progress } from './progress.ts';
import { type Client, createClient, type Service, startService } from './roster/client.ts';
import { type BenchRoster, makeRoster } from './roster/roster.ts';
import { atMost, type Group, milliseconds, type Row, withoutGoal } from './row.ts';
import { signIn } from './sign-in.ts';

const STORED = 'a year of a company, stored';
const WRITTEN = 'a year of a company, written';
const AFTER = 'after five years: ';

const PEOPLE = 5_000;
const YEARS = 5;
/** On these nights one person in a hundred has another last name, and on the first of a month some leave and others join. */
const CHANGED_EVERY = 7;
const LEAVE_A_MONTH = 40;
/** Requests of each kind. */
const ROUNDS = 31;

/** What is measured at the beginning and at the end. Those that change something come last. */
const REQUESTS = {
  'a person': (life) => life.get(`/employees/${life.employeeId}`),
  'a page of people': (life) => life.get('/employees?perPage=100'),
  'people with a ticket': (life) => life.get('/employees?subscriptionStatuses=active&perPage=100'),
  'a search': (life) => life.get('/portal/api/employees?search=m%C3%BCller&perPage=25'),
  'documents of a person': (life) => life.get(`/employees/${life.employeeId}/documents`),
  'integrations with their last sync': (life) => life.get('/hr-integrations'),
  'the latest events': (life) => life.get(`/events?after=${life.lastEvent}&perPage=100`),
  'the overview': (life) => life.get('/portal/api/overview'),
  'the costs of the month': (life) => life.get(`/portal/api/costs/${life.month}`),
  'the list of syncs': (life) =>
    life.get(`/portal/api/integrations/${life.client.integrationId}/syncs?perPage=25`),
  'a roster, nothing changed': (life) => life.night(false),
  'a roster, 1 % changed': (life) => life.night(true),
} as const satisfies Record<string, (life: Life) => Promise<unknown>>;
type RequestName = keyof typeof REQUESTS;
const NAMES = Object.keys(REQUESTS) as RequestName[];

/**
 * Five years of one company whose employees pay a share by salary: a roster every night on the staging clock; tickets, charges, receipts
 * and events every month. It says how much remains and is written to the log, how each table grows, and how fast the same requests
 * are at the beginning and, after a restart of the service, at the end. Nothing reaches its retention, which counts real days.
 */
export const longLife: Group = {
  names: [STORED, WRITTEN, ...NAMES.map((name) => `${AFTER}${name}`)],
  run: async (_people, isWanted) => {
    const years = NAMES.some((name) => isWanted(`${AFTER}${name}`)) ? YEARS : 1;
    return (await live(years)).filter(({ name }) => isWanted(name));
  },
};

async function live(years: number): Promise<Row[]> {
  const database = await newDatabase();
  const empty = await sizes(database);
  const life = await Life.begin(database);
  const loaded = await sizes(database);
  await life.liveMonth();
  const beginning = await life.measureRequests();
  let firstYear = loaded;
  const tables = [await sizesByTable(database)];
  for (let year = 1; year <= years; year++) {
    while (life.months < year * 12) await life.liveMonth();
    progress(`${AFTER}year ${year} of ${years} is over`);
    if (year === 1) firstYear = await sizes(database);
    tables.push(await sizesByTable(database));
  }
  progress(growthTable(tables));
  const rows = [
    row(STORED, firstYear.stored - loaded.stored, 'the first load', loaded.stored - empty.stored),
    row(WRITTEN, firstYear.written - loaded.written, 'stored', firstYear.stored - loaded.stored),
  ];
  if (years < YEARS) return rows;
  await life.restart();
  await life.liveMonth();
  const end = await life.measureRequests();
  return [
    ...rows,
    ...NAMES.map((name) => ({
      name: `${AFTER}${name}`,
      ...atMost(1.5, end[name] / beginning[name]),
      measured: milliseconds(end[name]),
      baseline: `after a month ${milliseconds(beginning[name])}`,
    })),
  ];
}

function row(name: string, bytes: number, what: string, baseline: number): Row {
  const show = (count: number) => `${Math.round(count / PEOPLE).toLocaleString('en')} bytes a person`;
  return {
    name,
    ...withoutGoal(bytes / baseline),
    measured: show(bytes),
    baseline: `${what} ${show(baseline)}`,
  };
}

/** The company, and the day it has reached. */
class Life {
  readonly client: Client;
  readonly #database: BenchDatabase;
  readonly #cookie: string;
  #service: Service;
  /** Who is employed: this number and those after it. */
  #firstNumber = 0;
  #isMarried = false;
  #roster: BenchRoster | undefined;
  months = 0;
  employeeId = 0;
  lastEvent = '';

  private constructor(database: BenchDatabase, service: Service, client: Client, cookie: string) {
    this.#database = database;
    this.#service = service;
    this.client = client;
    this.#cookie = cookie;
  }

  static async begin(database: BenchDatabase): Promise<Life> {
    const { sql } = database;
    const service = await startService(UNLIMITED, database);
    const client = await createClient({ autoEnrol: true }, database);
    const { companyId } = client;
    await sql.begin((tx) =>
      setCompany(tx, companyId, OPERATOR, { planType: 'deferred-plan', subsidyCents: 2_000 }),
    );
    const life = new Life(database, service, client, await signIn(sql, companyId, 'admin'));
    await life.night(true);
    await acceptAll(sql, companyId);
    return life;
  }

  get month(): string {
    return this.#firstOf(this.months).slice(0, 7);
  }

  #firstOf(month: number): string {
    return new Date(Date.UTC(2026, 11 + month - 1, 1)).toISOString().slice(0, 10);
  }

  /** The clock moves to the first of the next month. Then a roster arrives every night. */
  async liveMonth(): Promise<void> {
    const { sql } = this.#database;
    this.months++;
    const first = new Date(this.#firstOf(this.months));
    const nights = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
    for (let night = 1; night <= nights; night++) {
      const day = new Date(first.getTime() + (night - 1) * 86_400_000).toISOString().slice(0, 10);
      await moveClock(sql, 'staging', this.client.companyId, OPERATOR, day);
      if (night === 1) this.#firstNumber += LEAVE_A_MONTH;
      await this.night(night === 1 || night % CHANGED_EVERY === 0);
    }
    // As autovacuum would, which has less time here.
    await sql`vacuum (analyze)`;
  }

  async night(isChanged: boolean): Promise<void> {
    if (isChanged || !this.#roster) {
      this.#isMarried = !this.#isMarried;
      const isMarried = (number: number) => this.#isMarried && number % 100 === 0;
      this.#roster = makeRoster(PEOPLE, { isMarried, from: this.#firstNumber });
    }
    await this.client.sync(this.#service, this.#roster);
  }

  async restart(): Promise<void> {
    await stopChild(this.#service.child);
    this.#service = await startService(UNLIMITED, this.#database);
  }

  async get(path: string): Promise<unknown> {
    const isPortal = path.startsWith('/portal/');
    const answer = await fetch(`http://127.0.0.1:${this.#service.port}${path}`, {
      headers: isPortal ? { cookie: this.#cookie } : { authorization: this.client.authorization },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  }

  /** The median of each request, in milliseconds. */
  async measureRequests(): Promise<Record<RequestName, number>> {
    const { sql } = this.#database;
    const [newest] = await sql<{ id: number }[]>`
      select max(employee_id) as id from hr_links where company_id = ${this.client.companyId} and ended_at is null`;
    this.employeeId = newest?.id ?? 0;
    const [event] = await sql<{ number: number }[]>`
      select max(number) - 100 as number from events where company_id = ${this.client.companyId}`;
    this.lastEvent = String(event?.number ?? 0);
    const measured = {} as Record<RequestName, number>;
    for (const name of NAMES) {
      await REQUESTS[name](this);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) times.push(await time(() => REQUESTS[name](this)));
      measured[name] = median(times);
    }
    return measured;
  }
}

const UNLIMITED = {
  BASE_URL: 'https://tickets.example.com',
  RATE_LIMIT_PER_MINUTE: '0',
  PORTAL_RATE_LIMIT_PER_MINUTE: '0',
  ADDRESS_RATE_LIMIT_PER_MINUTE: '0',
  REQUESTS_AT_ONCE: '0',
};

/** The bytes of all tables with their indexes, and of the write-ahead log so far. */
async function sizes({ sql }: BenchDatabase): Promise<{ stored: number; written: number }> {
  await sql`vacuum`;
  const [found] = await sql<{ stored: number; written: number }[]>`
    select (select sum(pg_total_relation_size(oid)) from pg_class
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace)::bigint as stored,
      (pg_current_wal_lsn() - '0/0')::bigint as written`;
  if (!found) throw new Error('the server did not tell its sizes');
  return found;
}

async function sizesByTable({ sql }: BenchDatabase): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; bytes: number }[]>`
    select relname as name, pg_total_relation_size(oid)::bigint as bytes from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 2 desc`;
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** In Markdown: the largest tables in MB, at the beginning and after each year. */
function growthTable(years: readonly Map<string, number>[]): string {
  const last = years.at(-1) ?? new Map<string, number>();
  const total = (tables: Map<string, number>) => [...tables.values()].reduce((sum, bytes) => sum + bytes, 0);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = [...last.keys()]
    .slice(0, 12)
    .map((table) => line([table, ...years.map((tables) => megabytes(tables.get(table) ?? 0))]));
  const head = ['table', 'after a month', ...years.slice(1).map((_, index) => `year ${index + 1}`)];
  return [
    line(head),
    line(head.map(() => '---')),
    ...rows,
    line(['all', ...years.map((tables) => megabytes(total(tables)))]),
  ].join('\n');
}

async function acceptAll(sql: Pool, companyId: number): Promise<void> {
  const offers = await sql<{ id: number; employeeId: number }[]>`
    select id, employee_id as "employeeId" from contract_offers
    where company_id = ${companyId} and status = 'pending'`;
  if (offers.length !== PEOPLE) throw new Error(`${offers.length} contracts for ${PEOPLE} people`);
  for (const { id, employeeId } of offers)
    await sql.begin((tx) =>
      answerOffer(tx, companyId, id, { type: 'employee', id: employeeId }, 'accepted', {}),
    );
}
