import { isDeepStrictEqual } from 'node:util';
import { migrate, readMigrations } from '../../../../src/platform/db/migrate.ts';
import type { Pool } from '../../../../src/platform/db/types.ts';
import { urlOf } from '../../../database/support/test-server.ts';
import { Command } from '../command.ts';
import { faultUnless } from '../fault.ts';
import { connectTo, isInTransaction, SECRET_KEY } from '../installation.ts';
import type { Kind } from '../kind.ts';

/** The newest migrations that the old database lacks. */
const MISSING = 40;
const PEOPLE = 3_000;

/** The operator migrates the database of an older version. */
export const migration: Kind = {
  name: 'migration',
  needsOwnDatabases: true,
  async prepare({ place, databases }) {
    if (!databases) throw new Error('a migration needs databases');
    const all = readMigrations();
    const old = databases.target('old_version');
    await databases.create('old_version');
    await connectTo(old, async (sql) => {
      await migrate(sql, { migrations: all.slice(0, -MISSING) });
      await sql`insert into companies (name) values ('Beispiel GmbH')`;
      await sql`
        insert into employees (company_id, first_name, last_name, email, date_of_birth)
        select c.id, 'Ada', 'P' || n, 'p' || n || '@example.com', '1990-01-01'
        from companies c, generate_series(1, ${PEOPLE}::int) n`;
    });
    await databases.create('migrated', 'old_version');
    const expected = await connectTo(databases.target('migrated'), async (sql) => {
      await migrate(sql);
      return await describe(sql);
    });
    let name = '';
    let count = 0;
    const command = new Command(place, () => isInTransaction(databases.target(name)));
    const inDatabase = <Result>(use: (sql: Pool) => Promise<Result>) =>
      connectTo(databases.target(name), use);
    const applied = () => inDatabase(async (sql) => (await sql`select 1 from schema_migrations`).length);
    return {
      async start() {
        if (name) await databases.drop(name);
        name = `migrating_${++count}`;
        await databases.create(name, 'old_version');
        command.start(['migrate'], { DATABASE_URL: urlOf(databases.target(name)), SECRET_KEY });
      },
      hold: () => command.hold(),
      look: () => command.look(),
      kill: () => command.kill(),
      async wasInterrupted() {
        const migrations = await applied();
        faultUnless(
          migrations === all.length || migrations === all.length - MISSING,
          'half',
          `${migrations} migrations are applied`,
        );
        return command.wasInterrupted();
      },
      isDone: () => command.hasSucceeded(),
      async check() {
        const found = await inDatabase(describe);
        faultUnless(found.people === PEOPLE, 'lost', `${found.people} people are left`);
        faultUnless(
          isDeepStrictEqual(found, expected),
          'half',
          'the schema is not that of a migration without kills',
        );
      },
    };
  },
};

/** The schema and the rows. */
async function describe(sql: Pool) {
  const [rows] = await sql<{ people: number; migrations: number }[]>`
    select (select count(*) from employees) as people, (select count(*) from schema_migrations) as migrations`;
  const columns = await sql`
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by 1, 2`;
  const constraints = await sql`
    select conrelid::regclass::text as owner, conname, pg_get_constraintdef(oid) as text from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`;
  const indexes = await sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`;
  return {
    people: rows?.people,
    migrations: rows?.migrations,
    columns: [...columns],
    constraints: [...constraints],
    indexes: [...indexes],
  };
}
