import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import type { JoinSubject } from '../../platform/links/join-links.ts';
import { linkEnded } from '../../platform/links/page-links.ts';
import { type JoiningCompany, selectJoiningCompany } from './join-sql.ts';

/** The company of a join link that is on and has not been renewed. */
export async function requireJoiningCompany(
  sql: Sql,
  subject: JoinSubject | undefined,
): Promise<JoiningCompany & { companyId: number }> {
  if (!subject) throw notFound();
  const company = await selectJoiningCompany(sql, subject.companyId);
  if (!company?.isOn) throw notFound();
  if (company.version !== subject.version) throw linkEnded();
  return { ...company, companyId: subject.companyId };
}
