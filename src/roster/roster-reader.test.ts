import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rosterLimits } from '../config/roster-limits.ts';
import { RosterReader } from './roster-reader.ts';

const LIMITS = rosterLimits({});
const EMPLOYEES =
  '"employees":[{"hrId":"1","firstName":"Jörg","lastName":"B","email":"a@b.example","dateOfBirth":"1980-01-01","startDate":"2020-01-01"}]';

/** Reads a body that arrives in these chunks. */
function read(...chunks: Buffer[]) {
  const reader = new RosterReader(LIMITS);
  for (const chunk of chunks) reader.push(chunk);
  return reader.end();
}

describe('the place of the syncId in a body', () => {
  const bodies: [string, string][] = [
    ['first', `{"syncId":"night 1",${EMPLOYEES}}`],
    ['last', `{${EMPLOYEES},"syncId":"night 1"}`],
    ['between other fields', `{"a":"ö","syncId":"night 1","b":{"syncId":"x"},${EMPLOYEES}}`],
    ['with white space around it', ` {\n "syncId" \t:\r\n "night 1"  ,\n ${EMPLOYEES} }\n`],
    ['after a byte order mark', `\ufeff{"syncId":"night 1",${EMPLOYEES}}`],
    ['of a syncId with letters beyond ASCII', `{"name":"ß","syncId":"Nächte 木🎫",${EMPLOYEES}}`],
    ['of a syncId with an escape that JSON.stringify writes too', `{"syncId":"a\\"b\\\\c",${EMPLOYEES}}`],
    ['with a key written with an escape', `{"sync\\u0049d":"night 1",${EMPLOYEES}}`],
  ];
  for (const [name, text] of bodies)
    it(`is found ${name}, wherever the body is cut`, () => {
      const body = Buffer.from(text);
      const { syncId, syncIdAt } = read(body);
      assert.ok(syncIdAt !== null);
      const literal = Buffer.from(JSON.stringify(syncId));
      assert.equal(syncId, JSON.parse(text.replace('\ufeff', ''))['syncId']);
      assert.deepEqual(body.subarray(syncIdAt, syncIdAt + literal.length), literal);
      for (let cut = 0; cut <= body.length; cut++)
        assert.equal(read(body.subarray(0, cut), body.subarray(cut)).syncIdAt, syncIdAt, `cut at ${cut}`);
      assert.equal(read(...Array.from(body, (byte) => Buffer.of(byte))).syncIdAt, syncIdAt);
    });

  const others: [string, string, string][] = [
    ['an escape that JSON.stringify does not write', '"night\\u00201"', 'night 1'],
    ['an escaped slash', '"a\\/b"', 'a/b'],
    ['white space that is no part of the syncId', '" night 1"', 'night 1'],
  ];
  for (const [name, literal, expected] of others)
    it(`is not given for ${name}`, () => {
      const { syncId, syncIdAt } = read(Buffer.from(`{"syncId":${literal},${EMPLOYEES}}`));
      assert.deepEqual({ syncId, syncIdAt }, { syncId: expected, syncIdAt: null });
    });

  it('is never asked for where the syncId is refused', () => {
    for (const literal of ['7', 'null', '""', '{"a":1}', '"\\ud800"'])
      assert.throws(() => read(Buffer.from(`{"syncId":${literal},${EMPLOYEES}}`)), {
        code: 'invalid-values',
      });
  });
});
