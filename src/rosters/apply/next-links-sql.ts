import type { OpenDay } from '../../domain/day/company-day.ts';
import { changedEmail } from '../../domain/day/link-version.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { followedLinks } from '../../domain/rules/links-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Transaction } from '../../platform/db/types.ts';
import {
  changedFields,
  listsLike,
  listsTheRecord,
  RECORD_FIELDS,
  ticketDiffers,
} from '../plan/listed-sql.ts';

/** A person whose record follows another link than before. */
export interface FollowingRecord {
  employeeId: number;
  /** The changed fields of the record. */
  fields: Record<string, { from: unknown; to: unknown }>;
  /** The ticket shows a name or a birth date that has changed. */
  isRenamed: boolean;
}

/**
 * Lets the records of people follow their oldest present link, after links of theirs have ended. That link remembers what
 * its number last listed, unless that is what the record says. The other links then remember what the record said. `who`
 * selects ids of people; `by` is who ended the links.
 */
export async function followNextLinks(
  tx: Transaction,
  { companyId }: OpenDay,
  who: Fragment,
  by: { type: string; id?: number | undefined },
): Promise<FollowingRecord[]> {
  const found = await tx<({ linkId: number } & FollowingRecord)[]>`
    with next as materialized (
      select l.employee_id, l.id, l.listed_first_name as first_name, l.listed_last_name as noted_last_name,
        l.listed_email as email, l.listed_date_of_birth as date_of_birth, l.listed_profile_image as noted_profile_image
      from (${followedLinks(tx, companyId, tx`o.employee_id in (${who})`)}) followed
      join hr_links l on l.company_id = ${hiddenFromPlanner(tx, companyId)} and l.id = followed.link_id
    ), listed as (
      select e.id as employee_id, next.id as link_id, next.first_name, coalesce(next.noted_last_name, e.last_name) as last_name,
        next.email, next.date_of_birth,
        case when next.noted_last_name is null then e.profile_image else next.noted_profile_image end as profile_image
      from next join employees e on e.company_id = ${companyId} and e.id = next.employee_id
      where next.date_of_birth is not null
    )
    select n.link_id as "linkId", n.employee_id as "employeeId",
      ${changedFields(tx, RECORD_FIELDS, { from: 'e', to: 'n' })} as fields, ${ticketDiffers(tx, 'e', 'n')} as "isRenamed"
    from listed n join employees e on e.company_id = ${companyId} and e.id = n.employee_id
    order by n.employee_id`;
  if (found.length === 0) return [];
  const links = found.map(({ linkId }) => linkId);
  await tx`
    with ${rosterFactsRaised(tx, companyId)}
    update hr_links l set ${listsLike(tx, 'e')}
    from employees e
    where e.company_id = ${companyId} and e.id = any(${found.map(({ employeeId }) => employeeId)}::bigint[])
      and l.company_id = ${companyId} and l.employee_id = e.id and l.type = 'hr-integration'
      and l.id <> all(${links}::bigint[]) and l.listed_date_of_birth is null`;
  await tx`
    with ${rosterFactsRaised(tx, companyId)}
    update employees e set first_name = n.listed_first_name, last_name = coalesce(n.listed_last_name, e.last_name),
      ${changedEmail(tx, tx`n.listed_email`, by)}, date_of_birth = n.listed_date_of_birth,
      profile_image = case when n.listed_last_name is null then e.profile_image else n.listed_profile_image end,
      updated_at = now()
    from hr_links n
    where n.company_id = ${companyId} and n.id = any(${links}::bigint[]) and e.company_id = ${companyId} and e.id = n.employee_id`;
  await tx`
    with ${rosterFactsRaised(tx, companyId)}
    update hr_links set ${listsTheRecord(tx)} where company_id = ${companyId} and id = any(${links}::bigint[])`;
  return found.map(({ linkId: _, ...record }) => record);
}

/** The people whose tickets have to be issued anew. */
export const renamedOf = (records: readonly FollowingRecord[]): number[] =>
  records.filter(({ isRenamed }) => isRenamed).map(({ employeeId }) => employeeId);
