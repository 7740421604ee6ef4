import type { Pool } from '../../../src/db/types.ts';

/** Whoever has this last name cannot be stored, and the database's message names them. */
export const POISON = 'Poison';

export async function poison(sql: Pool): Promise<void> {
  await sql.unsafe(`
    create function refuse_poison() returns trigger language plpgsql as $$
      begin raise exception 'poisoned by % %', new.first_name, new.email; end $$;
    create trigger poison before insert on employees for each row when (new.last_name = '${POISON}')
      execute function refuse_poison();`);
}

/** Nobody is poisonous any more. */
export async function cure(sql: Pool): Promise<void> {
  await sql`alter table employees disable trigger poison`;
}

export async function sicken(sql: Pool): Promise<void> {
  await sql`alter table employees enable trigger poison`;
}
