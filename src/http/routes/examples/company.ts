import type { Static } from 'typebox';
import type { EventSchema } from '../events.ts';
import type { StatementLineSchema, StatementSchema } from '../statement-schemas.ts';
import { type ByOperation, linkTo, one, page, record, SYNC_ID, SYNC_PATH } from './show.ts';

/** Events and statements. */
export function companyExamples(baseUrl: string): ByOperation {
  const statement = aStatement(baseUrl);
  return {
    listEvents: {
      response: one('A page of events', {
        data: { data: [anEvent(baseUrl)], perPage: 100, oldestId: 1, _links: { next: null } },
      }),
    },
    listStatements: { response: one('A page of months', page(statement)) },
    getStatementBreakdown: {
      response: one('A page of cost centres', page({ name: '1200', ...sums, resource: 'statement-part' })),
    },
    getStatement: {
      response: record('November', {
        ...statement,
        company: {
          name: 'Musterwerke GmbH',
          address: 'Hauptstraße 1\n10115 Berlin',
          taxNumber: 'DE123456789',
          costCentre: '4100',
          wageType: '800',
        },
        ...page(aStatementLine(baseUrl)).data,
      }),
    },
  };
}

function anEvent(baseUrl: string): Static<typeof EventSchema> {
  const link = linkTo(baseUrl);
  return {
    id: 4711,
    type: 'employee.offboarded',
    time: '2026-11-16T02:00:04.120Z',
    resource: 'event',
    data: { employeeId: 43, hrIntegrationId: 3, syncId: SYNC_ID },
    _links: {
      employee: link('/employees/43'),
      hrIntegration: link('/hr-integrations/3'),
      sync: link(SYNC_PATH),
    },
  };
}

const sums = {
  tickets: 1,
  refunds: 0,
  price: { label: '63,00 €', value: 63 },
  discount: { label: '0,00 €', value: 0 },
  employerShare: { label: '28,70 €', value: 28.7 },
  employeeShare: { label: '34,30 €', value: 34.3 },
  withheldFromSalary: { label: '34,30 €', value: 34.3 },
  beyondSubsidy: { label: '0,00 €', value: 0 },
};

function aStatement(baseUrl: string): Static<typeof StatementSchema> {
  const link = linkTo(baseUrl);
  return {
    month: '2026-11',
    final: false,
    handedOverAt: null,
    ...sums,
    plans: [{ type: 'deferred-plan', ...sums }],
    resource: 'statement',
    _links: { self: link('/statements/2026-11') },
  };
}

function aStatementLine(baseUrl: string): Static<typeof StatementLineSchema> {
  const link = linkTo(baseUrl);
  return {
    employeeId: 42,
    hrIds: ['4711'],
    personnelNumber: '4711',
    costCentre: '1200',
    legalEntity: 'Beispiel Logistik GmbH',
    group: 'Logistics',
    plan: 'deferred-plan',
    ...sums,
    resource: 'statement-line',
    _links: { employee: link('/employees/42') },
  };
}
