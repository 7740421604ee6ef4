import type { Client } from '../../accounts/sessions-sql.ts';
import type { Actor } from '../../domain/audit/record-change.ts';
import type { LinkClass } from '../../platform/links/link-class.ts';
import type { PageOwner } from '../../platform/links/page-links.ts';

/** The browser, and the class of the link that opened the page in it. */
export type Visit = Client & { linkClass: LinkClass };

/** The employee, as the audit log names them. */
export const actorOf = ({ employeeId }: PageOwner): Actor => ({ type: 'employee', id: employeeId });
