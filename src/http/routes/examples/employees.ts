import type { Static } from 'typebox';
import type { DocumentSchema } from '../employee-documents.ts';
import type { EmployeeSchema } from '../employee-schemas.ts';
import { type ByOperation, linkTo, list, one, record, SYNC_ID } from './show.ts';

export function employeeExamples(baseUrl: string): ByOperation {
  const employee = anEmployee(baseUrl);
  const document = aReceipt(baseUrl);
  return {
    listEmployees: { response: one('A page of employees', list('/employees', employee)) },
    getEmployee: {
      response: {
        'With a ticket': { data: employee },
        'Without a subscription': { data: withoutSubscription(employee) },
      },
    },
    listEmployeeDocuments: {
      response: one('A page of documents', list('/employees/42/documents', document)),
    },
    listDocuments: { response: one('A page of documents', list('/employee-documents', document)) },
    getDocument: { response: record('A receipt', document) },
  };
}

function anEmployee(baseUrl: string): Static<typeof EmployeeSchema> {
  const link = linkTo(baseUrl);
  return {
    id: 42,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    dateOfBirth: '1990-12-10',
    profileImage: null,
    resource: 'employee',
    subscription: {
      status: 'active',
      startAt: '2026-10-01',
      nextTicketAt: '2026-12-01',
      pausedAt: null,
      cancelledAt: null,
      reactivatedAt: null,
    },
    plan: {
      type: 'deferred-plan',
      contractSigningStatus: 'accepted',
      employeeContributionAmount: { label: '34,30 €', value: 34.3 },
    },
    ticket: {
      ticketId: 'TKT-00000137',
      ticketMonth: '2026-11',
      validFrom: '2026-11-01',
      validUntil: '2026-11-30',
      links: {
        apple: `${baseUrl}/wallet/2.do.apple.EXAMPLE`,
        google: `${baseUrl}/wallet/2.do.google.EXAMPLE`,
      },
    },
    hrIntergartionLinks: [
      {
        type: 'hr-integration',
        hrId: '4711',
        hrIntegrationId: 3,
        lastSyncId: SYNC_ID,
        lastSynced: '2026-11-16T02:00:04.120Z',
      },
    ],
    _links: { self: link('/employees/42'), employeeDocuments: link('/employees/42/documents') },
  };
}

function withoutSubscription(employee: Static<typeof EmployeeSchema>) {
  return {
    ...employee,
    subscription: {
      status: 'no-subscription',
      startAt: null,
      nextTicketAt: null,
      pausedAt: null,
      cancelledAt: null,
      reactivatedAt: null,
    },
    plan: { ...employee.plan, contractSigningStatus: null },
    ticket: null,
  };
}

function aReceipt(baseUrl: string): Static<typeof DocumentSchema> {
  const link = linkTo(baseUrl);
  return {
    id: 108,
    employeeId: 42,
    documentName: 'Receipt 2026-11',
    documentFileType: 'pdf',
    downloadable: true,
    createdAt: '2026-11-01T00:00:21.004Z',
    updatedAt: '2026-11-01T00:00:21.004Z',
    resource: 'employee-document',
    _links: { self: link('/employee-documents/108'), employee: link('/employees/42') },
  };
}
