import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeScript } from '../../../src/demo/script.ts';
import { addDays, createTimeline } from '../../../src/demo/timeline.ts';
import { selectEmployees } from '../../../src/people/employees/employees-sql.ts';
import { createDemoDatabase } from '../support/demo.ts';

/** In this month, -1 is February and -12 is March 2025. */
const { database, demo } = await createDemoDatabase('2026-03-16');
const { sql } = database;
const companyId = demo.company.id;

/**
 * The share of a month in cents, by hand: price less 5 % discount less subsidy. Until February the subsidy is 30 €: 58 € in 2025
 * leave 25.10 €, and 63 € in 2026 leave 29.85 €. In February it falls to 25 €, so that March costs 34.85 € for those who accept.
 */
const Y25 = 2510;
const Y26 = 2985;
const MARCH = 3485;
/** The whole ticket less its discount. */
const NET_Y25 = 5510;
const NET_Y26 = 5985;

type Expected = [status: string, months: string, employeeCents: number, employerCents: number];

/** Who pays nothing: all is the employer's. */
const full = (status: string, months: string, in2025: number, in2026: number): Expected => [
  ...([status, months, 0, in2025 * NET_Y25 + in2026 * NET_Y26] as const),
];
/** Who pays a share in so many months of 2025, of January and February, and of March. */
const share = (status: string, months: string, in2025: number, in2026: number, march: number): Expected => {
  const employee = in2025 * Y25 + in2026 * Y26 + march * MARCH;
  return [status, months, employee, in2025 * NET_Y25 + (in2026 + march) * NET_Y26 - employee];
};
const none = (status: string): Expected => [status, '', 0, 0];

/** The script, worked out by hand. Months: the ranges with tickets. */
const EXPECTED: Record<string, Expected> = {
  'Anna Schäfer': full('active', '2025-03..2026-03', 10, 3),
  'Jürgen Müller-Lüders': share('active', '2025-03..2026-03', 10, 2, 1),
  'Ayşe Yılmaz': share('active', '2025-03..2026-03', 10, 2, 1),
  'Łukasz Wiśniewski': full('active', '2025-03..2026-03', 10, 3),
  'Hồng Nhung Nguyễn': share('active', '2025-04..2026-03', 9, 2, 1),
  "Seán O'Brien": share('active', '2025-03..2026-03', 10, 2, 1),
  'Björn Groß': share('active', '2025-03..2026-03', 10, 2, 1),
  'Katharina von der Heide': full('active', '2025-06..2026-03', 7, 3),
  "Chiara D'Angelo": share('active', '2025-11..2026-03', 2, 2, 1),
  'Zoë Çelik-Brandt': share('active', '2025-12..2026-03', 1, 2, 1),
  'Małgorzata Dąbrowska': full('active', '2025-11..2026-03', 2, 3),
  'Văn Minh Trần': share('active', '2025-11..2026-03', 2, 2, 1),
  'Ingeborg Kühn': full('active', '2025-03..2026-03', 10, 3),
  'Marie-Luise Fröhlich': share('active', '2025-05..2026-03', 8, 2, 1),
  'Émile Lefèvre': share('active', '2026-01..2026-03', 0, 2, 1),
  'Maximiliana Theodora Friederike Freifrau von und zu Hohenstein-Waldburg-Schönenfels': full(
    ...(['active', '2025-03..2026-03', 10, 3] as const),
  ),
  'Emre Kılıç': full('active', '2025-12..2026-03', 1, 3),
  'Leon Jäger': full('active', '2025-12..2026-03', 1, 3),
  'Şükrü Güneş': full('active', '2025-03..2026-03', 10, 3),
  'Petra Weiß': share('active', '2025-08..2026-03', 5, 2, 1),
  'Hans-Peter Öhlschläger': full('active', '2025-07..2026-03', 6, 3),
  'Ursula Böttcher': share('active', '2025-09..2026-03', 4, 2, 1),
  'Milan Novák': full('active', '2025-12..2026-03', 1, 3),
  'Julia Brückner': share('active', '2025-03..2025-07, 2026-01..2026-03', 5, 2, 1),
  'Dominik Krämer': full('active', '2025-03..2025-09, 2025-12..2026-03', 8, 3),
  'Saskia Thönnes': share('active', '2025-06..2026-03', 7, 2, 1),
  'Florian Küster': share('active', '2025-03..2026-03', 10, 2, 1),
  'Gülay Arslan': share('active', '2025-06..2026-03', 7, 2, 1),
  'Tobias Löwe': share('active', '2025-09..2026-03', 4, 2, 1),
  'Hannah Sørensen-Groß': full('active', '2025-10..2026-03', 3, 3),
  'Bartosz Żak': full('active', '2025-03..2026-03', 10, 3),
  'Nadine Schröder': full('active', '2025-03..2025-07, 2026-01..2026-03', 5, 3),
  'Kemal Doğan': share('active', '2025-03..2025-09, 2026-02..2026-03', 7, 1, 1),
  'Sabine Förster': share('active', '2025-03..2025-04, 2025-07..2025-08, 2025-12..2026-03', 5, 2, 1),
  'Paul Hübner': none('scheduled'),
  'Thùy Linh Phạm': none('scheduled'),
  'Agnieszka Wójcik': none('scheduled'),
  'Rainer Schütz': full('scheduled', '2025-04..2025-10', 7, 0),
  'Lena Döring': full('scheduled-pause', '2025-03..2026-03', 10, 3),
  'Oğuz Şahin': share('scheduled-pause', '2025-07..2026-03', 6, 2, 1),
  'Carla Weißmüller': share('scheduled-pause', '2025-05..2026-03', 8, 2, 1),
  'Jonas Blüm': full('scheduled-pause', '2025-12..2026-03', 1, 3),
  'Melanie Könnecke': share('paused', '2025-03..2025-11', 9, 0, 0),
  'Andreas Grünwald': full('paused', '2025-03..2025-12', 10, 0),
  'Zofia Szymańska': share('paused', '2025-06..2026-02', 7, 2, 0),
  'Matthias Rößler': full('paused', '2025-04..2026-01', 9, 1),
  'Elif Çetin': share('paused', '2025-10..2026-01', 3, 1, 0),
  'Wolfgang Kästner': full('scheduled-cancellation', '2025-03..2026-03', 10, 3),
  'Nele Früh': share('scheduled-cancellation', '2025-08..2026-03', 5, 2, 1),
  'Ali Özdemir': share('scheduled-cancellation', '2025-03..2026-03', 10, 2, 1),
  // She has rejected the higher amount: the old one counts until the end.
  'Bettina Sänger': share('scheduled-cancellation', '2025-05..2026-03', 8, 3, 0),
  'Stefan Höfer': full('cancelled', '2025-03..2026-02', 10, 2),
  'Monika Grzegorczyk': full('cancelled', '2025-03..2025-11', 9, 0),
  'Claudia Lübke': share('cancelled', '2025-04..2026-01', 9, 1, 0),
  'Ibrahim Yıldız': share('cancelled', '2025-06..2026-02', 7, 2, 0),
  'Heike Nüßlein': share('cancelled', '2025-03..2025-10', 8, 0, 0),
  'Quỳnh Lê': none('no-subscription'),
  'Sven Küppers': none('no-subscription'),
  'Aleksandra Zielińska': none('no-subscription'),
  'Gerhard Süßmilch': none('no-subscription'),
  'Friederike Ähle': none('no-subscription'),
  'Marco Rossi': none('no-subscription'),
};

test('the story leaves everybody with the status, the months and the costs of the script', async () => {
  const charges = await sql<{ id: number; months: string[]; employee: number; employer: number }[]>`
    select c.employee_id as id, array_agg(to_char(c.month, 'YYYY-MM') order by c.month) as months,
      sum(c.employee_cents)::int as employee, sum(c.employer_cents)::int as employer
    from charges c
    join tickets t on t.company_id = c.company_id and t.employee_id = c.employee_id and t.month = c.month and t.voided_at is null
    where c.company_id = ${companyId} group by c.employee_id`;
  const ids = (await sql<{ id: number }[]>`select id from employees where company_id = ${companyId}`).map(
    ({ id }) => id,
  );
  const found: Record<string, Expected> = {};
  for (const { id, firstName, lastName, status } of await selectEmployees(sql, companyId, ids)) {
    const charged = charges.find((each) => each.id === id);
    found[`${firstName} ${lastName}`] = [
      ...([status, ranges(charged?.months ?? []), charged?.employee ?? 0, charged?.employer ?? 0] as const),
    ];
  }
  assert.deepEqual(found, EXPECTED);
});

/** `2025-03..2025-07, 2026-01..2026-03` */
function ranges(months: readonly string[]): string {
  const spans: [string, string][] = [];
  for (const month of months) {
    const last = spans.at(-1);
    if (last && addDays(`${last[1]}-28`, 10).slice(0, 7) === month) last[1] = month;
    else spans.push([month, month]);
  }
  return spans.map(([from, to]) => `${from}..${to}`).join(', ');
}

test('nothing of the story lies ahead, and its steps ascend, whenever it is played', async () => {
  const times = ['2026-03-01T00:05:00+01:00', '2026-02-28T23:55:00+01:00', '2026-10-25T02:30:00+02:00'];
  for (const time of times) {
    const now = new Date(time);
    const steps = await writeScript(createTimeline(time.slice(0, 10), now));
    assert.ok(
      steps.every(({ at }) => at < now),
      time,
    );
    assert.ok(
      steps.every(({ at }, index) => index === 0 || at > (steps[index - 1]?.at ?? now)),
      time,
    );
    const clocks = steps.flatMap(({ happens }) => (happens.type === 'clock' ? [happens.to] : []));
    assert.deepEqual(clocks, [...new Set(clocks)].sort(), `${time}: the clock moves forward only`);
    assert.equal(clocks.at(-1), time.slice(0, 10));
  }
});
