import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BYTES } from '../../platform/limits.ts';
import { KeptBodies, type KeptBody } from './kept-body.ts';
import { BodyDigest, canEqual, maxEqualBody, type RosterMark, syncIdIfEqual } from './roster-mark.ts';

const bodyOf = (before: string, literal: string, after: string) => Buffer.from(before + literal + after);

/** The mark that the body leaves: `before` and `after` are the bytes around the value of its syncId. */
function markOf(before: string, syncId: string, after: string): RosterMark {
  const body = bodyOf(before, JSON.stringify(syncId), after);
  return {
    syncId,
    syncIdAt: Buffer.byteLength(before),
    bodyBytes: body.length,
    digest: createHash('sha256').update(body).digest('hex'),
  };
}

function keep(body: Buffer, max: number, pieces: readonly number[] = [body.length]): KeptBody {
  const kept = new KeptBodies().keep(max);
  assert.ok(kept);
  let at = 0;
  for (const size of pieces) {
    assert.ok(kept.add(body.subarray(at, at + size)));
    at += size;
  }
  assert.ok(kept.add(body.subarray(at)));
  return kept;
}

/** The syncId that is read from the body, or undefined if the body has to be read. */
function read(mark: RosterMark, body: Buffer): string | undefined {
  if (!canEqual(mark, body.length)) return undefined;
  const digest = new BodyDigest(mark.syncIdAt);
  const cut = Math.floor(body.length / 3);
  for (const piece of [body.subarray(0, cut), body.subarray(cut)]) digest.update(piece);
  const { first } = digest;
  assert.deepEqual(digest.end(), createHash('sha256').update(body).digest());
  return first && syncIdIfEqual(mark, keep(body, maxEqualBody(mark)), first);
}

const [BEFORE, AFTER] = ['{"syncId": ', ', "employees": [{"hrId": "ß"}]}\n'];
const syncIds = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter(isSyncId);

function isSyncId(text: string): boolean {
  return text.trim() !== '' && text.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(text) && !/^\.\.?$/.test(text);
}

describe('a body is compared with the marked one', () => {
  it('and equals it whatever its syncId is', () => {
    fc.assert(
      fc.property(syncIds, syncIds, fc.string(), fc.string(), (first, second, before, after) => {
        const mark = markOf(before, first, after);
        assert.equal(read(mark, bodyOf(before, JSON.stringify(second), after)), second);
      }),
    );
  });

  it('and differs from it if any other byte differs', () => {
    const mark = markOf(BEFORE, 'last-night', AFTER);
    const body = bodyOf(BEFORE, '"tonight"', AFTER);
    assert.equal(read(mark, body), 'tonight');
    for (let at = 0; at < body.length; at++) {
      const isWithin = at > BEFORE.length && at < BEFORE.length + '"tonight'.length;
      if (isWithin) continue;
      const changed = Buffer.from(body);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.equal(read(mark, changed), undefined, `byte ${at}`);
    }
    assert.equal(read(mark, Buffer.concat([body, Buffer.from(' ')])), undefined);
    assert.equal(read(mark, body.subarray(0, -1)), undefined);
  });

  it('and is read if its syncId is no text, is not allowed, or is written in an unusual way', () => {
    const mark = markOf(BEFORE, 'last-night', AFTER);
    for (const literal of ['1', 'null', '""', '"."', '"\\u0041"', '"a\\/b"', '"a","syncId":"b"', '"a'])
      assert.equal(read(mark, bodyOf(BEFORE, literal, AFTER)), undefined, literal);
    const long = (length: number) => bodyOf(BEFORE, JSON.stringify('ü€'.repeat(length / 2)), AFTER);
    assert.equal(read(mark, long(200)), 'ü€'.repeat(100));
    assert.equal(read(mark, long(202)), undefined);
    const invalid = Buffer.concat([Buffer.from(BEFORE), Buffer.from([0x22, 0xc3, 0x22]), Buffer.from(AFTER)]);
    assert.equal(read(mark, invalid), undefined);
  });
});

describe('a kept body', () => {
  it('is the same in whatever pieces it arrives', () => {
    const body = Buffer.alloc(200_000, 'abcdefg');
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 6 }),
        fc.nat(200_000),
        fc.nat(200_000),
        (sizes, a, b) => {
          const kept = keep(body, body.length, sizes);
          const [from, to] = [Math.min(a, b), Math.max(a, b)];
          assert.ok(Buffer.concat([...kept.slice(from, to)]).equals(body.subarray(from, to)));
          assert.ok(Buffer.concat([...kept.slice()]).equals(body));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('takes no more than it was announced with, and together they take no more than a node has for them', () => {
    const memory = new KeptBodies();
    assert.equal(memory.keep(BYTES.keptBodies.maxBody + 1), undefined);
    const megabyte = Buffer.alloc(1024 ** 2);
    const fill = (kept: KeptBody | undefined) => {
      let megabytes = 0;
      while (kept?.add(megabyte)) megabytes++;
      return megabytes;
    };
    const bodies = Array.from({ length: 3 }, () => memory.keep(BYTES.keptBodies.maxBody));
    const filled = bodies.map(fill);
    assert.deepEqual(filled, [32, 32, 0]);
    assert.equal(filled.reduce((sum, each) => sum + each) * megabyte.length, BYTES.keptBodies.total);
    bodies[0]?.release();
    assert.equal(fill(bodies[2]), 32);
  });
});
