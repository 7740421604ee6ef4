import type { Messages } from '../../en/portal/catalogue.ts';
import * as proof from '../proof.ts';
import * as vocabulary from '../vocabulary.ts';
import * as common from './common.ts';
import * as company from './company.ts';
import * as details from './details.ts';
import * as documents from './documents.ts';
import * as employees from './employees.ts';
import * as gate from './gate.ts';
import * as identity from './identity.ts';
import * as integrations from './integrations.ts';
import * as overview from './overview.ts';
import * as passkeys from './passkeys.ts';
import * as person from './person.ts';
import * as refusals from './refusals.ts';
import * as sentences from './sentences.ts';
import * as syncs from './syncs.ts';

export const de: Messages = {
  ...proof,
  ...vocabulary,
  ...common,
  ...company,
  ...details,
  ...documents,
  ...employees,
  ...gate,
  ...identity,
  ...integrations,
  ...overview,
  ...passkeys,
  ...person,
  ...refusals,
  ...sentences,
  ...syncs,
};
