import type { Pool } from '../../../../src/platform/db/types.ts';
import { createSeal } from '../../../../src/platform/seal.ts';
import { comparePasses } from '../../../../src/tickets/wallet/lasting/compare-passes.ts';
import { newSerial, TOKEN_PURPOSE, tokenContext } from '../../../../src/tickets/wallet/lasting/tokens.ts';
import { TestCompany } from '../../../database/support/test-company.ts';
import { startGoogleServer, startPushServer } from '../../../pure/support/wallet-servers.ts';
import { faultUnless } from '../fault.ts';
import { reaching } from '../hold.ts';
import { SECRET_KEY } from '../installation.ts';
import type { Kind } from '../kind.ts';
import { firstOf } from '../months.ts';

const PASSES = 120;
const OBJECTS = PASSES / 5;

/** Everybody has a ticket, a pass and a phone; every fifth one has saved the pass with Google. */
async function createHolders(sql: Pool, company: TestCompany): Promise<void> {
  await sql`
    insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start)
    select ${company.id}, 'Ada', n::text, n || '@example.com', '1990-01-01', 1, '2026-01-01' from generate_series(1, ${PASSES}::int) n`;
  await sql`insert into pass_counters (company_id) values (${company.id})`;
  const seal = createSeal(TOKEN_PURPOSE, [SECRET_KEY]);
  const people = await sql<
    { id: number }[]
  >`select id from employees where company_id = ${company.id} order by id`;
  for (const [index, { id }] of people.entries()) {
    const serial = newSerial();
    const token = seal.close('token', tokenContext({ companyId: company.id, serial }));
    const [pass] = await sql<{ id: number }[]>`
      insert into wallet_passes (company_id, employee_id, pass_version, serial, token, token_digest, digest, changed_number, changed_at)
      values (${company.id}, ${id}, 1, ${serial}, ${token}, sha256('token'), sha256('nothing'), 0, 'epoch') returning id`;
    const passId = pass?.id ?? 0;
    await sql`
      insert into pass_registrations (company_id, pass_id, wallet, device, push_token, number, wanted_number)
      values (${company.id}, ${passId}, 'apple', ${`device-${passId}`}, ${`device${passId}`}, 0, 0)`;
    if (index < OBJECTS)
      await sql`
        insert into pass_registrations (company_id, pass_id, wallet, is_stored, number, wanted_number)
        values (${company.id}, ${passId}, 'google', true, 0, 0)`;
  }
}

/** A month begins: phones and Google are told of the changed passes. */
export const passes: Kind = {
  name: 'passes',
  async prepare({ sql, variables }) {
    const apns = await startPushServer();
    const google = await startGoogleServer();
    Object.assign(variables, { APPLE_PUSH_URL: apns.url, GOOGLE_WALLET_URL: google.url });
    const company = await TestCompany.create(sql, firstOf(0));
    await createHolders(sql, company);
    await company.on(firstOf(0));
    await comparePasses(sql, company.id);
    await sql`update pass_registrations set told_number = wanted_number where company_id = ${company.id}`;
    let month = 0;
    const outdated: string[] = [];
    google.answer = ({ method, object }) => {
      const begins = object.validTimeInterval.start.date.slice(0, 10);
      if (method !== 'PATCH' || begins !== firstOf(month)) outdated.push(`${method} ${begins}`);
      return 200;
    };
    /** The devices and objects that were being told at a kill. */
    const open = new Set<string>();
    const told = () => apns.received.length + google.received.length;
    return {
      async start() {
        month += 1;
        open.clear();
        apns.received.length = 0;
        google.received.length = 0;
        await company.on(firstOf(month));
      },
      hold: async (random) => reaching(told, 1 + random.below(PASSES - 30)),
      async wasInterrupted() {
        const claimed = await sql<{ name: string }[]>`
          select coalesce(push_token, 'object ' || pass_id) as name from pass_registrations
          where company_id = ${company.id} and claim is not null`;
        for (const { name } of claimed) open.add(name);
        return claimed.length > 0 || (told() > 0 && told() < PASSES + OBJECTS);
      },
      async isDone() {
        const due = await sql`
          select 1 from pass_registrations where company_id = ${company.id} and told_number < wanted_number limit 1`;
        const behind = await sql`
          select 1 from companies c join pass_counters k on k.company_id = c.id
          where c.id = ${company.id} and k.company_id = ${company.id} and c.pass_facts > k.compared_facts`;
        return due.length === 0 && behind.length === 0;
      },
      async check() {
        const times = new Map<string, number>();
        const names = [
          ...apns.received.map(({ pushToken }) => pushToken),
          ...google.received.map(({ path }) => path),
        ];
        for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
        faultUnless(times.size === PASSES + OBJECTS, 'lost', `${times.size} devices and objects were told`);
        const again = [...times].filter(
          ([name, count]) => count > 1 && !name.includes('/') && !open.has(name),
        );
        faultUnless(again.length === 0, 'doubled', `told twice without need: ${again}`);
        faultUnless(outdated.length === 0, 'half', `told of a state that is over: ${outdated}`);
        faultUnless(
          apns.received.every(({ body }) => body === '{}'),
          'half',
          'the body of a push',
        );
      },
    };
  },
};
