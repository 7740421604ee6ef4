import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROBLEMS, type ProblemCode } from '../../../src/http/problems.ts';
import { createTestCompany, createTestService } from '../support/service.ts';
import { readDescription } from './described.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/guides/errors-and-limits.md');
const service = await createTestService({ RATE_LIMIT_PER_MINUTE: '', REQUESTS_AT_ONCE: '' });
const { operations } = await readDescription(service.app);

/** Answers that belong to no route: the server gives them before it has found one. */
const WITHOUT_ROUTE: ProblemCode[] = ['method-not-allowed', 'headers-too-large'];

const rowsAfter = (heading: string) => {
  const section = readFileSync(GUIDE, 'utf8').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ')).slice(1);
};

test('the guide lists every error of the API, with its status and title', () => {
  const described = operations.flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap(({ description }) =>
      [...description.matchAll(/^`([\w-]+)`/gm)].map(([, code]) => code as ProblemCode),
    ),
  );
  const codes = new Set([...described, ...WITHOUT_ROUTE]);
  assert.deepEqual(
    rowsAfter('All errors of the API')
      .map(([status, code, title]) => `${status} ${code} ${title}`)
      .sort(),
    [...codes].map((code) => `${PROBLEMS[code].status} \`${code}\` ${PROBLEMS[code].title}`).sort(),
  );
  for (const row of rowsAfter('All errors of the API')) assert.ok(row[3], `${row[1]} says what to do`);
});

test('the guide lists every limit with its value (otherwise run UPDATE_DOCS=1 npm test)', async () => {
  const { get } = await createTestCompany(service);
  const { data } = (await get('/limits')).json();
  const table = Object.entries<unknown>(data).map(([name, value]) => `| \`${name}\` | ${show(value)} |`);
  const text = readFileSync(GUIDE, 'utf8');
  const renewed = text.replace(
    /(\| limit \|.*\n\|---.*\n)(?:\|.*\n)*/,
    (_, head: string) => `${head}${table.join('\n')}\n`,
  );
  if (process.env['UPDATE_DOCS']) writeFileSync(GUIDE, renewed);
  assert.equal(readFileSync(GUIDE, 'utf8'), renewed);
});

/** Speeds are a list: those of the table in docs/operating.md. */
function show(value: unknown): string {
  if (!Array.isArray(value)) return Number(value).toLocaleString('en-US');
  return value
    .map(
      ({ fromSecond, bytesPerSecondMinimum }) =>
        `from ${fromSecond} s on ${bytesPerSecondMinimum.toLocaleString('en-US')}`,
    )
    .join('; ');
}
