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

/** Packs a workbook by hand, so that it can have parts that no program writes. */
export async function packWorkbook(parts: Readonly<Record<string, Part>>): Promise<Buffer> {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, part] of Object.entries({ ...PARTS, ...parts })) {
    const { packed, sizes } = await pack(part);
    const path = Buffer.from(name);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const header = Buffer.concat([sizes, uint16(path.length), uint16(0)]);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), header, path, packed);
    list.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), header, place, path);
    at += 30 + path.length + packed.length;
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(list.length / 4, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listed, end]);
}

/** The fields of a header from the version to the sizes. */
async function pack(part: Part): Promise<{ packed: Buffer; sizes: Buffer }> {
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
  const sizes = Buffer.alloc(22);
  sizes.writeUInt16LE(20, 0);
  sizes.writeUInt16LE(8, 4);
  sizes.writeUInt32LE(sum, 10);
  sizes.writeUInt32LE(packed.length, 14);
  sizes.writeUInt32LE(bytes, 18);
  return { packed, sizes };
}

const uint16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};
