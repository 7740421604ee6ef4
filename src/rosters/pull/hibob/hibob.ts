import type { HrSystem } from '../hr-system.ts';
import { listAbsences } from './absences.ts';
import { listPeople } from './people.ts';
import { rights } from './rights.ts';
import { openSession } from './session.ts';
import { survey } from './survey.ts';

/** HiBob. Everybody comes in one answer. */
export const hibob: HrSystem = {
  inputs: [
    { name: 'serviceUserId', kind: 'text', isRequired: true },
    { name: 'token', kind: 'secret', isRequired: true },
    {
      ...{ name: 'host', kind: 'choice', isRequired: true, namesReceiver: 'always' },
      choices: ['api.hibob.com', 'api.sandbox.hibob.com'],
    },
  ],
  baseUrl: ({ host }) =>
    host === 'api.sandbox.hibob.com' ? 'https://api.sandbox.hibob.com' : 'https://api.hibob.com',
  listsLeavers: true,
  rights,
  survey,
  async *list(connection, mapping, window) {
    const session = openSession(connection);
    yield* listPeople(session, mapping, connection.today);
    if (mapping.absenceTypes.length > 0) yield* listAbsences(session, mapping.absenceTypes, window);
  },
};
