import { unusable } from './encrypted-file.ts';

/** A backup is a series of records: JSON values that describe, and the data of tables in between. */
export type Record = { is: 'value'; value: unknown } | { is: 'data'; bytes: Buffer };

const VALUE = 0x4a;
const DATA = 0x44;
const PREFIX_BYTES = 5;
const LARGEST = 64 * 1024 * 1024;

export function valueRecord(value: unknown): Buffer {
  return record(VALUE, Buffer.from(JSON.stringify(value)));
}

export function dataRecord(bytes: Buffer): Buffer {
  return record(DATA, bytes);
}

function record(kind: number, bytes: Buffer): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix[0] = kind;
  prefix.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([prefix, bytes]);
}

export async function* readRecords(source: AsyncIterable<Buffer>): AsyncGenerator<Record> {
  let waiting: Buffer[] = [];
  let length = 0;
  let needed = PREFIX_BYTES;
  for await (const piece of source) {
    waiting.push(piece);
    length += piece.length;
    if (length < needed) continue;
    let all = Buffer.concat(waiting);
    for (needed = neededFor(all); all.length >= needed; needed = neededFor(all)) {
      yield toRecord(all[0], all.subarray(PREFIX_BYTES, needed));
      all = all.subarray(needed);
    }
    waiting = [all];
    length = all.length;
  }
  if (length > 0) throw unusable('The backup ends in the middle of a record.');
}

function neededFor(bytes: Buffer): number {
  if (bytes.length < PREFIX_BYTES) return PREFIX_BYTES;
  const size = bytes.readUInt32BE(1);
  if (size > LARGEST) throw unusable('The backup has a record that is too large.');
  return PREFIX_BYTES + size;
}

function toRecord(kind: number | undefined, bytes: Buffer): Record {
  if (kind === VALUE) return { is: 'value', value: JSON.parse(bytes.toString('utf8')) };
  if (kind === DATA) return { is: 'data', bytes };
  throw unusable('The backup has a record of an unknown kind.');
}
