/** The visible state of a company in the terms of the model: integrations by index, people by number. */

import { selectEmployees } from '../../../src/people/employees/employees-sql.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import type { LifecycleModel, Shown } from '../../pure/models/lifecycle.ts';
import type { RosterModel } from '../../pure/models/roster.ts';
import { type FactFields, type Link, type RecordFields, recordOf } from '../../pure/models/roster-facts.ts';
import { showAll } from '../lifecycle/simulation.ts';

interface ViewedLink {
  integration: number;
  hrId: string | null;
  present: boolean;
  facts: FactFields | null;
  firstSeen: string | null;
  lastSync: string | null;
}

export interface ViewedPerson {
  record: RecordFields;
  links: ViewedLink[];
  subscription: Shown | undefined;
}

export interface View {
  people: Map<number, ViewedPerson>;
  runs: object[];
  conflicts: object[];
  waiting: object[];
  held: number;
}

export function viewOfModel(model: RosterModel, lifecycle: LifecycleModel): View {
  const viewLink = (link: Link): ViewedLink => ({
    integration: link.integration,
    hrId: link.hrId,
    present: link.present,
    facts: link.facts,
    firstSeen: lifecycle.firstSeen(link.person.number, link.age),
    lastSync: model.lastSyncOf(link),
  });
  const inOrder = (links: Link[]) => [
    ...links.filter(({ present }) => present),
    ...links.filter(({ present }) => !present),
  ];
  return {
    people: new Map(
      model.people.map((person) => [
        person.number,
        {
          record: recordOf(person),
          links: inOrder(model.links.filter((link) => link.person === person)).map(viewLink),
          subscription: lifecycle.show(person.number),
        },
      ]),
    ),
    runs: model.integrations.flatMap(({ runs }) =>
      runs.map(({ body, entries, isRestricted, order, changes, warnings, kept, ...run }) => ({
        ...run,
        warnings: warningsOnce(run.counts, warnings),
        changes: sorted(changes),
      })),
    ),
    conflicts: sorted(
      model.conflicts.map(({ integration, hrId, link, entry, syncId, other }) => ({
        integration,
        hrId,
        person: link.person.number,
        wasPresent: link.present,
        firstName: entry.firstName,
        otherHrId: other?.entry.hrId ?? null,
        otherFirstName: other?.entry.firstName ?? null,
        syncId,
      })),
    ),
    waiting: sorted(
      model.waiting.map(({ integration, entry }) => ({
        integration,
        hrId: entry.hrId,
        firstName: entry.firstName,
        email: entry.email,
      })),
    ),
    held: model.integrations.reduce((sum, { held }) => sum + held.length, 0),
  };
}

export interface Directory {
  sql: Pool;
  companyId: number;
  integrationIds: readonly number[];
  /** Maps ids to the numbers of the model. */
  numbers: ReadonlyMap<number, number>;
}

export async function viewOfCompany(directory: Directory): Promise<View> {
  const { sql, companyId, numbers } = directory;
  const ids = [...numbers.keys()];
  const [people, subscriptions, runs, conflicts, waiting, [held]] = await Promise.all([
    viewPeople(directory),
    showAll(sql, companyId, ids),
    viewRuns(directory),
    viewConflicts(directory),
    viewWaiting(directory),
    sql<{ count: number }[]>`select count(*) from sync_held_ends where company_id = ${companyId}`,
  ]);
  return {
    people: new Map(
      people.map(({ id, ...person }) => [
        numbers.get(id) ?? -id,
        { ...person, subscription: subscriptions.get(id) },
      ]),
    ),
    runs,
    conflicts,
    waiting,
    held: held?.count ?? 0,
  };
}

async function viewPeople({ sql, companyId, integrationIds }: Directory) {
  const people = await sql<
    { id: number; record: RecordFields; links: (ViewedLink & { id: number })[] | null }[]
  >`
    select e.id, json_build_object('firstName', e.first_name, 'lastName', e.last_name, 'email', e.email,
        'dateOfBirth', e.date_of_birth, 'profileImage', e.profile_image) as record,
      (select json_agg(json_build_object('id', l.id,
          'integration', array_position(${integrationIds}::bigint[], l.integration_id) - 1, 'hrId', l.hr_id,
          'present', l.ended_at is null, 'firstSeen', l.first_seen_on,
          'facts', case when l.type = 'hr-integration' then json_build_object('startDate', l.start_date,
            'terminationDate', l.termination_date, 'autoSyncEmployee', l.auto_sync,
            'absences', (select coalesce(json_agg(item - 'kind' order by place), '[]')
              from jsonb_array_elements(l.absences) with ordinality as listed (item, place)),
            'personnelNumber', l.payroll ->> 'personnelNumber', 'costCentre', l.payroll ->> 'costCentre',
            'department', l.payroll ->> 'department', 'location', l.payroll ->> 'location',
            'legalEntity', l.payroll ->> 'legalEntity') end)
        order by l.ended_at desc nulls first, case when l.ended_at is null then l.id else -l.id end)
      from hr_links l where l.company_id = e.company_id and l.employee_id = e.id) as links
    from employees e where e.company_id = ${companyId} order by e.id`;
  // The last sync is read through the service's own function.
  const ids = people.map(({ id }) => id);
  const employees = await selectEmployees(sql, companyId, ids);
  const shown = new Map(employees.map(({ id, links }) => [id, links]));
  return people.map(({ id, record, links }) => ({
    id,
    record,
    links: (links ?? [])
      .map((link, place) => ({ ...link, lastSync: shown.get(id)?.[place]?.lastSyncId ?? null }))
      .toSorted((a, b) => Number(b.present) - Number(a.present) || a.id - b.id)
      .map(({ id: _, ...link }) => link),
  }));
}

async function viewRuns({ sql, companyId, integrationIds, numbers }: Directory) {
  const runs = await sql<
    {
      counts: Record<string, number>;
      problems: { code: string; pointers: string[] }[];
      changes: { employeeId: number | null; position: number | null; fields: object }[] | null;
    }[]
  >`
    select array_position(${integrationIds}::bigint[], r.integration_id) - 1 as integration,
      r.sync_id as "syncId", r.status,
      r.attempts, r.resubmissions, r.resubmitted_differently as "resubmittedDifferently", r.counts, r.problems,
      (select json_agg(json_build_object('position', c.position, 'employeeId', c.employee_id, 'hrId', c.hr_id,
          'outcome', c.outcome, 'reason', c.reason, 'fields', c.fields))
        from sync_changes c where c.company_id = r.company_id and c.run_id = r.id and c.outcome <> 'listing') as changes
    from sync_runs r where r.company_id = ${companyId} order by r.integration_id, r.accept_seq`;
  return runs.map(({ problems, changes, ...run }) => ({
    ...run,
    warnings: warningsOnce(
      run.counts,
      Object.fromEntries(
        problems.map(({ code, pointers }) => [
          code,
          pointers.map((pointer) => Number(pointer.split('/')[2])),
        ]),
      ),
    ),
    changes: sorted(
      (changes ?? []).map(({ employeeId, fields, ...change }) => ({
        person: employeeId === null ? undefined : numbers.get(employeeId),
        ...change,
        fields: withoutKinds(fields),
      })),
    ),
  }));
}

/** The model has no kinds of absence: they follow from the types. */
function withoutKinds(fields: object): object {
  return JSON.parse(JSON.stringify(fields, (key, value) => (key === 'kind' ? undefined : value)));
}

async function viewConflicts({ sql, companyId, integrationIds, numbers }: Directory) {
  const conflicts = await sql<{ employeeId: number }[]>`
    select array_position(${integrationIds}::bigint[], c.integration_id) - 1 as integration,
      c.hr_id as "hrId",
      l.employee_id as "employeeId", l.ended_at is null as "wasPresent", c.entry ->> 'first_name' as "firstName",
      c.other_entry ->> 'hr_id' as "otherHrId", c.other_entry ->> 'first_name' as "otherFirstName", r.sync_id as "syncId"
    from sync_conflicts c
    join hr_links l on l.company_id = c.company_id and l.id = c.link_id
    join sync_runs r on r.company_id = c.company_id and r.id = c.run_id
    where c.company_id = ${companyId}`;
  return sorted(
    conflicts.map(({ employeeId, ...conflict }) => ({ person: numbers.get(employeeId), ...conflict })),
  );
}

async function viewWaiting({ sql, companyId, integrationIds }: Directory) {
  const entries = await sql<object[]>`
    select array_position(${integrationIds}::bigint[], integration_id) - 1 as integration, hr_id as "hrId",
      entry ->> 'first_name' as "firstName", entry ->> 'email' as email
    from waiting_entries where company_id = ${companyId} and decision is null`;
  return sorted(entries.map((entry) => ({ ...entry })));
}

/**
 * The part of a view that does not depend on the order of arrival, the order of entries or the number of
 * attempts. Numbers of people are left out, so two people with equal data may swap places.
 */
export function withoutNames({ people, runs, conflicts, waiting, held }: View) {
  const anonymous = (item: object): object => {
    const { person, position, attempts, changes, warnings, ...rest } = item as Record<string, unknown>;
    return {
      ...rest,
      ...(Array.isArray(changes) && { changes: texts(changes.map(anonymous)) }),
      ...(warnings !== undefined && {
        warnings: Object.entries(warnings as Record<string, number[]>).map(([code, at]) => [code, at.length]),
      }),
    };
  };
  return {
    people: texts([...people.values()]),
    runs: runs.map(anonymous),
    conflicts: texts(conflicts.map(anonymous)),
    waiting: texts(waiting),
    held,
  };
}

const texts = (items: readonly object[]) => items.map((item) => JSON.stringify(item)).sort();

/**
 * Some warnings are known after reading the roster, others only after applying it. Warnings of unapplied runs
 * are left out.
 */
const warningsOnce = (counts: object, warnings: Record<string, number[]>) =>
  Object.keys(counts).length === 0 ? {} : warnings;

/** Sorts the items, because the order in which they were written does not matter. */
function sorted<Item extends object>(items: readonly Item[]): Item[] {
  const text = (item: Item) => JSON.stringify(item, Object.keys(item).sort());
  return items.toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
}
