import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  BYTES,
  CONNECTIONS,
  DROPS,
  MAILS_PER_DAY,
  OUTGOING,
  RATES,
  REQUESTS_AT_ONCE,
  REQUESTS_OF_COMPANY,
  REQUESTS_PER_MINUTE,
  REQUESTS_WHEN_ALONE,
  ROSTER_SIZES,
  SIZES,
  SLOTS,
  TIMES,
  WEBHOOK_TURN,
  WORKER_SLOTS,
} from './limits.ts';

const read = (page: string) => readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
const [operating, mail, webhooks, connecting] = await Promise.all(
  ['operating.md', 'mail.md', 'webhooks.md', 'connecting.md'].map(read),
);

/** The cells of the row that begins with this text, without the first one. */
function row(beginning: string, page = operating): string[] {
  const line = page?.split('\n').find((each) => each.startsWith(`| ${beginning}`));
  assert.ok(line, `the page has no row "${beginning}"`);
  return line
    .split(' |')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

const seconds = (ms: number) => `${ms / 1000} s`;
const mebibytes = (bytes: number) => `${bytes / 1024 ** 2} MiB`;
const ofCompany = ({ count, maxEach }: { count: number; maxEach: number }) =>
  `${count}; of one company ${maxEach}`;

test('the slots that docs/operating.md shows are those of the code', () => {
  const { requests, lists, bulk, day, pages, longFiles, exports, downloads } = SLOTS;
  const rows: [beginning: string, atOnce: string, limits: { patienceMs: number; maxWaiting: number }][] = [
    [
      'requests of one API key',
      `${REQUESTS_AT_ONCE}; of one company's keys and users ${REQUESTS_OF_COMPANY * REQUESTS_AT_ONCE}`,
      requests,
    ],
    ['lists, searches', 'half of their connections', lists],
    ['bulk operations of requests', ofCompany(bulk), bulk],
    ['short transactions', ofCompany(day), day],
    ['person pages', ofCompany(pages), pages],
    ['files of many documents', String(longFiles.maxEach), longFiles],
    ['CSV exports of one company', String(exports.maxEach), exports],
    [
      'downloads of uploaded files',
      `${downloads.maxEach}; of one company ${downloads.maxOfCompany}`,
      downloads,
    ],
  ];
  const { unreadMs, busyAfterMs, downloadPauseMs, addressPauseMs } = TIMES;
  const perSecond = (SIZES.documentPieceBytes * 1000) / downloadPauseMs;
  for (const sentence of [
    `takes nothing of its answer for ${unreadMs / 60_000} minutes`,
    `gets it after ${seconds(busyAfterMs)}`,
    `back ${addressPauseMs} ms after the answer, so it gets at most ${(REQUESTS_AT_ONCE * 1000) / addressPauseMs} answers a second`,
    `together at most ${mebibytes(perSecond)} a second`,
  ])
    assert.ok(operating?.includes(sentence), sentence);
  for (const [beginning, atOnce, { patienceMs, maxWaiting }] of rows) {
    const [shown = '', wait, waiting] = row(beginning);
    assert.ok(shown.startsWith(atOnce), `${beginning}: ${shown}`);
    assert.deepEqual([wait, waiting], [seconds(patienceMs), String(maxWaiting)], beginning);
  }
  const share = [REQUESTS_AT_ONCE, REQUESTS_OF_COMPANY * REQUESTS_AT_ONCE];
  const { times, afterMs } = REQUESTS_WHEN_ALONE;
  const alone = share.map((count) => count + times * REQUESTS_AT_ONCE);
  for (const [beginning, counts] of [
    ['several companies', share],
    [`one company, and nobody else for ${afterMs} ms`, alone],
    ['one company, for changes', share],
  ] as const)
    assert.deepEqual(row(beginning), counts.map(String), beginning);
  const { webhookTests, identitySignIns, identityTests } = SLOTS;
  for (const [beginning, { count, maxEach }] of [
    ['tests of webhooks', webhookTests],
    ['sign-ins through identity providers', identitySignIns],
    ['tests of identity providers', identityTests],
  ] as const)
    assert.deepEqual(row(beginning), [String(count), String(maxEach)], beginning);
});

test('the limits of arriving bodies that docs/operating.md shows are those of the code', () => {
  const { rosters, documents } = SLOTS;
  assert.deepEqual(row('bodies that wait'), [String(rosters.maxWaiting), String(documents.maxWaiting)]);
  assert.deepEqual(row('the longest wait for a slot'), [
    `${rosters.patienceMs / 60_000} minutes`,
    `${documents.patienceMs / 1000} seconds`,
  ]);
  assert.equal(row('slots')[1], String(documents.count));
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

test('the connections of a node that docs/operating.md shows are those of the code', () => {
  const { short, lists, bulk, copies, rosters, webhooks } = CONNECTIONS;
  for (const [beginning, count] of [
    ['short statements', short],
    ['lists and searches', lists],
    ['bulk operations: ', bulk],
    ['storing large rosters', copies],
    ['applying rosters', rosters],
    ['sending webhooks', webhooks],
  ] as const)
    assert.equal(row(beginning)[0], String(count), beginning);
  const all = short + lists + bulk + copies + rosters + webhooks;
  const sentence = `That is ${all} per node, or ${all - rosters - webhooks} with \`--role api\``;
  assert.ok(operating?.includes(sentence), sentence);
});

test('the limits of mails that docs/mail.md shows are those of the code', () => {
  for (const [beginning, kind] of [
    ['invitations and new passwords', 'account'],
    ['a page link that somebody asks for', 'page-link'],
    ['page links that HR sends', 'page-link'],
    ['repeats: ', 'repeat'],
    ['notices to a ', 'contact'],
  ] as const) {
    const limits = Object.values(MAILS_PER_DAY[kind]).map((max) => max.toLocaleString('en'));
    const shown = row(beginning, mail).slice(0, 3);
    assert.deepEqual(
      shown.map((cell) => cell.replace(/,? and .*/, '')),
      limits,
      beginning,
    );
  }
});

test('the limits of webhooks that docs/webhooks.md shows are those of the code', () => {
  const { count, maxEach } = WORKER_SLOTS.webhooks;
  const [atOnce = ''] = row('endpoints that a node sends to', webhooks);
  assert.match(atOnce, new RegExp(`^${count}, and ${count} .*; of one company ${maxEach} and ${maxEach}$`));
  const turn = `${WEBHOOK_TURN.events} events or ${WEBHOOK_TURN.ms / 1000} seconds`;
  assert.deepEqual(row('turn of an endpoint', webhooks), [turn]);
  const { seconds: within, bytes } = OUTGOING.webhooks;
  const [outcome = ''] = row(`answers 2xx within ${within} seconds`, webhooks);
  assert.ok(outcome.includes(`The first ${bytes.toLocaleString('en')} bytes`), outcome);
});

test('the largest roster that docs/operating.md shows is that of the code', () => {
  const { entries, bytes, growth, smallBytes, uploadsAtOnce, idleSeconds } = ROSTER_SIZES;
  assert.equal(row('`ROSTER_MAX_ENTRIES`').at(-1), `${entries}, ${bytes}`);
  assert.match(
    row('a body that needs a *slot*')[0] ?? '',
    new RegExp(`^more than ${mebibytes(smallBytes)},`),
  );
  assert.match(row('growth of a compressed body')[0] ?? '', new RegExp(`^${growth} times;`));
  assert.equal(row('slots')[0], String(uploadsAtOnce));
  assert.match(row('no byte arrives for')[0] ?? '', new RegExp(`^${idleSeconds} s `));
});

test('the limits of dropped files in docs/connecting.md are those of the code', () => {
  const { fileBytes, files, idleMs, keptDays, signInMs, visitors, waiting } = DROPS;
  const { dropsOfIntegration, signInsOfAddress } = RATES;
  for (const sentence of [
    `a file of more than ${fileBytes / 1024 ** 2} MiB, the ${files + 1}st file that nobody has read, or the ${dropsOfIntegration.max + 1}st within an hour`,
    `at most ${SLOTS.drops.count} connections of signed-in users, ${SLOTS.drops.maxEach} of one company`,
    `has ${signInMs / 1000} seconds to sign in; of more than ${visitors} that have not, the oldest is closed`,
    `more than ${waiting} requests wait`,
    `ends after ${idleMs / 60_000} minutes`,
    `at most for ${keptDays} days`,
    `or ${signInsOfAddress.max} from an address`,
  ])
    assert.ok(connecting?.includes(sentence), sentence);
});
