import assert from 'node:assert/strict';
import { it } from 'node:test';
import { claimForEnvironment } from '../../../src/platform/db/installation.ts';
import { commandLineOn } from '../support/command-line.ts';
import { createTestDatabase } from '../support/test-database.ts';

const database = await createTestDatabase();
await claimForEnvironment(database.sql, 'production');
const { run, runJson } = commandLineOn(database, { TRANSIT_ENV: 'production' });

it('a technical contact who gets no mail, because production has no mail server, is told of', async () => {
  const { id: company } = await runJson('companies', 'create', '--name', 'Muster GmbH');
  const { id } = await runJson('integrations', 'create', '--company', String(company), '--name', 'HR');
  const set = ['integrations', 'set', String(id), '--technical-contact'];
  const { stdout } = await run(...set, 'it@example.com');
  assert.match(stdout, /The technical contact gets no mail before SMTP_URL and MAIL_FROM are set\.\n$/);
  assert.doesNotMatch((await run(...set, 'none')).stdout, /SMTP_URL/);
});
