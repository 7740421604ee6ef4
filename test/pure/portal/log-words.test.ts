import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AUDIT_ACTIONS } from '../../../src/audit/actions.ts';
import { REFUSAL_REASONS } from '../../../src/mail/templates/refusal-reasons.ts';
import { OUTCOMES } from '../../../src/sync/vocabulary.ts';
import { integrations as germanIntegrations } from '../../../web/src/messages/de/integrations.ts';
import { log as german } from '../../../web/src/messages/de/log.ts';
import { integrations as englishIntegrations } from '../../../web/src/messages/en/integrations.ts';
import { log as english } from '../../../web/src/messages/en/log.ts';

it('the portal translates exactly the actions of the audit log and the outcomes of a sync that exist', () => {
  const named = [...AUDIT_ACTIONS, ...OUTCOMES].toSorted();
  for (const words of [english, german]) assert.deepEqual(Object.keys(words).toSorted(), named);
});

it('mails and the portal give the same reasons of a refused roster', () => {
  assert.deepEqual(REFUSAL_REASONS, {
    de: germanIntegrations.refusedBecause,
    en: englishIntegrations.refusedBecause,
  });
});
