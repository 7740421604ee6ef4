import { COMPANY } from './company.ts';

/** Departments with their cost centres. The people of the crane service are employed by another company of the group. */
const DEPARTMENTS = [
  { department: 'Vertrieb', costCentre: '4100', legalEntity: COMPANY.legalName },
  { department: 'Konstruktion', costCentre: '4200', legalEntity: COMPANY.legalName },
  { department: 'Montage', costCentre: '4300', legalEntity: COMPANY.legalName },
  { department: 'Verwaltung', costCentre: '4900', legalEntity: COMPANY.legalName },
  { department: 'Kranservice', costCentre: '6100', legalEntity: 'Lindenau Kranservice GmbH' },
] as const;
const LOCATIONS = ['Leipzig', 'Leipzig', 'Halle (Saale)'] as const;

/** What the HR system lists for payroll about the person at this place of the list. */
export function payrollOf(index: number): Record<string, string> {
  const place = index * 7;
  const department = DEPARTMENTS[place % DEPARTMENTS.length] ?? DEPARTMENTS[0];
  return { ...department, location: LOCATIONS[place % LOCATIONS.length] ?? LOCATIONS[0] };
}
