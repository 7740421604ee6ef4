import type { Pool } from '../db/types.ts';
import { createDemo, type Demo } from './create-demo.ts';

/** Creates the demo company of a new staging database. If several nodes start at once, one creates it. */
export async function createDemoOnce(sql: Pool, onStart: () => void): Promise<Demo | undefined> {
  const reserved = await sql.reserve();
  try {
    await reserved`select pg_advisory_lock(hashtext('transit demo'))`;
    const companies = await sql`select from companies limit 1`;
    if (companies.length > 0) return undefined;
    onStart();
    return await createDemo(sql, 'staging');
  } finally {
    await reserved`select pg_advisory_unlock(hashtext('transit demo'))`;
    reserved.release();
  }
}
