import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Sql } from '../../platform/db/types.ts';

/** A roster would have moved this many people to other groups. They wait for an admin. */
export interface HeldMoves {
  people: number;
  /** Of the people who were present then. */
  outOf: number;
  heldAt: Date;
}

export async function selectHeldMoves(sql: Sql, companyId: number): Promise<HeldMoves | undefined> {
  const [held] = await sql<HeldMoves[]>`
    select people, out_of as "outOf", held_at as "heldAt" from held_group_moves where company_id = ${companyId}`;
  return held;
}

export async function holdMoves(
  sql: Sql,
  { companyId }: OpenDay,
  { people, outOf }: Pick<HeldMoves, 'people' | 'outOf'>,
): Promise<void> {
  await sql`
    insert into held_group_moves (company_id, people, out_of) values (${companyId}, ${people}, ${outOf})
    on conflict (company_id) do update set people = excluded.people, out_of = excluded.out_of`;
}

export async function forgetHeldMoves(sql: Sql, { companyId }: OpenDay): Promise<void> {
  await sql`delete from held_group_moves where company_id = ${companyId}`;
}
