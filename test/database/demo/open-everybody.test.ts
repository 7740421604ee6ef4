import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTimeline, timelineData } from '../../../src/cli/describe-timeline.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { isCalendarDate } from '../../../src/domain/calendar/dates.ts';
import { exportEmployee } from '../../../src/people/privacy/export-employee.ts';
import { readPage } from '../../../src/views/employee-page/read-page.ts';
import { readTimeline } from '../../../src/views/timeline/read-timeline.ts';
import { readDescription } from '../api/described.ts';
import { createPortalUser } from '../portal/portal.ts';
import { createDemoDatabase } from '../support/demo.ts';
import { basic, createTestService } from '../support/service.ts';

const {
  database,
  demo: { company, key },
} = await createDemoDatabase('2026-03-16');
const service = await createTestService({}, database);
const { sql } = service.database;
const admin = await createPortalUser(service, company.id);
const { assertFits } = await readDescription(service.app);
const people = await sql<{ id: number; isOpen: boolean }[]>`
  select id, upper_inf(pauses_hr) and not isempty(pauses_hr) as "isOpen" from employees
  where company_id = ${company.id} order by id`;

/** PostgreSQL writes a date without an end as `infinity`, and one after the year 9999 with five digits. */
const NO_DATE = /infinity|Invalid Date|\b\d{5,}-\d\d-\d\d/i;
const DATES =
  /^(from|until|on|start|startDate|endDate|terminationDate|dateOfBirth|validFrom|validUntil|.*At)$/;

/** Every field that is named like a date is null, a day, or a moment. */
function assertDates(what: string, value: unknown): void {
  const text = JSON.stringify(value, function (this: object, name, field: unknown) {
    // Of a field that a roster has changed, `from` is the value before.
    const isChange = name === 'from' && 'to' in this;
    if (DATES.test(name) && !isChange && typeof field === 'string')
      assert.ok(isCalendarDate(field.slice(0, 10)), `${what}: ${name} is ${field}`);
    return field;
  });
  assert.doesNotMatch(text, NO_DATE, what);
}

test('the demo has people whose HR absence is open-ended', () => {
  assert.ok(people.some(({ isOpen }) => isOpen));
});

test('every person of the demo opens in the API, in the portal, on the own page, in the CLI and as an export', async () => {
  const headers = { authorization: basic(key) };
  for (const { id, isOpen } of people) {
    const record = await service.app.inject({ url: `/employees/${id}`, headers });
    assertFits('/employees/{id}', record);
    assertDates(`record ${id}`, record.json());
    const page = await admin.send(`/employees/${id}`);
    assert.equal(page.statusCode, 200);
    const { terms } = page.json().data;
    assertDates(`portal page ${id}`, terms);
    const pauses = terms.flatMap((term: { pauses: { until: string | null }[] }) => term.pauses);
    if (isOpen) assert.equal(pauses.at(-1).until, null);
    assertDates(`history ${id}`, (await admin.send(`/employees/${id}/history`)).json());
    const owner = { companyId: company.id, employeeId: id, dateOfBirth: '', linkVersion: 1 };
    assertDates(`employee page ${id}`, await readPage(sql, owner));
    const timeline = await readTimeline(sql, company.id, id);
    assertDates(`export ${id}`, await exportEmployee(sql, company.id, id, OPERATOR));
    assertDates(`timeline ${id}`, [timelineData(timeline), describeTimeline(timeline)]);
  }
});
