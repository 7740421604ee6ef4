import type { GroupSettings } from '../tickets/groups/group.ts';
import { SPLIT } from './person.ts';

export const COMPANY = {
  name: 'Lindenau & Sohn Fördertechnik GmbH',
  planType: SPLIT,
  legalName: 'Lindenau & Sohn Fördertechnik GmbH',
  address: 'Kranweg 12\n04315 Leipzig',
  taxNumber: '231/123/45678',
  costCentre: '4711',
  wageType: '9052',
  // A visitor can open somebody's page, ask there as an employee and answer as HR. Nothing waits at the beginning.
  employeeActions: 'ask',
  joinLink: true,
  contact: 'Personalabteilung, Frau Berger\nTelefon 0341 555 0100\npersonal@lindenau.example',
} as const;

/** The month in which the company started to use the service, relative to the current one. */
export const FIRST_MONTH = -15;

/** The monthly subsidy at the beginning, and since last month: then new terms are offered to everybody who pays a share. */
export const SUBSIDY_CENTS = { first: 3000, now: 2500 } as const;

/** Groups since last month. Their subsidy is the company's, so that they change nobody's amount; their plans differ. */
export const GROUPS: readonly GroupSettings[] = [
  {
    name: 'Vertrieb',
    subsidyCents: SUBSIDY_CENTS.now,
    defaultPlanType: SPLIT,
    offeredPlanTypes: [SPLIT, 'deferred-plan'],
    rule: { department: ['Vertrieb'] },
  },
  {
    name: 'Werk Halle',
    subsidyCents: SUBSIDY_CENTS.now,
    defaultPlanType: SPLIT,
    offeredPlanTypes: [SPLIT],
    rule: { location: ['Halle (Saale)'], department: ['Konstruktion', 'Montage', 'Kranservice'] },
  },
];

export const INTEGRATIONS = {
  hr: { name: 'Stammblatt HR', type: 'hr-integration', since: FIRST_MONTH, time: '01:15:00' },
  api: { name: 'Nachtexport Werk Süd', type: 'api-integration', since: -8, time: '02:40:00' },
} as const;
