import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { stagedEntries } from '../../../src/people/privacy/staged-entries-sql.ts';
import { withoutRequestId } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany } from '../support/syncing-company.ts';
import { padded } from './bad-rosters.ts';

const service = await createTestService();
const company = await createSyncingCompany(service);
const { sql, authorization } = company;

/** With these bytes before and after the first entry, the service stores entries from the second on while they arrive. */
const BYTES_BEFORE = 1_000_000;
const SPACE_AFTER = ' '.repeat(60_000);
const PIECE_BYTES = 64 * 1024;

/** Texts that wrong escaping on the way to the database would change, and texts that must be refused. */
const oddText = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => `x${text}`),
  },
  {
    weight: 40,
    arbitrary: fc.constantFrom(
      '\\N',
      '\\.',
      '\\',
      'a\\tb',
      '"',
      "'",
      '{}',
      'NULL',
      ' x ',
      'ß木🎫',
      '\u2028',
      '$1',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\0', 'a\tb', '\ud800', 7, null, 'x'.repeat(400)) },
);
const day = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom('0001-01-01', '1990-02-28', '2024-02-29', '9999-12-31') },
  { weight: 1, arbitrary: fc.constantFrom('2025-02-30', '', 20250101, null) },
);
const absence = fc.record(
  {
    type: oddText,
    startDate: day,
    endDate: fc.option(fc.constantFrom('9999-12-31', '9999-12-31', '9999-12-31', '0000-00-00')),
    status: fc.option(fc.constantFrom('approved', 'declined', 'requested', 'cancelled')),
    paid: fc.option(fc.boolean()),
    id: fc.oneof(fc.integer(), oddText),
    halfDayStart: fc.boolean(),
    other: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: ['type', 'startDate'] },
);
const person = fc.record(
  {
    hrId: fc.oneof({ weight: 30, arbitrary: fc.uuid() }, { weight: 1, arbitrary: oddText }),
    firstName: oddText,
    lastName: oddText,
    email: fc.oneof(
      { weight: 60, arbitrary: fc.emailAddress() },
      { weight: 1, arbitrary: fc.constantFrom('nobody', 'a@b@c') },
    ),
    dateOfBirth: day,
    startDate: day,
    terminationDate: fc.option(day),
    profileImage: fc.option(fc.constantFrom('https://example.com/a\\b?c=%22', ' http://x ')),
    autoSyncEmployee: fc.option(fc.boolean()),
    absences: fc.option(fc.array(absence, { maxLength: 3 })),
    other: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: ['hrId', 'firstName', 'lastName', 'email', 'dateOfBirth', 'startDate'] },
);

const FIRST = {
  hrId: 'first',
  firstName: 'First',
  lastName: 'Of All',
  email: 'first@example.com',
  dateOfBirth: '1990-01-01',
  startDate: '2020-01-01',
};

async function submit(integration: number, body: string) {
  const bytes = Buffer.from(body);
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, index) =>
    bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
  );
  const answer = await service.app.inject({
    method: 'POST',
    url: `/hr-integrations/${integration}/sync`,
    headers: { authorization, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    payload: Readable.from(pieces),
  });
  const rows = await sql`
    select position, hr_id, first_name, last_name, email, date_of_birth, profile_image, start_date,
      termination_date,
      auto_sync, absences::text
    from ${stagedEntries(sql, company.companyId)} e join roster_uploads u on u.company_id = e.company_id and u.id = e.upload_id
    where u.integration_id = ${integration} order by position`;
  // Entries that are stored while they arrive exist before the accepting transaction begins.
  const [run] = await sql`
    select u.created_at < r.created_at as "isStaged" from sync_runs r
      join roster_uploads u on u.company_id = r.company_id and u.id = r.upload_id
    where r.integration_id = ${integration}`;
  const status = answer.statusCode;
  const problem = withoutRequestId(answer.body);
  return { isStaged: run?.['isStaged'], stored: { status, problem, rows: [...rows] } };
}

describe('a roster', () => {
  it('is validated and stored equally, whether it is kept in memory or stored while it arrives', async () => {
    const count = { 204: 0, 422: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(0, 1),
        async (employees, space) => {
          const [small, large] = [await company.newIntegration(), await company.newIntegration()];
          const text = JSON.stringify({ employees: [FIRST, ...employees], syncId: 's' }, null, space);
          const end = text.indexOf('}') + 1;
          const inMemory = await submit(small, text);
          const longer = text.slice(0, end) + SPACE_AFTER + text.slice(end);
          const streamed = await submit(large, padded(longer, longer.length + BYTES_BEFORE));
          assert.deepEqual(streamed.stored, inMemory.stored);
          const { status, problem, rows } = inMemory.stored;
          assert.ok(status === 204 || status === 422, problem);
          assert.equal(rows.length, status === 204 ? 1 + employees.length : 0);
          for (const [index, row] of rows.slice(1).entries()) {
            const { hrId, firstName, dateOfBirth } = employees[index] ?? {};
            assert.equal(row['hr_id'], String(hrId).trim());
            assert.equal(row['first_name'], String(firstName).trim());
            assert.equal(row['date_of_birth'], dateOfBirth);
          }
          if (status === 204) assert.deepEqual([inMemory.isStaged, streamed.isStaged], [false, true]);
          count[status]++;
        },
      ),
      { numRuns: 60 },
    );
    assert.ok(count[204] > 0 && count[422] > 0, JSON.stringify(count));
  });

  it('of a hundred entries is stored in the same way as one of six thousand', async () => {
    const entries = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        hrId: `${index}`,
        firstName: `F\\${index}`,
        lastName: `L"${index}`,
        email: `p${index}@example.com`,
        dateOfBirth: '1990-01-01',
        startDate: '2020-01-01',
        absences: [{ type: 'parental\\N', startDate: '2025-01-01' }],
        padding: 'x'.repeat(100),
      }));
    const [few, many] = [await company.newIntegration(), await company.newIntegration()];
    const { stored: small } = await submit(few, JSON.stringify({ syncId: 's', employees: entries(100) }));
    const body = JSON.stringify({ syncId: 's', employees: entries(6_000) });
    assert.ok(body.length > 1.5 * 1024 * 1024);
    const { stored: large } = await submit(many, body);
    assert.deepEqual([small.status, large.status], [204, 204]);
    assert.deepEqual([small.rows.length, large.rows.length], [100, 6_000]);
    assert.deepEqual(large.rows.slice(0, 100), small.rows);
  });
});
