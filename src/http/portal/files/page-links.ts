import type { ListedPageLink } from '../../../views/employee-page/list-page-links.ts';
import type { Writing } from '../csv.ts';

export function pageLinkFile({ words: { handOut, person, employees, common } }: Writing) {
  return {
    fileName: handOut.pages,
    headings: [person.number, employees.firstName, employees.lastName, common.email, handOut.link],
    toRow: ({ employeeId, firstName, lastName, email, link }: ListedPageLink) => [
      employeeId,
      firstName,
      lastName,
      email,
      link,
    ],
  };
}
