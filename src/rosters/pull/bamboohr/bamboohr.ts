import type { HrSystem } from '../hr-system.ts';
import { SourceError } from '../source-error.ts';
import { listAbsences } from './absences.ts';
import { getFields } from './fields.ts';
import { listPeople } from './people.ts';
import { rights } from './rights.ts';
import { survey } from './survey.ts';

/** One part of a host name. More would lead to another server. */
const DNS_LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

export const bamboohr: HrSystem = {
  inputs: [
    {
      ...{ name: 'companyDomain', kind: 'text', isRequired: true, pattern: DNS_LABEL },
      namesReceiver: 'always',
    },
    { name: 'apiKey', kind: 'secret', isRequired: true },
  ],
  baseUrl({ companyDomain = '' }) {
    if (!new RegExp(`^${DNS_LABEL}$`).test(companyDomain))
      throw new SourceError('source-unreachable', { detail: 'The company domain is no name of a company.' });
    return `https://${companyDomain.toLowerCase()}.bamboohr.com`;
  },
  listsLeavers: true,
  rights,
  survey,
  async *list(connection, mapping, window) {
    yield* listPeople(connection, await getFields(connection), mapping);
    if (mapping.absenceTypes.length > 0) yield* listAbsences(connection, mapping.absenceTypes, window);
  },
};
