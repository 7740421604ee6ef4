import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { WHOLE_COMPANY } from '../../../../src/domain/access/scope.ts';
import { type Actor, OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import { addUpload, UPLOAD_BYTES_MAXIMUM } from '../../../../src/tickets/documents/add-upload.ts';
import { selectDocuments } from '../../../../src/tickets/documents/documents-sql.ts';
import { createDownloads } from '../../../../src/tickets/documents/open-download.ts';
import { readerOf, testPdfMaker } from '../../support/download.ts';
import { addPerson } from '../../support/people.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
const openDownload = createDownloads(database, testPdfMaker());
const company = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
const employeeId = await addPerson(sql, company.id);
const ADMIN: Actor = { type: 'portal-user', id: 7 };

const PDF = Buffer.from('%PDF-1.7\nrest');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

const add = (upload: Partial<Parameters<typeof addUpload>[3]>) =>
  sql.begin((tx) =>
    addUpload(tx, company.id, ADMIN, { employeeId, name: 'Scan', bytes: PDF, downloadable: true, ...upload }),
  );

async function read(id: number) {
  const [document] = await selectDocuments(sql, company.id, WHOLE_COMPANY, [id]);
  assert(document);
  return document;
}

const refusedWith = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof AppError && error.code === code && message.test(error.message);

for (const [bytes, fileType, fileName] of [
  [PDF, 'pdf', 'Scan.pdf'],
  [PNG, 'png', 'Scan.png'],
  [JPEG, 'jpeg', 'Scan.jpeg'],
] as const)
  test(`a ${fileType} is recognised by its bytes and downloaded unchanged`, async () => {
    const id = await add({ bytes });
    assert.equal((await read(id)).fileType, fileType);
    const download = await openDownload(readerOf(company), WHOLE_COMPANY, id);
    assert.equal(download.fileName, fileName);
    assert.deepEqual(Buffer.concat(await download.bytes.toArray()), bytes);
  });

test('a document has the time of its transaction, like every row, and not that of the node', async () => {
  const [times] = await sql.begin(async (tx) => {
    const upload = { employeeId, name: 'Scan', bytes: PDF, downloadable: true };
    const id = await addUpload(tx, company.id, ADMIN, upload);
    return tx`
      select created_at = now() as created, updated_at = now() as updated from documents
      where company_id = ${company.id} and id = ${id}`;
  });
  assert.deepEqual({ ...times }, { created: true, updated: true });
});

test('a name with a matching file extension is not changed', async () => {
  for (const [name, bytes] of [
    ['Foto.JPG', JPEG],
    ['Foto.jpeg', JPEG],
    ['Vertrag.pdf', PDF],
  ] as const) {
    const download = await openDownload(readerOf(company), WHOLE_COMPANY, await add({ name, bytes }));
    assert.equal(download.fileName, name);
  }
});

test('files of other types are refused, whatever their name says', async () => {
  for (const bytes of ['', '%PD', '<html>', 'GIF89a', 'PK\u0003\u0004', ' %PDF-1.7', 'MZ'].map((text) =>
    Buffer.from(text),
  ))
    await assert.rejects(add({ bytes, name: 'x.pdf' }), refusedWith('invalid-values', /PDF, PNG or JPEG/));
});

test('a name with the extension of another type is refused', async () => {
  await assert.rejects(
    add({ bytes: PNG, name: 'Foto.jpg' }),
    refusedWith('invalid-values', /type png.*says jpeg/),
  );
  await assert.rejects(
    add({ bytes: JPEG, name: 'x.PDF' }),
    refusedWith('invalid-values', /type jpeg.*says pdf/),
  );
});

test('a file of 10 MiB is accepted, and one byte more is refused', async () => {
  const bytes = Buffer.concat([PDF, Buffer.alloc(UPLOAD_BYTES_MAXIMUM - PDF.length)]);
  const download = await openDownload(readerOf(company), WHOLE_COMPANY, await add({ bytes }));
  assert.equal(download.size, 10 * 1024 * 1024);
  await assert.rejects(
    add({ bytes: Buffer.concat([bytes, Buffer.alloc(1)]) }),
    refusedWith('payload-too-large', /10485760 bytes/),
  );
});

for (const [name, stored] of [
  ['  Beleg für\tJürgen \r\n Groß ', 'Beleg für Jürgen Groß'],
  ['a\u0000b\u001bc\u007fd', 'abcd'],
  ['rechnung\u202efdp.exe', 'rechnungfdp.exe'],
  ['\ud800kaputt', '\ufffdkaputt'],
  ['Gru\u0308n', 'Grün'],
  ['🎫'.repeat(300), '🎫'.repeat(200)],
] as const)
  test(`the name ${JSON.stringify(name).slice(0, 40)} becomes ${JSON.stringify(stored).slice(0, 40)}`, async () => {
    assert.equal((await read(await add({ name }))).name, stored);
  });

test('an empty name is refused', async () => {
  for (const name of ['', '  ', '\u0000\u202e\n'])
    await assert.rejects(add({ name }), refusedWith('invalid-values', /name is empty/));
});

test('an upload for an employee of another company or an erased person is refused', async () => {
  const other = await createCompany(sql, OPERATOR, { name: 'Andere GmbH' });
  const stranger = await addPerson(sql, other.id);
  const erased = await addPerson(sql, company.id);
  await sql`update employees set erased_at = now() where company_id = ${company.id} and id = ${erased}`;
  for (const id of [stranger, erased, 999_999])
    await assert.rejects(add({ employeeId: id }), refusedWith('not-found', /nothing here/));
});

test('the audit log records an upload, without the file name', async () => {
  const id = await add({ name: 'Attest Ada Lovelace', downloadable: false });
  assert.equal((await read(id)).downloadable, false);
  const [entry] = await sql`
    select actor_type, actor_id, action, details from audit_log
    where company_id = ${company.id} and subject_type = 'document' and subject_id = ${id}`;
  assert.deepEqual(
    { ...entry },
    {
      actor_type: 'portal-user',
      actor_id: 7,
      action: 'document-uploaded',
      details: { employeeId, fileType: 'pdf', bytes: PDF.length, downloadable: false },
    },
  );
});
