import assert from 'node:assert/strict';
import { it } from 'node:test';
import { migrate, readMigrations } from '../../../../src/platform/db/migrate.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase({ empty: true });

const CHARGES = readMigrations().findIndex(({ name }) => name === 'charges');

it('tickets issued before there were charges get them from receipts and prices', async () => {
  const migrations = readMigrations();
  await migrate(sql, { migrations: migrations.slice(0, CHARGES) });
  await sql.unsafe(`
    insert into companies (name, subsidy_cents, last_receipt_number) values ('Beispiel GmbH', 9000, 3);
    insert into employees (company_id, first_name, last_name, email, date_of_birth, erased_at)
    select 1, 'Ada', 'Beispiel', 'ada@example.com', '1990-01-01', case when n = 3 then now() end
    from generate_series(1, 3) n;
    insert into contract_offers (company_id, employee_id, reason, plan_type, status, planned_start, text_version,
      text_digest, decided_at)
    select 1, 1, 'enrolment', 'split-pay-plan', 'accepted', '2025-12-01', '2026-11', sha256(''), decided_at::timestamptz
    from unnest('{2025-11-20, 2026-02-20}'::text[]) decided_at;
    -- Person 1 has a ticket that was replaced and one that was revoked, person 2 pays nothing, person 3 is erased.
    insert into tickets (company_id, employee_id, month, valid_from, valid_until, issued_at, voided_at)
    values (1, 1, '2025-12-01', '2025-12-01', '2025-12-31', '2025-12-01', null),
      (1, 1, '2026-01-01', '2026-01-01', '2026-01-31', '2026-01-01', '2026-01-09'),
      (1, 1, '2026-01-01', '2026-01-09', '2026-01-31', '2026-01-09', null),
      (1, 1, '2026-02-01', '2026-02-01', '2026-02-28', '2026-02-01', '2026-02-05'),
      (1, 2, '2026-02-01', '2026-02-01', '2026-02-28', '2026-02-01', null),
      (1, 3, '2026-02-01', '2026-02-01', '2026-02-28', '2026-02-01', null);
    insert into documents (company_id, employee_id, kind, name, file_type, downloadable, receipt)
    select 1, employee, 'receipt', 'Beleg ' || month, 'pdf', true,
      jsonb_build_object('number', number, 'month', month, 'companyName', 'Beispiel GmbH', 'firstName', 'Ada',
        'planType', 'split-pay-plan', 'priceCents', price, 'subsidyCents', subsidy, 'contributionCents', share)
    from (values (1, 1, '2025-12', 5800, 2500, 3010), (1, 2, '2026-01', 6300, 1000, 5300),
      (1, 3, '2026-02', 6300, 2500, 3485), (3, 4, '2026-02', 6300, 2500, 3485))
      receipt (employee, number, month, price, subsidy, share);`);
  await migrate(sql, { migrations });
  const charges = await sql<{ row: unknown[] }[]>`
    select jsonb_build_array(c.employee_id, to_char(c.month, 'YYYY-MM'), c.plan_type, c.price_cents, c.discount_cents,
      c.employer_cents, c.employee_cents, c.offer_id, d.receipt -> 'number') as row
    from charges c left join documents d on d.company_id = c.company_id and d.charge_id = c.id
    order by c.id`;
  assert.deepEqual(
    charges.map(({ row }) => row),
    [
      [1, '2025-12', 'split-pay-plan', 5800, 290, 2500, 3010, 1, 1],
      [1, '2026-01', 'split-pay-plan', 6300, 0, 1000, 5300, 1, 2],
      [1, '2026-02', 'split-pay-plan', 6300, 315, 2500, 3485, 1, 3],
      [2, '2026-02', 'fully-subsidized-plan', 6300, 315, 5985, 0, null, null],
      [null, '2026-02', 'split-pay-plan', 6300, 315, 2500, 3485, null, 4],
    ],
  );
  const [receipt] = await sql`select receipt from documents order by id limit 1`;
  assert.deepEqual(receipt?.['receipt'], { number: 1, companyName: 'Beispiel GmbH', firstName: 'Ada' });
});
