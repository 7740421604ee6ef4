import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { SIZES } from '../../src/platform/limits.ts';
import {
  type Answers,
  type Attack,
  ask,
  askWithoutReading,
  fromOwnPage,
  MEBIBYTE,
  postToPortal,
  someone,
  trickle,
  withKey,
  withSession,
} from './attack.ts';
import type { Attacker } from './attacker-facts.ts';
import { DROP_ATTACKS } from './drop-attacks.ts';
import { EDGE_ATTACKS } from './edge-attacks.ts';
import { addressesInTurn, type Employee, employees, pass, provePages, takePass } from './employees.ts';
import { FILE_ATTACKS } from './file-attacks.ts';
import { createKeys, keyOf } from './keys.ts';
import { LONE_KEY_ATTACKS } from './lone-key.ts';
import { SILENT_DOMAIN } from './names.ts';
import { SOURCE_ATTACKS } from './source-attacks.ts';

/** The ids of the webhooks that the attack has created. */
let webhooks: number[] = [];

async function createWebhooks(attacker: Attacker, urls: readonly string[]): Promise<void> {
  webhooks = [];
  for (const url of urls) {
    const { id } = await postToPortal<{ id: number }>(attacker, 'webhooks', { url, eventTypes: null });
    webhooks.push(id);
  }
}

const testWebhook = (attacker: Attacker, number: number) =>
  ask(attacker, {
    method: 'POST',
    path: `/portal/api/webhooks/${webhooks[number % webhooks.length]}/test`,
    headers: { ...withSession(attacker), 'content-type': 'application/json' },
    body: '{}',
  });

/** A receiver that answers every request with 1xx as long as the connection lasts. Returns its address. */
async function answerEndlessly(): Promise<string> {
  const answers = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(2_000);
  const server = createServer((socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(answers));
    };
    socket.on('error', () => {});
    socket.on('drain', write);
    socket.once('data', write);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** 500 MiB of white space in 500 KB: a gzip file may consist of several compressed pieces. */
const piece = gzipSync(Buffer.alloc(MEBIBYTE, ' '));
const whiteSpace = Buffer.concat([
  gzipSync('{"syncId":"w","employees":['),
  ...Array.from({ length: 500 }, () => piece),
]);

const MANY_PARAMETERS = Array.from({ length: 5_000 }, () => 'a').join('&');

const values = (count: number, pair: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => pair(index)).join('&');

/** Just below each limit of a query. */
const LISTS = [
  values(SIZES.filterValues, (index) => `ids=${100_000 + index}`),
  values(SIZES.filterValues, (index) => `hrIds=${index}`),
  `${values(SIZES.filterValues, (index) => `ids=${index + 1}`)}&${values(SIZES.filterValues, (index) => `emails=${index}`)}`,
];
const INVALID_LISTS = [
  values(SIZES.filterValues, () => 'ids=x'),
  values(SIZES.filterValues, () => 'planTypes=x'),
  `ids=${Array.from({ length: SIZES.filterValues }, () => 'x').join()}`,
];
/** Few enough parameters, too many values. */
const LONG_LISTS = [
  values(SIZES.parameters, () => 'ids=1'),
  values(SIZES.parameters, () => 'ids=x'),
  values(SIZES.parameters, () => 'hrIds=1'),
  `ids=${Array.from({ length: 5_000 }, () => 'x').join()}`,
];

const WORDS = 'a e i o u n r s t l';
const SEARCHES = [
  `search=${encodeURIComponent(WORDS)}`,
  'search=ll',
  'search=er&sortField=updatedAt',
  'perPage=100&page=900',
];

/** Pages, an unknown path, and a path that needs a key. */
const OPEN_PAGES = [
  '/openapi.json',
  '/docs',
  '/guides',
  '/health',
  '/portal',
  '/me',
  '/nothing',
  '/employees',
];

/** Each attack that the service has to bear, by name. */
export const ATTACKS: Record<string, Attack> = {
  ...DROP_ATTACKS,
  'rosters of compressed white space': {
    mayGet: [400, 413, 503],
    atOnce: 8,
    send: (attacker) =>
      ask(attacker, {
        method: 'POST',
        path: `/hr-integrations/${attacker.integrationId}/sync`,
        headers: { ...withKey(attacker), 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: whiteSpace,
      }),
  },
  'large rosters that hardly arrive': {
    mayGet: [503],
    atOnce: 40,
    send: (attacker, number) => {
      const entry = (index: number) =>
        `{"hrId":"S${number}-${index}","firstName":"A","lastName":"B","email":"s${index}@beispiel.example","dateOfBirth":"1990-01-01","startDate":"2020-01-01"},`;
      const first = Buffer.from(
        `{"syncId":"slow-${number}","employees":[${Array.from({ length: 12_000 }, (_, index) => entry(index)).join('')}`,
      );
      return ask(attacker, {
        method: 'POST',
        path: `/hr-integrations/${attacker.integrationId}/sync`,
        headers: { ...withKey(attacker), 'content-type': 'application/json' },
        write: (asked) => trickle(asked, first),
      });
    },
  },
  'queries of thousands of parameters': {
    mayGet: [400, 429],
    atOnce: 20,
    send: (attacker) => ask(attacker, { path: `/employees?${MANY_PARAMETERS}`, headers: withKey(attacker) }),
  },
  'as many list values as allowed': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(attacker, { path: `/employees?${LISTS[number % LISTS.length]}`, headers: withKey(attacker) }),
  },
  'as many invalid list values as allowed': {
    mayGet: [422, 429, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(attacker, {
        path: `/employees?${INVALID_LISTS[number % INVALID_LISTS.length]}`,
        headers: withKey(attacker),
      }),
  },
  'more list values than allowed': {
    mayGet: [422, 429, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(attacker, {
        path: `/employees?${LONG_LISTS[number % LONG_LISTS.length]}`,
        headers: withKey(attacker),
      }),
  },
  'pages of the event feed': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(attacker, { path: `/events?after=${(number % 100) * 100}`, headers: withKey(attacker) }),
  },
  'searches through a large company': {
    mayGet: [200, 422, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(attacker, { path: `/employees?${SEARCHES[number % SEARCHES.length]}`, headers: withKey(attacker) }),
  },
  'overviews of a large company': {
    mayGet: [200, 429, 503],
    atOnce: 20,
    send: (attacker) => ask(attacker, { path: '/portal/api/overview', headers: withSession(attacker) }),
  },
  'receipts as PDF': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    send: (attacker) =>
      ask(attacker, {
        path: `/employee-documents/${attacker.documentId}/download`,
        headers: withKey(attacker),
      }),
  },
  'documents that never arrive completely': {
    mayGet: [429, 503],
    atOnce: 150,
    send: (attacker, number) =>
      ask(attacker, {
        method: 'POST',
        path: `/portal/api/employees/${attacker.employeeId}/documents`,
        headers: {
          ...withSession(attacker),
          'content-type': 'application/octet-stream',
          'content-length': 9 * MEBIBYTE,
          'x-file-name': `file-${number}.pdf`,
        },
        write: (asked) =>
          trickle(asked, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(8 * MEBIBYTE, '1')])),
      }),
  },
  'passwords to try': {
    mayGet: [401, 429, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(attacker, {
        method: 'POST',
        path: '/portal/api/session',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body: JSON.stringify({
          email: `nobody-${number}@beispiel.example`,
          password: 'not the right password',
        }),
      }),
  },
  'pages of people': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(attacker, {
        path: `/portal/api/employees/${someone(attacker, number)}`,
        headers: withSession(attacker),
      }),
  },
  'previews of actions': {
    mayGet: [200, 409, 429, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(attacker, {
        method: 'POST',
        path: `/portal/api/employees/${someone(attacker, number)}/actions/enrol/preview`,
        headers: { ...withSession(attacker), 'content-type': 'application/json' },
        body: '{}',
      }),
  },
  'exports of the audit log': {
    mayGet: [200, 429, 503],
    atOnce: 20,
    send: (attacker) => ask(attacker, { path: '/portal/api/audit-log.csv', headers: withSession(attacker) }),
  },
  'downloads that nobody reads': {
    mayGet: [],
    atOnce: 200,
    send: (attacker) =>
      askWithoutReading(attacker, `/employee-documents/${attacker.uploadId}/download`, withKey(attacker)),
  },
  'downloads one after the other': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    send: (attacker) =>
      ask(attacker, {
        path: `/employee-documents/${attacker.uploadId}/download`,
        headers: withKey(attacker),
      }),
  },
  'requests of many keys': {
    mayGet: [200, 429, 503],
    atOnce: 200,
    prepare: createKeys,
    send: (attacker, number) =>
      ask(attacker, {
        path: `/employees/${someone(attacker, number)}`,
        headers: { authorization: keyOf(number) },
      }),
  },
  // More than may wait.
  'requests without credentials': {
    mayGet: [200, 401, 404, 503],
    atOnce: 700,
    send: (attacker, number) => ask(attacker, { path: OPEN_PAGES[number % OPEN_PAGES.length] ?? '/' }),
  },
  'headers full of cookies': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    send: (attacker) =>
      ask(attacker, { path: '/portal/api/session', headers: { cookie: 'a=;'.repeat(5_000) } }),
  },
  'links that nobody has sent': {
    mayGet: [404, 429, 503],
    atOnce: 40,
    send: (attacker) => ask(attacker, { path: '/me/BAD/data' }),
  },
  'own pages of many people': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    prepare: provePages,
    send: (attacker, number) => {
      const { path, cookie } = employees[number % employees.length] as Employee;
      return ask(attacker, { path, headers: { cookie, accept: 'text/html' } });
    },
  },
  // Below the limit of each person, with the company's lock.
  'previews on own pages': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    prepare: provePages,
    send: (attacker, number) => {
      const { path, cookie } = employees[number % employees.length] as Employee;
      return ask(attacker, {
        method: 'POST',
        path: `${path}/acts/enrol/preview`,
        headers: { ...fromOwnPage(attacker), cookie },
        body: JSON.stringify({ planType: 'fully-subsidized-plan' }),
      });
    },
  },
  // Below the limit of each network address.
  'strangers at the join link': {
    mayGet: [202, 429, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(addressesInTurn(attacker, number), {
        method: 'POST',
        path: attacker.joinPath,
        headers: fromOwnPage(attacker),
        body: JSON.stringify({ email: `s${number}@beispiel.example`, dateOfBirth: '1990-02-03' }),
      }),
  },
  'strangers who ask for links': {
    mayGet: [202, 429, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(addressesInTurn(attacker, number), {
        method: 'POST',
        path: '/me',
        headers: fromOwnPage(attacker),
        body: JSON.stringify({ email: `s${number}@beispiel.example` }),
      }),
  },
  'a pass on a thousand phones': {
    mayGet: [200, 201, 429, 503],
    atOnce: 40,
    prepare: takePass,
    send: (attacker, number) =>
      ask(attacker, {
        method: 'POST',
        path: pass.registration(`phone-${number}`),
        headers: { ...pass.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ pushToken: `${number}`.padStart(64, '0') }),
      }),
  },
  'a pass that is fetched again and again': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    prepare: takePass,
    send: (attacker) => ask(attacker, { path: pass.file, headers: pass.headers }),
  },
  'passes with a wrong token': {
    mayGet: [401, 429, 503],
    atOnce: 40,
    prepare: takePass,
    send: (attacker, number) =>
      ask(attacker, { path: pass.file, headers: { authorization: `ApplePass guess-${number}` } }),
  },
  'receivers that answer with endless 1xx': {
    mayGet: [200, 429, 503],
    atOnce: 20,
    prepare: async (attacker) => {
      const url = await answerEndlessly();
      await createWebhooks(attacker, [url, url, url, url]);
    },
    send: testWebhook,
  },
  'names that no DNS server answers': {
    mayGet: [200, 429, 503],
    atOnce: 20,
    disturbs: 'webhooks',
    prepare: async (attacker) =>
      await createWebhooks(
        attacker,
        Array.from({ length: 8 }, (_, index) => `http://${index}.${SILENT_DOMAIN}/`),
      ),
    send: testWebhook,
  },
  'requests of a portal session': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    send: (attacker) => ask(attacker, { path: '/portal/api/integrations', headers: withSession(attacker) }),
  },
  ...EDGE_ATTACKS,
  ...FILE_ATTACKS,
  ...LONE_KEY_ATTACKS,
  ...SOURCE_ATTACKS,
};

/** Attacks until the signal. */
export async function attack(
  name: string,
  attacker: Attacker,
  signal: AbortSignal,
  onBegin: () => void,
): Promise<Answers> {
  const { atOnce, send, prepare } = ATTACKS[name] ?? fail(name);
  const answers: Answers = {};
  await prepare?.(attacker);
  onBegin();
  let number = 0;
  const lane = async () => {
    while (!signal.aborted) {
      const status = await send(attacker, number++);
      if (signal.aborted) return;
      answers[status] = (answers[status] ?? 0) + 1;
      // A client that is refused at once would otherwise measure its own speed.
      if (status === 429 || status === 503 || status === 0) await sleep(20);
    }
  };
  const lanes = Array.from({ length: atOnce }, lane);
  await Promise.race([Promise.all(lanes), once(signal, 'abort')]);
  return answers;
}

function fail(name: string): never {
  throw new Error(`no attack has the name ${name}`);
}
