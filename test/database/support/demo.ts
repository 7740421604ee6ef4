import type { Demo } from '../../../src/demo/begin-demo.ts';
import { createDemo } from '../../../src/demo/create-demo.ts';
import { connect } from '../../../src/platform/db/connect.ts';
import { createTestDatabase, readTestServer, type TestDatabase } from './test-database.ts';
import { targetOf } from './test-server.ts';

/**
 * Creates a database with the demo company, as it is on this day; null: today. Its story is played once in a test run, and every
 * other test gets a copy of that database. Call it at the top of the file.
 */
export async function createDemoDatabase(
  frozenOn: string | null = null,
): Promise<{ database: TestDatabase; demo: Demo }> {
  const { template, demo } = await findTemplate(frozenOn);
  return { database: await createTestDatabase({ template }), demo };
}

async function findTemplate(frozenOn: string | null): Promise<{ template: string; demo: Demo }> {
  const test = readTestServer();
  const template = `${test.template}_demo_${frozenOn ?? 'today'}`;
  const { sql, close } = connect(test.server);
  try {
    // Test files run at the same time: the first one plays the story, the others wait for it.
    const reserved = await sql.reserve();
    await reserved`set statement_timeout = 0`;
    await reserved`select pg_advisory_lock(hashtext(${template}))`;
    const [made] = await reserved<{ demo: string | null }[]>`
      select shobj_description(oid, 'pg_database') as demo from pg_database where datname = ${template}`;
    if (made?.demo) return { template, demo: read(made.demo) };
    await reserved.unsafe(`drop database if exists "${template}"`);
    await reserved.unsafe(`create database "${template}" template "${test.template}"`);
    const database = connect(targetOf(test, template));
    const demo = await createDemo(database, 'staging', { frozenOn });
    await database.close();
    await reserved.unsafe(
      `comment on database "${template}" is '${JSON.stringify(demo).replaceAll("'", "''")}'`,
    );
    return { template, demo };
  } finally {
    // The lock ends with its connection.
    await close();
  }
}

function read(text: string): Demo {
  const demo: Demo = JSON.parse(text);
  const { createdAt, updatedAt } = demo.company;
  return {
    ...demo,
    company: { ...demo.company, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) },
  };
}
