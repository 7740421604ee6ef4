import type { HrSystem } from '../hr-system.ts';
import { listAbsences } from './absences.ts';
import { listPeople } from './people.ts';
import { rights } from './rights.ts';
import { openSession } from './session.ts';
import { survey } from './survey.ts';

/** They are sent in headers. */
const SENDER_ID = '[\\w.-]{1,100}';

/**
 * Personio. People come from version 1 of its interface, because version 2 needs a request a person for the dates of employment;
 * absences come from version 2.
 */
export const personio: HrSystem = {
  inputs: [
    { name: 'clientId', kind: 'text', isRequired: true },
    { name: 'clientSecret', kind: 'secret', isRequired: true },
    {
      ...{ name: 'host', kind: 'choice', isRequired: true, namesReceiver: 'always' },
      choices: ['api.personio.de', 'api.personio.com'],
    },
    { name: 'partnerId', kind: 'text', isRequired: false, pattern: SENDER_ID },
    { name: 'appId', kind: 'text', isRequired: false, pattern: SENDER_ID },
  ],
  baseUrl: ({ host }) =>
    host === 'api.personio.com' ? 'https://api.personio.com' : 'https://api.personio.de',
  listsLeavers: true,
  rights,
  survey,
  async *list(connection, mapping, window) {
    const session = openSession(connection);
    yield* listPeople(session, mapping);
    if (mapping.absenceTypes.length === 0) return;
    await session.signIn('v2');
    yield* listAbsences(session, mapping.absenceTypes, window);
  },
};
