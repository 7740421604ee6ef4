import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepEntries } from '../../../../src/rosters/receive/keep-entries.ts';
import { Upload } from '../../../../src/rosters/receive/upload.ts';
import { createTestService } from '../../support/service.ts';
import { createSyncingCompany } from '../../support/syncing-company.ts';

const service = await createTestService();

// A batch is committed asynchronously. A crash of the database takes it, while the claim of its upload stays.
test('a roster of which the database has lost entries while it arrived is not accepted', async () => {
  const { database } = service;
  const { sql } = database;
  const { companyId, integrationId } = await createSyncingCompany(service);
  const upload = await Upload.begin(database, companyId, integrationId);
  for (const position of [0, 1])
    upload.lines.append({
      ...{ position, hrId: `P${position}`, firstName: 'Ada', lastName: 'King', email: 'ada@example.com' },
      ...{ dateOfBirth: '1990-12-10', profileImage: null, startDate: '2020-01-01', terminationDate: null },
      ...{ autoSync: null, absences: [], payroll: null },
    });
  assert.equal(await upload.finish(), 2);
  const keep = () =>
    sql.begin((tx) =>
      keepEntries(tx, upload.key, integrationId, { entryCount: 2, upload, keepsAbsences: false } as never),
    );
  await keep();
  await sql`delete from roster_entries where company_id = ${companyId} and position = 1`;
  await assert.rejects(keep, { code: 'database-unavailable' });
});
