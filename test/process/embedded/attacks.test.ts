import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAIN = fileURLToPath(new URL('../../../bench/attacks/main.ts', import.meta.url));
/** A moment of each attack is enough to see the answers; `npm run attacks` measures. */
const SHORT = ['--json', '--seconds', '0.2', '--people', '500'];
/** Every third attack: each one starts a process. `npm run attacks` makes them all. */
const PARTS = 3;

interface Attacked {
  name: string;
  reads: number;
  failed: Record<string, number>;
  quietAfter?: number;
  answers: Record<string, number>;
}

/** The answers that an attacker may get. `none`: the attacker has left before. */
const ANSWERS: Record<string, readonly string[]> = {
  'rosters of compressed white space': ['400', '413', '503'],
  'large rosters that hardly arrive': ['503'],
  'queries of thousands of parameters': ['400', '429'],
  'as many list values as allowed': ['200', '429', '503'],
  'as many invalid list values as allowed': ['422', '429', '503'],
  'more list values than allowed': ['422', '429', '503'],
  'pages of the event feed': ['200', '429', '503'],
  'searches through a large company': ['200', '422', '503'],
  'overviews of a large company': ['200', '429', '503'],
  'receipts as PDF': ['200', '429', '503'],
  'documents that never arrive completely': ['429', '503'],
  'passwords to try': ['401', '429', '503'],
  'pages of people': ['200', '429', '503'],
  'previews of actions': ['200', '409', '429', '503'],
  'exports of the audit log': ['200', '429', '503'],
  'downloads that nobody reads': [],
  'downloads one after the other': ['200', '429', '503'],
  'requests of many keys': ['200', '429', '503'],
  'requests without credentials': ['200', '401', '404', '503'],
  'headers full of cookies': ['200', '429', '503'],
  'links that nobody has sent': ['404', '429', '503'],
  'own pages of many people': ['200', '429', '503'],
  'previews on own pages': ['200', '429', '503'],
  'strangers at the join link': ['202', '429', '503'],
  'strangers who ask for links': ['202', '429', '503'],
  'a pass on a thousand phones': ['200', '201', '429', '503'],
  'a pass that is fetched again and again': ['200', '429', '503'],
  'passes with a wrong token': ['401', '429', '503'],
  'receivers that answer with endless 1xx': ['200', '429', '503'],
  'names that no DNS server answers': ['200', '429', '503'],
  'requests of a portal session': ['200', '429', '503'],
};

test('while one tenant attacks, every read of another is answered, and afterwards the service is idle', async () => {
  const { stdout: help } = await promisify(execFile)(process.execPath, [MAIN, '--help']);
  for (const name of Object.keys(ANSWERS)) assert.ok(help.includes(`  ${name}\n`), name);
  const chosen = Object.keys(ANSWERS).filter((_, index) => index % PARTS === 0);
  const only = chosen.flatMap((name) => ['--only', name]);
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...SHORT, ...only]);
  const attacks: Attacked[] = JSON.parse(stdout);
  assert.deepEqual(
    attacks.map(({ name }) => name),
    chosen,
  );
  for (const { name, reads, failed, quietAfter, answers } of attacks) {
    assert.ok(reads > 0, name);
    assert.deepEqual(failed, {}, name);
    assert.ok(quietAfter !== undefined, `${name}: the service went on`);
    const unexpected = Object.keys(answers).filter(
      (status) => status !== '0' && !ANSWERS[name]?.includes(status),
    );
    assert.deepEqual(unexpected, [], name);
  }
});
