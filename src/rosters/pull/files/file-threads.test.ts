import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { HOSTILE_FILES } from '../../../../test/hr-systems/hostile-files.ts';
import { packWorkbook, repeated, sheetOf } from '../../../../test/hr-systems/pack-workbook.ts';
import { failsWith } from '../../../../test/hr-systems/try-system.ts';
import { FILE_THREADS, TABLE_LIMITS } from '../../../platform/limits.ts';
import type { Page } from '../hr-system.ts';
import { PULLED_FIELDS, type PulledField } from '../pulled-fields.ts';
import { FileThreads } from './file-threads.ts';
import { MAX_LEVELS } from './json-outline.ts';
import { pagesOf } from './pages.ts';

const NEVER = new AbortController().signal;
const [ONE, OTHER] = [1, 2];
const FIRST_SHEET = { sheet: undefined, absenceTypeColumn: undefined };
const PEOPLE = {
  ...{ sheet: undefined, slashDates: undefined, window: { from: '2026-01-01', to: '2027-12-31' } },
  mapping: {
    absenceTypes: [],
    fields: Object.fromEntries(
      PULLED_FIELDS.map((field) => [field, field === 'hrId' ? 'Personalnummer' : null]),
    ) as Record<PulledField, string | null>,
  },
};

const fileOf = (bytes: Buffer | string, name = 'people.csv') => ({ name, bytes: Buffer.from(bytes) });
const peopleFile = (count: number) =>
  fileOf(`Personalnummer\n${Array.from({ length: count }, (_, index) => `${index}\n`).join('')}`);

/** A workbook that takes many seconds of processor time. */
const longFile = async () =>
  fileOf(
    await packWorkbook({ 'xl/worksheets/sheet1.xml': sheetOf(repeated('', '<x/>', 380_000_000, '')) }),
    'x.xlsx',
  );

describe('a thread that reads a file', () => {
  for (const [what, { name, make, refusal }] of Object.entries(HOSTILE_FILES))
    it(`refuses it: ${what}`, async () => {
      const bytes = await make();
      const reader = new FileThreads().readerFor(ONE, NEVER);
      await failsWith(reader.survey({ name, bytes }, FIRST_SHEET), 'source-unreadable', refusal);
    });

  it('sends the people page by page, and waits until a page has been used', async () => {
    const pages: Page[] = [];
    for await (const page of new FileThreads().readerFor(ONE, NEVER).people(peopleFile(1234), PEOPLE))
      pages.push(page);
    assert.deepEqual(
      pages.map(({ people, total }) => [people?.length, total]),
      [
        [500, 1234],
        [500, 1234],
        [234, 1234],
      ],
    );
    assert.deepEqual(
      pages.flatMap(({ people = [] }) => people.map(({ fields }) => fields.hrId)),
      Array.from({ length: 1234 }, (_, index) => `${index}`),
    );
  });

  it('ends when nobody wants more pages, and then the company may read the next file', async () => {
    const threads = new FileThreads();
    for (const _ of [1, 2, 3])
      for await (const { total } of threads.readerFor(ONE, NEVER).people(peopleFile(1234), PEOPLE)) {
        assert.equal(total, 1234);
        break;
      }
  });

  it('ends when its client has gone, during its work and before it begins', async () => {
    const threads = new FileThreads();
    const gone = new AbortController();
    const reason = new Error('the client has gone');
    const isGone = (error: unknown) => error === reason;
    const working = threads.readerFor(ONE, gone.signal).survey(await longFile(), FIRST_SHEET);
    const waiting = threads.readerFor(ONE, gone.signal).survey(peopleFile(1), FIRST_SHEET);
    const next = threads.readerFor(ONE, NEVER).survey(peopleFile(1), FIRST_SHEET);
    const other = await threads.readerFor(OTHER, NEVER).survey(peopleFile(2), FIRST_SHEET);
    assert.equal(other.people, 2, 'another company does not wait');
    const ends = Promise.all([working, waiting].map((work) => assert.rejects(work, isGone)));
    gone.abort(reason);
    await ends;
    assert.equal((await next).people, 1);
    await assert.rejects(threads.readerFor(ONE, gone.signal).survey(peopleFile(1), FIRST_SHEET), isGone);
  });

  it('ends when the time of the pull is over', async () => {
    const reader = new FileThreads().readerFor(ONE, AbortSignal.timeout(1));
    await failsWith(reader.survey(await longFile(), FIRST_SHEET), 'source-unreachable', /took too long/);
  });

  it('that takes too long is stopped, and the file is unreadable', async () => {
    const reader = new FileThreads({ ms: 1 }).readerFor(ONE, NEVER);
    await failsWith(
      reader.survey(peopleFile(1), FIRST_SHEET),
      'source-unreadable',
      /longer than 0.001 seconds/,
    );
  });

  it('that takes too much memory is stopped, and the file is unreadable', async () => {
    const threads = new FileThreads({ mebibytes: 40 });
    const texts = Array.from({ length: 500_000 }, (_, index) => `${index};text ${index};another ${index}\n`);
    const file = () => fileOf(`Personalnummer;a;b\n${texts.join('')}`);
    const reader = threads.readerFor(ONE, NEVER);
    for (const _ of [1, 2])
      await failsWith(reader.survey(file(), FIRST_SHEET), 'source-unreadable', /more memory/);
    assert.equal((await reader.survey(peopleFile(3), FIRST_SHEET)).people, 3);
  });

  it('reads as many cells as a table may have', async () => {
    const [people, columns] = [TABLE_LIMITS.cells / TABLE_LIMITS.columns, TABLE_LIMITS.columns];
    const row = `${';1'.repeat(columns - 1)}\n`;
    const headings = Array.from({ length: columns }, (_, index) => `c${index}`).join(';');
    const rows = (count: number) => Array.from({ length: count }, (_, index) => `${index}${row}`).join('');
    const reader = new FileThreads().readerFor(ONE, NEVER);
    const survey = await reader.survey(fileOf(`${headings}\n${rows(people)}`), FIRST_SHEET);
    assert.equal(survey.fields.length, columns);
    await failsWith(
      reader.survey(fileOf(`${headings}\n${rows(people + 1)}`), FIRST_SHEET),
      'source-unreadable',
      /more than 10000000 cells/,
    );
  });
});

it('a page has few people if they have long texts', () => {
  const person = (length: number) => ({ id: '1', hasLeft: false, fields: { hrId: 'x'.repeat(length) } });
  const pages = [...pagesOf([person(1), person(FILE_THREADS.pageCharacters), person(10), person(10)])];
  assert.deepEqual(
    pages.map(({ people }) => people?.length),
    [1, 1, 2],
  );
});

it('a person whose fields are longer than a person may be is refused', () => {
  const long = 'x'.repeat(TABLE_LIMITS.length / 2);
  const person = { id: '1', hasLeft: false, fields: { hrId: '1', firstName: long, lastName: long } };
  assert.throws(() => [...pagesOf([person])], /A person in the file has more than 1048576 characters/);
});

it('the docs show the limits', async () => {
  const docs = await readFile(new URL('../../../../docs/connecting.md', import.meta.url), 'utf8');
  const section = docs.slice(docs.indexOf('### Large files'), docs.indexOf('## Who is in the roster'));
  const { columns, rows, cells, length, absences } = TABLE_LIMITS;
  const { workbookBytes, sharedTexts, characters, shownCharacters } = TABLE_LIMITS;
  const { mebibytes, ms, slots } = FILE_THREADS;
  const shown = (...values: number[]) => values.map((value) => value.toLocaleString('en')).join(', ');
  for (const text of [
    `| ${shown(columns, rows, cells)} |`,
    `| ${shown(length)} |`,
    `| ${MAX_LEVELS} |`,
    `| ${shown(absences)} |`,
    `| ${workbookBytes / 1024 ** 2} MiB, ${shown(sharedTexts, characters)} |`,
    `| ${shown(shownCharacters)} |`,
    `| ${shown(mebibytes)} MiB, ${ms / 60_000} minutes |`,
  ])
    assert.ok(section.includes(text), text);
  assert.deepEqual([slots.maxEach, slots.count], [1, 2]);
});
