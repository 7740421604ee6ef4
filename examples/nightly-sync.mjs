// Sends the complete roster in roster.json and waits for the result. Run it every night.
// Needs Node 20 or newer, TRANSIT_URL, TRANSIT_USERNAME, TRANSIT_PASSWORD, and the id of the integration as an argument.
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const { TRANSIT_URL, TRANSIT_USERNAME, TRANSIT_PASSWORD } = process.env;
const integration = process.argv[2];
if (!TRANSIT_URL || !TRANSIT_USERNAME || !TRANSIT_PASSWORD || !integration)
  fail('Set TRANSIT_URL, TRANSIT_USERNAME and TRANSIT_PASSWORD, and give the id of the integration.');
const api = `${TRANSIT_URL}/hr-integrations/${integration}`;
const authorization = `Basic ${Buffer.from(`${TRANSIT_USERNAME}:${TRANSIT_PASSWORD}`).toString('base64')}`;

// Replace this line by a call of your HR system. The list must be complete: people who are missing are offboarded.
const employees = JSON.parse(await readFile('roster.json', 'utf8'));

const syncId = new Date().toISOString();
const body = JSON.stringify({ syncId, employees });

// Sending it again is safe: the syncId names this roster, so it is applied once.
await ask(`${api}/sync`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

// The service applies the roster in the background. Ask until it is done.
let sync;
do {
  await pause(1_000);
  sync = (await (await ask(`${api}/syncs/${encodeURIComponent(syncId)}`)).json()).data;
} while (['queued', 'running'].includes(sync.status));

console.log(sync.status, sync.counts);
for (const { code, message, count, hrIds } of sync.problems) console.warn(code, message, count, hrIds);
if (sync.status !== 'succeeded') process.exitCode = 1;

/** Tries again if the service cannot be reached, is busy (503) or limits requests (429). Other errors are shown. */
async function ask(url, { headers, ...options } = {}) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, { ...options, headers: { authorization, ...headers } }).catch((error) => {
      if (attempt === 6) fail(`${TRANSIT_URL} cannot be reached: ${error.cause?.message ?? error.message}`);
    });
    if (answer?.ok) return answer;
    const isTemporary = !answer || answer.status === 429 || answer.status >= 500;
    if (!isTemporary || attempt === 6) fail(`${answer.status}: ${await answer.text()}`);
    await pause(1_000 * Number(answer?.headers.get('retry-after') ?? attempt * 2));
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
