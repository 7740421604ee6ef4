import type { Static } from 'typebox';
import type { PreviewSchema } from '../roster.ts';
import type { RosterSchema } from '../sync-schemas.ts';
import { type ByOperation, DIGEST, record, SYNC_ID } from './show.ts';

const roster: Static<typeof RosterSchema> = {
  syncId: SYNC_ID,
  employees: [
    {
      hrId: '4711',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      dateOfBirth: '1990-12-10',
      startDate: '2020-01-01',
    },
    {
      hrId: '4712',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.com',
      dateOfBirth: '1986-12-09',
      startDate: '2026-12-01',
      autoSyncEmployee: true,
    },
  ],
};

/** The fields that most people do not have. */
const rosterWithAllFields: Static<typeof RosterSchema> = {
  syncId: SYNC_ID,
  employees: [
    {
      hrId: '4713',
      firstName: 'Alan',
      lastName: 'Turing',
      email: 'alan@example.com',
      dateOfBirth: '1982-06-23',
      startDate: '2018-04-01',
      terminationDate: '2027-03-31',
      profileImage: 'https://hr.example.com/pictures/4713.jpg',
      autoSyncEmployee: null,
      absences: [
        { id: 9001, type: 'parental', startDate: '2026-12-01', endDate: '2027-01-31', status: 'approved' },
      ],
      personnelNumber: '00815',
      costCentre: '1200',
      department: 'Research',
      location: 'Berlin',
      legalEntity: 'Beispiel Logistik GmbH',
    },
  ],
};

const preview: Static<typeof PreviewSchema> = {
  resource: 'sync-preview',
  hrIntegrationId: 3,
  wouldBeHeld: false,
  unfinishedSyncs: 0,
  bodyDigest: DIGEST,
  counts: { entries: 2, unchanged: 1, added: 1, updated: 0, offboarded: 0, held: 0 },
  problems: [],
  changes: [
    {
      outcome: 'added',
      reason: 'new-in-roster',
      message: 'The roster lists somebody who was not known before.',
      employeeId: null,
      hrId: '4712',
      pointer: '/employees/1',
      fields: {},
      subscription: { action: 'start', startAt: '2026-12-01', endAt: null, lastTicketMonth: null },
      before: null,
      after: {
        status: 'scheduled',
        nextTicketAt: '2026-12-01',
        contribution: { label: '0,00 €', value: 0 },
      },
    },
  ],
};

const rosters = { 'Two people': roster, 'Every field': rosterWithAllFields };

export const rosterExamples: ByOperation = {
  submitRoster: { request: rosters },
  previewRoster: { request: rosters, response: record('One person would be added', preview) },
};
