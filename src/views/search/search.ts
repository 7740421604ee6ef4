import type { Employee } from '../../people/employees/employee.ts';
import { listPeople } from '../../people/employees/list-people.ts';
import type { Page } from '../../platform/db/pages.ts';
import type { Pool } from '../../platform/db/types.ts';
import {
  type FoundDocument,
  type FoundName,
  type FoundSync,
  findDocuments,
  findIntegrations,
  findSyncs,
} from './search-sql.ts';

export interface Found {
  people: Page<Employee>;
  documents: FoundDocument[];
  syncs: FoundSync[];
  integrations: FoundName[];
}

const MAX_OF_A_KIND = 5;
const NOTHING: Found = { people: { total: 0, items: [] }, documents: [], syncs: [], integrations: [] };

/** Finds people by name, e-mail address or number, documents by name or receipt number, syncs and integrations. */
export async function search(sql: Pool, companyId: number, text: string): Promise<Found> {
  if (text.trim() === '') return NOTHING;
  return {
    people: await listPeople(
      sql,
      companyId,
      { search: text },
      { sortField: 'name', sortOrder: 'asc', page: 1, perPage: MAX_OF_A_KIND },
    ),
    documents: await findDocuments(sql, companyId, text, MAX_OF_A_KIND),
    syncs: await findSyncs(sql, companyId, text, MAX_OF_A_KIND),
    integrations: await findIntegrations(sql, companyId, text, MAX_OF_A_KIND),
  };
}
