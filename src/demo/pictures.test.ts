import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { drawPortrait, SEASON_TICKET_JPEG } from './pictures.ts';

test('a portrait is a PNG whose pieces are whole', () => {
  const png = drawPortrait(1);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    assert.equal(png.readUInt32BE(at + 8 + length), crc32(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += length + 12;
  }
  assert.deepEqual([...chunks.keys()], ['IHDR', 'IDAT', 'IEND']);
  assert.equal(chunks.get('IHDR')?.readUInt32BE(0), 64);
  assert.equal(inflateSync(chunks.get('IDAT') ?? '').length, 80 * (1 + 64 * 4));
});

test('the season ticket is a baseline JPEG from its first marker to its last', () => {
  const jpeg = SEASON_TICKET_JPEG;
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  assert.equal(jpeg.subarray(0, 2).toString('hex'), 'ffd8');
  assert.deepEqual([jpeg.readUInt16BE(frame + 5), jpeg.readUInt16BE(frame + 7)], [64, 96]);
  assert.equal(jpeg.subarray(-2).toString('hex'), 'ffd9');
});
