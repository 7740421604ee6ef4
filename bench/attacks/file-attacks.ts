import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TABLE_LIMITS } from '../../src/platform/limits.ts';
import { packWorkbook, repeated, sheetOf } from '../../test/hr-systems/pack-workbook.ts';
import { type Attack, enterSource, testSource } from './attack.ts';
import type { Attacker } from './attacker-facts.ts';

const [SHEET, TEXTS] = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'];
const MEGABYTE = 1_000_000;

/** Just below the number of shared texts, of bytes and of rows, and a cell of nearly the greatest length. */
const largeWorkbook = () =>
  packWorkbook({
    [TEXTS]: repeated('<sst>', '<si/>', 24 * MEGABYTE, '</sst>'),
    [SHEET]: sheetOf(
      repeated(
        `<row><c t="inlineStr"><is><t>${'a'.repeat(TABLE_LIMITS.length - 1)}</t></is></c></row>`,
        '<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c><c><v>4</v></c></row>',
        60 * MEGABYTE,
        ' ',
      ),
    ),
  });

/** Tags that say nothing, just below the bytes of a workbook. */
const emptyTags = () => packWorkbook({ [SHEET]: sheetOf(repeated('', '<x/>', 400 * MEGABYTE, '')) });

/** Just below the number of columns. */
function largeJson(): Buffer {
  const person = Array.from({ length: TABLE_LIMITS.columns }, (_, index) => `"k${index}":1`).join();
  return Buffer.from(`[${`{${person}},`.repeat(12_000)}{}]`);
}

/** Serves the file, and makes it the draft of a new integration. */
async function offer(attacker: Attacker, name: string, file: Buffer): Promise<void> {
  const server = createServer((_, response) => response.end(file)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
  integration = await enterSource(attacker, { system: 'https-file', values: { address, access: 'none' } });
}

/** Of the latest file. */
let integration = 0;

const testing = (name: string, make: () => Promise<Buffer> | Buffer): Attack => ({
  mayGet: [200, 429, 503],
  atOnce: 8,
  prepare: async (attacker) => offer(attacker, name, await make()),
  send: (attacker) => testSource(attacker, integration),
});

/** Files of the attacker's own server, just below the limits of a file. */
export const FILE_ATTACKS: Readonly<Record<string, Attack>> = {
  'tests of a workbook at the limits': testing('people.xlsx', largeWorkbook),
  'tests of a workbook of empty tags': testing('people.xlsx', emptyTags),
  'tests of a JSON file at the limits': testing('people.json', largeJson),
};
