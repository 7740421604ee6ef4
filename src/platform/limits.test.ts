import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { BYTES, PLACES, REQUESTS_AT_ONCE, REQUESTS_PER_MINUTE } from './limits.ts';

const guide = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');

/** The cells of the row that begins with this text, without the first one. */
function row(beginning: string): string[] {
  const line = guide.split('\n').find((each) => each.startsWith(`| ${beginning}`));
  assert.ok(line, `docs/operating.md has no row "${beginning}"`);
  return line
    .split(' |')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

const seconds = (ms: number) => `${ms / 1000} s`;
const mebibytes = (bytes: number) => `${bytes / 1024 ** 2} MiB`;
const ofCompany = ({ count, maxEach }: { count: number; maxEach: number }) =>
  `${count}; of one company ${maxEach}`;

test('the places that docs/operating.md shows are those of the code', () => {
  const { requests, lists, bulk, day, pages, longFiles, exports } = PLACES;
  const rows: [beginning: string, atOnce: string, limits: { patienceMs: number; maxWaiting: number }][] = [
    ['requests of one API key', String(REQUESTS_AT_ONCE), requests],
    ['lists, searches', 'half of their connections', lists],
    ['bulk operations of requests', ofCompany(bulk), bulk],
    ['short transactions', ofCompany(day), day],
    ['person pages', ofCompany(pages), pages],
    ['files of many documents', ofCompany(longFiles), longFiles],
    ['CSV exports of one company', String(exports.maxEach), exports],
  ];
  for (const [beginning, atOnce, { patienceMs, maxWaiting }] of rows) {
    const [shown = '', wait, waiting] = row(beginning);
    assert.ok(shown.startsWith(atOnce), `${beginning}: ${shown}`);
    assert.deepEqual([wait, waiting], [seconds(patienceMs), String(maxWaiting)], beginning);
  }
  const { webhookTests, identitySignIns, identityTests } = PLACES;
  for (const [beginning, { count, maxEach }] of [
    ['tests of webhooks', webhookTests],
    ['sign-ins through identity providers', identitySignIns],
    ['tests of identity providers', identityTests],
  ] as const)
    assert.deepEqual(row(beginning), [String(count), String(maxEach)], beginning);
});

test('the limits of arriving bodies that docs/operating.md shows are those of the code', () => {
  const { rosters, documents } = PLACES;
  assert.deepEqual(row('bodies that wait'), [String(rosters.maxWaiting), String(documents.maxWaiting)]);
  assert.deepEqual(row('the longest wait for a place'), [
    `${rosters.patienceMs / 60_000} minutes`,
    `${documents.patienceMs / 1000} seconds`,
  ]);
  assert.equal(row('places')[1], String(documents.count));
  const { total, maxEach } = BYTES.smallBodies;
  assert.match(
    row('memory of smaller bodies')[0] ?? '',
    new RegExp(`^${mebibytes(total)}, ${mebibytes(maxEach)};`),
  );
});

test('the requests a minute that docs/operating.md shows are those of the code', () => {
  const { key, session, address } = REQUESTS_PER_MINUTE;
  for (const [name, value] of [
    ['RATE_LIMIT_PER_MINUTE', key],
    ['PORTAL_RATE_LIMIT_PER_MINUTE', session],
    ['ADDRESS_RATE_LIMIT_PER_MINUTE', address],
    ['REQUESTS_AT_ONCE', REQUESTS_AT_ONCE],
  ] as const)
    assert.equal(row(`\`${name}\``).at(-1), `\`${value}\``, name);
});
