import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const src = join(import.meta.dirname, '../..');

const WRITES = [
  /\b(insert into|update|delete from) (hr_links|waiting_entries)\b/,
  /\b(insert into|delete from) employees\b/,
  /\binto: '(hr_links|employees)'/,
  /\bupdate employees\b[^;]*?\bset\b[^;]*?\b(first_name|last_name|email|date_of_birth|profile_image)\b/,
];

/** `file: function` of all functions that write links or identities. The demo writes a company of its own. */
const writers = globSync('**/*.ts', { cwd: src })
  .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('demo/'))
  .flatMap((file) =>
    readFileSync(join(src, file), 'utf8')
      .split(/^}$/m)
      .filter((text) => WRITES.some((write) => write.test(text)))
      .map((text) => ({ name: `${file}: ${/function (\w+)/.exec(text)?.[1]}`, text })),
  );

/** By function: how many of its statements raise the number. A statement may write in several parts. */
const raising = Object.fromEntries(
  writers.map(({ name, text }) => [name, text.match(/rosterFactsRaised\(/g)?.length ?? 0]),
);

it('every statement that writes links, waiting entries or the identity of people raises roster_facts', () => {
  assert.deepEqual(raising, {
    'people/employees/by-hand-sql.ts: deletePerson': 1,
    'people/employees/by-hand-sql.ts: updatePerson': 1,
    'people/employees/employees-sql.ts: insertCustomLink': 1,
    'people/employees/employees-sql.ts: insertEmployee': 1,
    'people/privacy/erase-sql.ts: blankLinks': 1,
    'people/privacy/erase-sql.ts: blankRecord': 1,
    'people/privacy/erase-sql.ts: blankRosterTraces': 1,
    'tickets/subscriptions/auto-sync-sql.ts: setFirstSeenToTomorrow': 1,
    'rosters/apply/apply-sql.ts: endCustomLinks': 1,
    'rosters/apply/apply-sql.ts: endLinks': 1,
    'rosters/apply/apply-sql.ts: insertLinks': 1,
    'rosters/apply/apply-sql.ts: listAgain': 1,
    'rosters/apply/apply-sql.ts: rememberListed': 1,
    'rosters/apply/apply-sql.ts: updateLinks': 1,
    'rosters/apply/apply-sql.ts: updateRecords': 1,
    'rosters/decide/decide-sql.ts: endHeldLinks': 1,
    'rosters/decide/decide-sql.ts: renumberHeld': 2,
    'rosters/decide/entry-of-link-sql.ts: endLink': 1,
    'rosters/decide/entry-of-link-sql.ts: insertLink': 2,
    'rosters/decide/entry-of-link-sql.ts: insertPerson': 1,
    'rosters/decide/entry-of-link-sql.ts: takeOverLink': 2,
    'rosters/decide/entry-of-link-sql.ts: takeOverRecord': 3,
    'rosters/apply/newcomers-sql.ts: insertNewcomers': 1,
    'rosters/apply/next-links-sql.ts: followNextLinks': 3,
    'rosters/apply/report-sql.ts: insertHeldEnds': 1,
    'rosters/decide/waiting-decisions-sql.ts: deleteLinks': 1,
    'rosters/decide/waiting-decisions-sql.ts: endLinksSince': 1,
    'rosters/decide/waiting-decisions-sql.ts: followDecided': 2,
    'rosters/decide/waiting-decisions-sql.ts: linkDecided': 2,
    'rosters/decide/waiting-decisions-sql.ts: putRecordBack': 1,
    'rosters/decide/waiting-decisions-sql.ts: storeDecisions': 1,
    'rosters/decide/waiting-decisions-sql.ts: waitAgain': 2,
    'rosters/plan/waiting-sql.ts: replaceWaiting': 1,
  });
});
