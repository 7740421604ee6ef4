import type { Messages } from '../../en/portal/catalogue.ts';
import { proof } from '../proof.ts';
import { vocabulary } from '../vocabulary.ts';
import { common, errors } from './common.ts';
import { audit, clock, company } from './company.ts';
import { costs } from './costs.ts';
import { details } from './details.ts';
import { documents, handOut } from './documents.ts';
import { employees } from './employees.ts';
import { exports } from './exports.ts';
import { gate, shell, users } from './gate.ts';
import { identity } from './identity.ts';
import { integrations } from './integrations.ts';
import { keys } from './keys.ts';
import { outbox } from './outbox.ts';
import { overview } from './overview.ts';
import { passkeys } from './passkeys.ts';
import { actions, person } from './person.ts';
import { refusals } from './refusals.ts';
import { roster } from './roster.ts';
import { sentences, sentenceWords } from './sentences.ts';
import { conflicts, duplicates, syncs } from './syncs.ts';
import { waiting } from './waiting.ts';
import { webhooks } from './webhooks.ts';

export const de: Messages = {
  common,
  vocabulary,
  proof,
  errors,
  gate,
  shell,
  users,
  passkeys,
  overview,
  employees,
  exports,
  person,
  actions,
  integrations,
  keys,
  webhooks,
  syncs,
  conflicts,
  duplicates,
  waiting,
  roster,
  documents,
  handOut,
  company,
  costs,
  identity,
  audit,
  clock,
  outbox,
  sentences,
  sentenceWords,
  details,
  refusals,
};
