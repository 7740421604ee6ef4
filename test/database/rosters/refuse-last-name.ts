import type { Pool } from '../../../src/platform/db/types.ts';

/**
 * The trigger of `refuseLastName` refuses new employees with this last name. The error message quotes
 * personal data.
 */
export const REFUSED_LAST_NAME = 'Refused';

export async function refuseLastName(sql: Pool): Promise<void> {
  await sql.unsafe(`
    create function raise_refusal() returns trigger language plpgsql as $$
      begin raise exception 'refused: % %', new.first_name, new.email; end $$`);
  await sql.unsafe(`
    create trigger refuse_last_name before insert on employees for each row
      when (new.last_name = '${REFUSED_LAST_NAME}')
      execute function raise_refusal()`);
}

export async function allowLastName(sql: Pool): Promise<void> {
  await sql`alter table employees disable trigger refuse_last_name`;
}

export async function refuseLastNameAgain(sql: Pool): Promise<void> {
  await sql`alter table employees enable trigger refuse_last_name`;
}
