import type { HrSystem } from '../hr-system.ts';
import { listAbsences } from './absences.ts';
import { checkConnection } from './connection-state.ts';
import { listPeople } from './people.ts';
import { rights } from './rights.ts';
import { openSession } from './session.ts';
import { survey } from './survey.ts';

/** Kombo: many HR systems behind one interface. It does not tell how many people there are. */
export const kombo: HrSystem = {
  inputs: [
    { name: 'apiKey', kind: 'secret', isRequired: true, pattern: '[\\x21-\\x7e]{1,200}' },
    { name: 'integrationId', kind: 'text', isRequired: true, pattern: '[\\w.:\\-]{1,200}' },
    {
      ...{ name: 'region', kind: 'choice', isRequired: true, choices: ['eu', 'us'] },
      namesReceiver: 'always',
    },
  ],
  baseUrl: ({ region }) => (region === 'us' ? 'https://api.us.kombo.dev' : 'https://api.kombo.dev'),
  listsLeavers: true,
  rights,
  survey,
  async *list(connection, mapping, window) {
    const session = openSession(connection);
    const state = await checkConnection(session);
    yield* listPeople(session, state, mapping, connection.today);
    if (mapping.absenceTypes.length > 0) yield* listAbsences(session, state, mapping.absenceTypes, window);
    // The configuration may have changed in between: then the pages do not belong together.
    await checkConnection(session);
  },
};
