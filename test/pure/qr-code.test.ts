import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type QrCode, qrCode } from '../../src/platform/qr-code.ts';

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

const SCALE = 4;
const QUIET = 4;

/** The code as a picture. */
function drawn(code: QrCode) {
  const width = (code.length + 2 * QUIET) * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (code[Math.floor(y / SCALE) - QUIET]?.[Math.floor(x / SCALE) - QUIET])
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { data, width, height: width } as Parameters<typeof readBarcodes>[0];
}

test('texts of every length are read as they were written', async () => {
  for (let length = 1; length <= 180; length += length < 12 ? 1 : 7) {
    const text = `https://tickets.example.com/join/${'aB3-_'.repeat(40)}`.slice(0, length);
    const found = await readBarcodes(drawn(qrCode(text)), { formats: ['QRCode'], tryHarder: true });
    assert.deepEqual(
      found.map((each) => each.text),
      [text],
      `${length} characters`,
    );
  }
});

test('a longer text is refused', () => {
  assert.throws(() => qrCode('x'.repeat(181)), /too long/);
});
