import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Expression, findExpressions } from './find-expressions.ts';
import { slowTexts } from './slow-texts.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** Far more than most texts from outside may have: what is quadratic takes seconds. */
const LENGTH = 64 * 1024;

/** Expressions that are made of a value at run time, and what they are made of. */
const MADE_AT_RUN_TIME: Record<string, readonly string[]> = {
  // The names of our own cookies.
  "src/http/portal/cookie.ts: new RegExp(`(?:^|;)\\\\s*${name}=([^;\\\\s]*)`, 'g')": [
    '(?:^|;)\\s*transit-portal=([^;\\s]*)',
  ],
  // Paths of routes.
  'src/http/wrong-method.ts: new RegExp(`^${pattern}$`)': [
    '^/wallet/[^/]+/v1/devices/[^/]+/registrations/[^/]+/[^/]+$',
    '^/portal/(?!api(?:/|$)).*$',
  ],
  // The patterns of inputs, each of which is found where it is written.
  "src/rosters/pull/check-inputs.ts: new RegExp(`^(?:${pattern})$`, 'u')": [],
};

const { expressions, unknown } = findExpressions();

describe('regular expressions that a text from outside may meet', () => {
  it('are found in the sources, or listed here if they are made at run time', () => {
    assert.ok(expressions.length > 300, `${expressions.length} expressions`);
    assert.deepEqual(unknown.sort(), Object.keys(MADE_AT_RUN_TIME).sort());
  });

  it('read hostile texts in linear time', () => {
    const made = Object.entries(MADE_AT_RUN_TIME).flatMap(([at, sources]) =>
      sources.map((source) => ({ at, source, flags: 'g', isRepeated: true })),
    );
    const slow: string[] = [];
    for (const each of differing([...expressions, ...made])) {
      const limit = TEXT_LIMITS[`${each.source}/${each.flags}`]?.length ?? LENGTH;
      const [first] = slowTexts(each, limit);
      if (first) slow.push(`${each.at} /${each.source}/${each.flags}: ${JSON.stringify(first)}`);
    }
    assert.deepEqual(slow, []);
  });

  it('are exempt only as long as they are there and are slow', () => {
    const known = new Map(expressions.map((each) => [`${each.source}/${each.flags}`, each]));
    for (const name of Object.keys(TEXT_LIMITS)) {
      const expression = known.get(name);
      assert.ok(expression, `${name} is in no source`);
      assert.ok(slowTexts(expression, LENGTH, 1).length > 0, `${name} is linear now`);
    }
  });

  it('are told apart: linear ones pass, quadratic and exponential ones do not', () => {
    const isSlow = (source: string, flags = '') =>
      slowTexts({ at: '', source, flags, isRepeated: flags.includes('g') }, LENGTH, 1).length > 0;
    for (const [linear, flags] of [
      ['^\\s*([a-z]+)\\s*$', ''],
      ['(?<![a-z])[a-z]+@', 'g'],
      ['^(?:[^;"]|"[^"]*")*$', ''],
    ] as const)
      assert.ok(!isSlow(linear, flags), linear);
    for (const [slow, flags] of [
      ['\\S*[@/]\\S*|[\\w.+=-]{12,}', 'g'],
      ['^x(?:[a-z]+[0-9]?)*;$', ''],
      ['^(?:a|aa)+$', ''],
      ['[a-z]+@', ''],
    ] as const)
      assert.ok(isSlow(slow, flags), slow);
  });
});

function differing(all: readonly Expression[]): Expression[] {
  const byText = new Map(all.map((each) => [`${each.source}/${each.flags}/${each.isRepeated}`, each]));
  return [...byText.values()];
}
