import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A part of a workbook, in pieces: a large one is never in memory as a whole. */
export type Part = Iterable<string | Buffer>;

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const related = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;

const PARTS: Readonly<Record<string, Part>> = {
  '[Content_Types].xml': ['<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
  '_rels/.rels': [`<Relationships>${related(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
  'xl/workbook.xml': [
    `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  'xl/_rels/workbook.xml.rels': [
    '<Relationships>',
    related(1, 'worksheet', 'worksheets/sheet1.xml'),
    related(2, 'sharedStrings', 'sharedStrings.xml'),
    related(3, 'styles', 'styles.xml'),
    '</Relationships>',
  ],
  'xl/sharedStrings.xml': ['<sst/>'],
  'xl/styles.xml': ['<styleSheet/>'],
  'xl/worksheets/sheet1.xml': sheetOf(['<row><c><v>1</v></c></row>']),
};

/** A sheet with one column, and these rows below its heading. */
export function* sheetOf(rows: Part): Generator<string | Buffer> {
  yield '<worksheet><sheetData><row><c t="inlineStr"><is><t>Personalnummer</t></is></c></row>';
  yield* rows;
  yield '</sheetData></worksheet>';
}

/** Repeats a text until it has so many bytes. */
export function* repeated(
  before: string,
  text: string,
  bytes: number,
  after: string,
): Generator<string | Buffer> {
  yield before;
  const piece = Buffer.from(text.repeat(Math.ceil(PIECE_BYTES / text.length)));
  for (let written = 0; written < bytes; written += piece.length) yield piece;
  yield after;
}

const PIECE_BYTES = 64 * 1024;

/** `streamed`: sizes stand behind each file. `64`: numbers have 64 bits, as programs write that do not know the sizes before. */
type ZipForm = 'usual' | 'streamed' | '64';

/** Packs a workbook by hand, so that it can have parts that no program writes. */
export async function packWorkbook(
  parts: Readonly<Record<string, Part>>,
  form: ZipForm = 'usual',
): Promise<Buffer> {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, part] of Object.entries({ ...PARTS, ...parts })) {
    const { packed, facts } = await pack(part);
    const path = Buffer.from(name);
    const [bytes, packedBytes] = [facts.readUInt32LE(18), facts.readUInt32LE(14)];
    const own = Buffer.from(facts);
    const listed = Buffer.from(facts);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    let [ownExtra, listedExtra, behind] = [NOTHING, NOTHING, NOTHING];
    if (form === 'streamed') {
      for (const header of [own, listed]) header.writeUInt16LE(8, 2);
      own.fill(0, 10);
      behind = Buffer.concat([signature('PK\x07\x08'), facts.subarray(10)]);
    } else if (form === '64') {
      for (const header of [own, listed]) header.fill(0xff, 14);
      place.fill(0xff, 10);
      ownExtra = Buffer.concat([uint16(1), uint16(16), uint64(bytes), uint64(packedBytes)]);
      // Another field comes first: times, as Info-ZIP writes them.
      listedExtra = Buffer.concat([
        ...[uint16(0x5455), uint16(1), Buffer.from([0])],
        ...[uint16(1), uint16(24), uint64(bytes), uint64(packedBytes), uint64(at)],
      ]);
    }
    const lengths = (extra: Buffer) => Buffer.concat([uint16(path.length), uint16(extra.length)]);
    const file = [signature('PK\x03\x04'), own, lengths(ownExtra), path, ownExtra, packed, behind];
    files.push(...file);
    list.push(
      Buffer.concat([
        ...[signature('PK\x01\x02\x14\0'), listed, lengths(listedExtra), place, path, listedExtra],
      ]),
    );
    at += file.reduce((sum, { length }) => sum + length, 0);
  }
  return Buffer.concat([...files, ...list, endOf(list, at, form)]);
}

/** `at`: where the list begins. */
function endOf(list: readonly Buffer[], at: number, form: ZipForm): Buffer {
  const listBytes = list.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(list.length, 10);
  end.writeUInt32LE(listBytes, 12);
  end.writeUInt32LE(at, 16);
  if (form !== '64') return end;
  end.fill(0xff, 8, 20);
  return Buffer.concat([
    ...[signature('PK\x06\x06'), uint64(44), uint16(45), uint16(45), Buffer.alloc(8)],
    ...[uint64(list.length), uint64(list.length), uint64(listBytes), uint64(at)],
    ...[signature('PK\x06\x07'), Buffer.alloc(4), uint64(at + listBytes), Buffer.from([1, 0, 0, 0])],
    end,
  ]);
}

const NOTHING = Buffer.alloc(0);
const signature = (text: string) => Buffer.from(text, 'latin1');

/** The facts are the fields of a header from the version to the sizes. */
async function pack(part: Part): Promise<{ packed: Buffer; facts: Buffer }> {
  const packer = createDeflateRaw({ level: 1 });
  const pieces: Buffer[] = [];
  packer.on('data', (piece: Buffer) => pieces.push(piece));
  let [bytes, sum] = [0, 0];
  for (const piece of part) {
    const given = Buffer.from(piece);
    bytes += given.length;
    sum = crc32(given, sum);
    if (!packer.write(given)) await once(packer, 'drain');
  }
  packer.end();
  await once(packer, 'end');
  const packed = Buffer.concat(pieces);
  const facts = Buffer.alloc(22);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt32LE(sum, 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(bytes, 18);
  return { packed, facts };
}

const uint16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};

const uint64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
