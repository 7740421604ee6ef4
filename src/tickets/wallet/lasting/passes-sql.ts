import type { Pool, Sql } from '../../../platform/db/types.ts';
import { type Pass, selectPass } from './content-sql.ts';

/** Whose pass it is, and which versions are the person's. */
export interface Holder {
  linkVersion: number;
  passVersion: number;
}

/** Erased people are not found. */
export async function selectHolder(
  sql: Sql,
  companyId: number,
  employeeId: number,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<Holder | undefined> {
  const [holder] = await sql<Holder[]>`
    select link_version as "linkVersion", pass_version as "passVersion" from employees
    where company_id = ${companyId} and id = ${employeeId} and erased_at is null ${isLocked ? sql`for key share` : sql``}`;
  return holder;
}

/** The person's pass that is not retired. It may have to be: an earlier version is noticed by the next comparison. */
export async function selectPassOfPerson(
  sql: Sql,
  companyId: number,
  employeeId: number,
): Promise<Pass | undefined> {
  return await selectPass(sql, companyId, sql`p.employee_id = ${employeeId} and p.retired_at is null`);
}

export async function selectPassById(sql: Sql, companyId: number, id: number): Promise<Pass | undefined> {
  return await selectPass(sql, companyId, sql`p.id = ${id}`);
}

interface NewPass {
  employeeId: number;
  passVersion: number;
  serial: string;
  token: string;
  tokenDigest: Buffer;
}

/** A digest of nothing: the comparison that follows notes what the pass shows. */
const NOTHING_YET = Buffer.alloc(32);

export async function insertPass(sql: Sql, companyId: number, pass: NewPass): Promise<number> {
  const { employeeId, passVersion, serial, token, tokenDigest } = pass;
  const [inserted] = await sql<{ id: number }[]>`
    insert into wallet_passes (company_id, employee_id, pass_version, serial, token, token_digest, digest, changed_number, changed_at)
    values (${companyId}, ${employeeId}, ${passVersion}, ${serial}, ${token}, ${tokenDigest}, ${NOTHING_YET}, 0, 'epoch')
    returning id`;
  if (!inserted) throw new Error('an insert returned nothing');
  return inserted.id;
}

/** Lets the next comparison retire the pass, as one of an earlier version. */
export async function outdatePass(sql: Sql, companyId: number, id: number): Promise<void> {
  await sql`
    update wallet_passes set pass_version = pass_version - 1 where company_id = ${companyId} and id = ${id} and retired_at is null`;
}

/** What a phone proves that it has a pass by. */
export interface PassKey {
  id: number;
  tokenDigest: Buffer;
}

export async function selectPassKey(
  sql: Sql,
  companyId: number,
  serial: string,
): Promise<PassKey | undefined> {
  const [key] = await sql<PassKey[]>`
    select id, token_digest as "tokenDigest" from wallet_passes where company_id = ${companyId} and serial = ${serial}`;
  return key;
}

export interface SealedToken {
  companyId: number;
  id: number;
  serial: string;
  token: string;
}

/** Tokens that another key than the newest one has sealed, of all companies, at most so many. `newest`: how those of that key begin. */
export async function selectOldTokens(
  sql: Pool,
  newest: string,
  { after, max }: { after: readonly [companyId: number, id: number]; max: number },
): Promise<SealedToken[]> {
  return await sql<SealedToken[]>`
    select company_id as "companyId", id, serial, token from wallet_passes
    where not starts_with(token, ${newest})
      and (company_id, id) > (${after[0]}::bigint, ${after[1]}::bigint)
    order by company_id, id limit ${max}`;
}

/** Replaces sealed tokens of one company, each unless it has been replaced in the meantime. */
export async function replaceTokens(
  sql: Sql,
  companyId: number,
  tokens: readonly { id: number; before: string; after: string }[],
): Promise<void> {
  await sql`
    update wallet_passes p set token = n.after
    from jsonb_to_recordset(${sql.json(tokens as never)}) as n (id bigint, before text, after text)
    where p.company_id = ${companyId} and p.id = n.id and p.token = n.before`;
}

export interface TokenSample extends SealedToken {
  /** How many passes have a token of the same key. */
  passes: number;
}

/** One token for each key that has sealed some. */
export async function selectTokenSamples(sql: Pool): Promise<TokenSample[]> {
  const rows = await sql<{ sample: string; passes: number }[]>`
    select min(jsonb_build_array(company_id, id, serial, token)::text) as sample, count(*) as passes
    from wallet_passes where retired_at is null group by split_part(token, '.', 1)`;
  return rows.map(({ sample, passes }) => {
    const [companyId, id, serial, token] = JSON.parse(sample);
    return { companyId, id, serial, token, passes };
  });
}
