import assert from 'node:assert/strict';
import { it } from 'node:test';
import { WORDS } from '../../../src/statements/words.ts';
import { vocabulary as germanVocabulary } from '../../../web/src/messages/de/common.ts';
import { costs as german } from '../../../web/src/messages/de/costs.ts';
import { vocabulary as englishVocabulary } from '../../../web/src/messages/en/common.ts';
import { costs as english } from '../../../web/src/messages/en/costs.ts';

it('exported statements use the words that the portal shows', () => {
  for (const [words, costs, vocabulary] of [
    [WORDS.de, german, germanVocabulary],
    [WORDS.en, english, englishVocabulary],
  ] as const) {
    const { plan, planHeading, payroll, ...headings } = words;
    assert.deepEqual(plan, vocabulary.plan);
    assert.equal(planHeading, costs.plan);
    assert.deepEqual(payroll, costs.payrollColumns);
    for (const [name, heading] of Object.entries(headings))
      assert.equal(costs[name as keyof typeof headings], heading, name);
  }
});
