import { allCompanies } from '../platform/db/cross-company.ts';
import { isPartUnavailable } from '../platform/db/failures.ts';
import type { Pool } from '../platform/db/types.ts';
import { createDemo, type Demo } from './create-demo.ts';

/** Creates the demo company of a new staging database. If several nodes start at once, one creates it. */
export async function createDemoOnce(sql: Pool, onStart: () => void): Promise<Demo | undefined> {
  const reserved = await sql.reserve();
  try {
    await reserved`select pg_advisory_lock(hashtext('transit demo'))`;
    if (await hasCompanies(sql)) return undefined;
    onStart();
    return await createDemo(sql, 'staging');
  } finally {
    await reserved`select pg_advisory_unlock(hashtext('transit demo'))`;
    reserved.release();
  }
}

async function hasCompanies(sql: Pool): Promise<boolean> {
  try {
    const companies = await sql`${allCompanies(sql, 'first company')} select from companies limit 1`;
    return companies.length > 0;
  } catch (error) {
    // With a server of a cluster down, the node starts all the same. It does not know whether the cluster is new.
    if (isPartUnavailable(error)) return true;
    throw error;
  }
}
