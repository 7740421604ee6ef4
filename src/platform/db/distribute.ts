import { companyColumn, PLACEMENT, type Placement } from './placement.ts';
import type { Sql, Transaction } from './types.ts';

/**
 * Whether the server is the coordinator of a Citus cluster: the extension is there and knows its nodes. A server that
 * only has the extension installed is used as a plain one.
 */
export async function isCoordinator(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ isThere: boolean }[]>`
    select to_regclass('pg_dist_node') is not null as "isThere"`;
  if (!found?.isThere) return false;
  const nodes = await sql`select from pg_dist_node where isactive limit 1`;
  return nodes.length > 0;
}

/** For statements that create and change tables, before the first of them. */
export async function prepareToDistribute(tx: Transaction): Promise<void> {
  // Shards are changed over one connection each: foreign keys between them are seen in the same transaction.
  await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
  // The trigger that protects the audit log only reads a setting of its session.
  await tx`set local citus.enable_unsafe_triggers = on`;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Distributes the tables that are not yet in their place. Citus refuses a table with foreign keys to tables that are not
 * distributed yet, and tables refer to each other in circles: so the foreign keys of these tables go and come back.
 */
export async function distributeTables(
  tx: Transaction,
  placement: Readonly<Record<string, Placement>> = PLACEMENT,
): Promise<string[]> {
  const tables = await selectUndistributed(tx, placement);
  if (tables.length > 0) {
    const foreignKeys = await dropForeignKeys(tx, tables);
    for (const table of tables) await distribute(tx, table, placement[table]);
    await removeLocalRows(tx, tables);
    for (const { table, name, definition } of foreignKeys)
      await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await distributeFunctions(tx);
  return tables;
}

async function selectUndistributed(
  tx: Transaction,
  placement: Readonly<Record<string, Placement>>,
): Promise<string[]> {
  const distributed = await tx<{ name: string }[]>`select logicalrelid::text as name from pg_dist_partition`;
  const known = new Set(distributed.map(({ name }) => name));
  const tables = Object.keys(placement).filter(
    (table) => placement[table] !== 'coordinator' && !known.has(table),
  );
  // The companies first: the others are placed beside them.
  return tables.sort((one, other) => Number(other === 'companies') - Number(one === 'companies'));
}

async function dropForeignKeys(tx: Transaction, tables: readonly string[]): Promise<ForeignKey[]> {
  const keys = await tx<ForeignKey[]>`
    select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and (k.conrelid = any(${[...tables]}::text[]::regclass[]) or k.confrelid = any(${[...tables]}::text[]::regclass[]))
    order by 1, 2`;
  for (const { table, name } of keys) await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  return [...keys];
}

async function distribute(tx: Transaction, table: string, place: Placement | undefined): Promise<void> {
  if (place === 'everywhere') {
    await tx`select create_reference_table(${table})`;
    return;
  }
  const [state] = await tx<{ isUnlogged: boolean }[]>`
    select relpersistence = 'u' as "isUnlogged" from pg_class where oid = ${table}::regclass`;
  // Shards of unlogged tables cannot be moved to another server.
  if (state?.isUnlogged) await tx.unsafe(`alter table ${table} set logged`);
  if (table === 'companies')
    await tx`select create_distributed_table(${table}, 'id', colocate_with => 'none')`;
  else
    await tx`select create_distributed_table(${table}, ${companyColumn(table)}, colocate_with => 'companies')`;
  const [key] = await tx<{ isThere: boolean }[]>`
    select exists (select from pg_index where indrelid = ${table}::regclass and indisprimary) as "isThere"`;
  // A shard is moved by logical replication, which finds rows by their key.
  if (!key?.isThere) await tx.unsafe(`alter table ${table} replica identity full`);
}

/**
 * Citus copies the rows of a table to the shards and leaves the old ones on the coordinator, where no statement sees them. After
 * the restore of a backup that would be a second copy of all people, and erasing a person would not reach it.
 */
async function removeLocalRows(tx: Transaction, tables: readonly string[]): Promise<void> {
  // The audit log refuses this otherwise. By `set_config`, which stays on the coordinator: the entries on the shards are safe.
  await tx`select set_config('transit.audit_log', 'open', true)`;
  for (const table of tables) await tx`select truncate_local_data_after_distributing_table(${table})`;
  await tx`select set_config('transit.audit_log', '', true)`;
}

/** Statements that run on the workers call these functions there. */
async function distributeFunctions(tx: Transaction): Promise<void> {
  const functions = await tx<{ signature: string }[]>`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_catalog.pg_dist_object o
        where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by p.oid`;
  for (const { signature } of functions)
    if (signature !== 'prices_version()')
      await tx`select create_distributed_function(${signature}::regprocedure)`;
}
