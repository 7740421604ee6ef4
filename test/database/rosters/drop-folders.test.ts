import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { unusedFolders } from '../../../src/cli/doctor/database-checks.ts';
import { checkMachine } from '../../../src/cli/doctor/machine-checks.ts';
import { disconnectIntegration } from '../../../src/company/integrations/disconnect-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { DROP_FOLDERS, DROPS } from '../../../src/platform/limits.ts';
import { DropFolder } from '../../../src/rosters/pull/file-drop/drop-folder.ts';
import { FolderTaker } from '../../../src/rosters/pull/file-drop/take-from-folders.ts';
import { createTestService } from '../support/service.ts';
import { createDropping, type Dropping, dataOf, dropping, rosterOf } from './dropping-company.ts';

const dropDir = mkdtempSync(join(tmpdir(), 'transit-folders-'));
after(() => rmSync(dropDir, { recursive: true }));
const service = await createTestService({ DROP_DIR: dropDir });
const { sql } = service.database;

const lines: string[] = [];
const log = {
  info: (_values: object, message: string) => void lines.push(message),
  error: (values: object, message: string) => void lines.push(`${message} ${JSON.stringify(values)}`),
};
const newNode = (folder = dropDir) => new FolderTaker({ sql, dropDir: folder, log, onTaken: () => {} });

/** With a folder. */
async function withFolder(company: Dropping) {
  const folder = join(dropDir, String(company.id));
  mkdirSync(folder);
  const path = (name: string) => join(folder, name);
  return {
    ...company,
    folder,
    path,
    write: (name: string, content: string | Buffer) => writeFileSync(path(name), content),
    names: () => readdirSync(folder, 'buffer').map(String).sort(),
  };
}

let now = 0;
/** Looks twice, so far apart that what has not changed is complete. */
async function lookTwice(node: FolderTaker): Promise<void> {
  await node.look(now);
  now += DROP_FOLDERS.settledMs;
  await node.look(now);
}

describe('a folder with files', () => {
  it('is set up with the first file, which is deleted once it is stored', async () => {
    const company = await withFolder(await createDropping(service));
    const { access } = dataOf(await company.say('GET', '/source'));
    assert.equal(access.folder, company.folder);
    company.write('people.csv', rosterOf('Ada', 'Ben'));
    await lookTwice(newNode());
    assert.deepEqual(company.names(), []);
    assert.equal(dataOf(await company.say('GET', '/source')).access.newestFile.name, 'people.csv');
    await company.activate();
    await company.night();
    assert.deepEqual(await company.people(), ['Ada', 'Ben']);
    const [entry] = await sql`
      select actor_type, details from audit_log where company_id = ${company.companyId} and action = 'hr-file-dropped'`;
    assert.deepEqual(entry, { actor_type: 'system', details: { file: 'people.csv' } });
  });

  it('is left alone while a file changes, and as long as its name says that it is unfinished', async () => {
    const company = await withFolder(await dropping(service));
    const node = newNode();
    const unfinished = [
      'a.csv.part',
      'a.csv.filepart',
      'a.tmp',
      '.a.csv',
      '~$a.xlsx',
      'a.csv.swp',
      'notes.pdf',
    ];
    for (const name of unfinished) company.write(name, rosterOf('Eve'));
    company.write('people.csv', rosterOf('Eve'));
    await node.look(now);
    now += DROP_FOLDERS.settledMs - 1;
    await node.look(now);
    appendFileSync(company.path('people.csv'), '9;');
    now += DROP_FOLDERS.settledMs;
    await node.look(now);
    // The same size and the same time of the content, but another file.
    company.write('other', rosterOf('Fay'));
    renameSync(company.path('other'), company.path('people.csv'));
    now += DROP_FOLDERS.settledMs;
    await node.look(now);
    assert.deepEqual(company.names(), [...unfinished, 'people.csv'].sort());
    renameSync(company.path('a.csv.part'), company.path('a.csv'));
    await lookTwice(node);
    await lookTwice(node);
    assert.deepEqual(company.names(), unfinished.filter((name) => name !== 'a.csv.part').sort());
    assert.equal((await company.pulls()).length, 3);
  });

  it('is read in the order of the times of its files, one at a time', async () => {
    const company = await withFolder(await dropping(service));
    company.write('b.csv', rosterOf('Ada', 'Eve'));
    execFileSync('touch', ['-d', '1 hour ago', company.path('b.csv')]);
    company.write('a.csv', rosterOf('Ada', 'Fay'));
    const node = newNode();
    await lookTwice(node);
    assert.deepEqual(company.names(), ['a.csv']);
    await node.look(now);
    await company.night();
    assert.deepEqual(await company.people(), ['Ada', 'Fay']);
  });

  it('is read by several nodes, and no file twice, also if a node died after it had stored one', async () => {
    const company = await withFolder(await dropping(service));
    const nodes = Array.from({ length: 4 }, () => newNode());
    const before = (await company.pulls()).length;
    for (const name of ['Eve', 'Fay']) {
      company.write('people.csv', rosterOf('Ada', name));
      for (const node of nodes) await node.look(now);
      now += DROP_FOLDERS.settledMs;
      await Promise.all(nodes.map((node) => node.look(now)));
    }
    assert.equal((await company.pulls()).length, before + 2);
    assert.deepEqual(company.names(), []);

    company.write('people.csv', rosterOf('Ada', 'Gil'));
    const folder = new DropFolder(company.folder);
    const { file } = await takeFrom(folder, 'people.csv');
    assert.match(String(company.names()), /^people\.csv\.[0-9a-f]{8}\.taking$/);
    await file.close();
    await company.night();
    // The pull of the file is stored and has failed, the file is still there.
    await sql`
      insert into roster_pulls (company_id, integration_id, sync_id, purpose, file_id, file_origin, status, code, finished_at)
      values (${company.companyId}, ${company.id}, 'died', 'roster', 1, ${file.origin}, 'failed', 'source-unreadable', now())`;
    await lookTwice(newNode());
    assert.deepEqual(company.names(), []);
    assert.equal((await company.pulls()).length, before + 3);
  });

  it('is continued by another node if one died before it had stored the file', async () => {
    const company = await withFolder(await dropping(service));
    company.write('people.csv', rosterOf('Ada', 'Eve'));
    const { file } = await takeFrom(new DropFolder(company.folder), 'people.csv');
    await file.close();
    company.write('people.csv', rosterOf('Ada', 'Fay'));
    const node = newNode();
    await lookTwice(node);
    await node.look(now);
    await company.night();
    assert.deepEqual(await company.people(), ['Ada', 'Fay']);
    assert.equal((await company.pulls()).length, 3);
  });
});

async function takeFrom(folder: DropFolder, name: string) {
  const file = await folder.take(name);
  assert.ok(file);
  return { file };
}

describe('a hostile folder', () => {
  it('has links, second names, pipes, folders and odd names: none is opened, and the one file is taken', async () => {
    const company = await withFolder(await dropping(service));
    const secret = join(dropDir, 'secret.csv');
    writeFileSync(secret, rosterOf('Secret'));
    symlinkSync(secret, company.path('link.csv'));
    symlinkSync('/dev/zero', company.path('zero.csv'));
    symlinkSync('loop.csv', company.path('loop.csv'));
    linkSync(secret, company.path('second.csv'));
    execFileSync('mkfifo', [company.path('pipe.csv')]);
    mkdirSync(company.path('folder.csv'));
    company.write('line\nbreak.csv', rosterOf('Eve'));
    company.write('right\u202eleft.csv', rosterOf('Eve'));
    writeFileSync(
      Buffer.concat([Buffer.from(`${company.folder}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.csv')]),
      'x',
    );
    const before = company.names();
    company.write('people.csv', rosterOf('Ada', 'Gil'));
    const node = newNode();
    await lookTwice(node);
    await node.look(now);
    assert.deepEqual(company.names(), before);
    // What becomes something else after the look is not followed either.
    const folder = new DropFolder(company.folder);
    for (const name of [
      'link.csv',
      'zero.csv',
      'loop.csv',
      'second.csv',
      'pipe.csv',
      'folder.csv',
      'gone.csv',
    ])
      assert.equal(await folder.take(name), undefined, name);
    assert.deepEqual(company.names(), before);
    await company.night();
    assert.deepEqual(await company.people(), ['Ada', 'Gil']);
  });

  it('has a file of 10 GB that occupies no disk, and an empty one: they are refused once, in sight', async () => {
    const company = await withFolder(await dropping(service));
    company.write('huge.csv', '');
    truncateSync(company.path('huge.csv'), 10 * 1024 ** 3);
    company.write('empty.csv', '');
    const node = newNode();
    await lookTwice(node);
    await lookTwice(node);
    await lookTwice(node);
    assert.deepEqual(company.names(), ['empty.csv.refused', 'huge.csv.refused']);
    const attempts = dataOf(await company.say('GET', '/attempts')).data.map(
      ({ code, count }: { code: string; count: number }) => [code, count],
    );
    assert.deepEqual(attempts.sort(), [
      ['malformed-request', 1],
      ['payload-too-large', 1],
    ]);
    assert.deepEqual((await company.files()).length, 1);
  });

  it('grows while it is read: nothing is stored, and it is read when it is complete', async () => {
    const company = await withFolder(await dropping(service));
    company.write('people.csv', Buffer.alloc(3 * DROPS.partBytes, 'x'));
    const { file } = await takeFrom(new DropFolder(company.folder), 'people.csv');
    const [name = ''] = company.names();
    await assert.rejects(async () => {
      for await (const _ of file.read()) appendFileSync(company.path(name), 'y');
    });
    await file.close();
    writeFileSync(company.path(name), rosterOf('Ada', 'Eve'));
    await lookTwice(newNode());
    await company.night();
    assert.deepEqual(await company.people(), ['Ada', 'Eve']);
  });

  it('has thousands of files: only so many are looked at, which the log says once', async () => {
    const company = await withFolder(await dropping(service));
    for (let number = 0; number < 3_000; number++) company.write(`${number}.part`, '');
    const node = newNode();
    lines.length = 0;
    await lookTwice(node);
    await lookTwice(node);
    assert.equal(lines.filter((line) => line.includes('so many entries')).length, 1);
  });

  it('of an integration that takes no files, is disconnected or does not exist is left alone, and said to be', async () => {
    const one = await withFolder(await dropping(service));
    await one.say('DELETE', '/source');
    const two = await withFolder(await dropping(service));
    await sql.begin((tx) => disconnectIntegration(tx, two.companyId, two.id, OPERATOR, true));
    for (const company of [one, two]) company.write('people.csv', rosterOf('Eve'));
    for (const name of ['999999999', '0', '01', '-1', '99999999999999999999', 'x']) {
      mkdirSync(join(dropDir, name), { recursive: true });
      writeFileSync(join(dropDir, name, 'people.csv'), rosterOf('Eve'));
    }
    const node = newNode();
    lines.length = 0;
    await lookTwice(node);
    for (const company of [one, two]) assert.deepEqual(company.names(), ['people.csv']);
    assert.ok(existsSync(join(dropDir, '999999999', 'people.csv')));
    const doctor = (await unusedFolders({ dropDir }, sql)).map(({ message }) => message);
    for (const id of [one.id, two.id, 999999999]) {
      const said = (line: string) =>
        line.includes(`there is no connected integration ${id} with the source file-drop`);
      assert.equal(lines.filter(said).length, 1, lines.join('\n'));
      assert.equal(doctor.filter(said).length, 1, doctor.join('\n'));
    }
    rmSync(one.path('people.csv'));
    lines.length = 0;
    await node.look(now);
    assert.deepEqual(lines, []);
  });
});

describe('what the service cannot do in a folder', () => {
  it('is said once, plainly: no DROP_DIR, one that others can write to, a file for a folder', async () => {
    const other = mkdtempSync(join(tmpdir(), 'transit-folders-'));
    after(() => rmSync(other, { recursive: true, force: true }));
    const node = newNode(other);
    lines.length = 0;
    chmodSync(other, 0o777);
    await node.look(now);
    await node.look(now);
    chmodSync(other, 0o755);
    await node.look(now);
    rmSync(other, { recursive: true });
    await node.look(now);
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', /can be written to by others than its owner/);
    assert.match(lines[1] ?? '', /taken from this folder again/);
    assert.match(lines[2] ?? '', /does not exist/);
  });

  it('is said by transit doctor', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'transit-folders-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const check = async () =>
      (await checkMachine({ ...service.config, dropDir: folder })).filter(
        ({ check: name }) => name === 'drop-dir',
      );
    mkdirSync(join(folder, '7'));
    assert.deepEqual(
      (await check()).map(({ status }) => status),
      ['ok'],
    );
    writeFileSync(join(folder, '8'), '');
    assert.match((await check())[0]?.message ?? '', /8 is no folder/);
    chmodSync(folder, 0o777);
    assert.match((await check())[0]?.message ?? '', /can be written to by others/);
    rmSync(folder, { recursive: true });
    assert.match((await check())[0]?.message ?? '', /does not exist/);
  });

  it('does not keep it from taking other files', {
    skip: process.getuid?.() === 0 && 'root may read all',
  }, async () => {
    const company = await withFolder(await dropping(service));
    company.write('a.csv', rosterOf('Ada'));
    chmodSync(company.path('a.csv'), 0);
    company.write('b.csv', rosterOf('Ada', 'Eve'));
    lines.length = 0;
    await lookTwice(newNode());
    assert.deepEqual(company.names(), ['a.csv']);
    assert.match(String(lines), /cannot be read and renamed by the service: EACCES.*"file":"a\.csv"/);
  });

  it('has many files that cannot be renamed, under new names each time: the log names one of them', async () => {
    const company = await withFolder(await dropping(service));
    const node = newNode();
    // Their names under which they are taken would be too long.
    const name = (number: number) => `${'ä'.repeat(118)}${number}.csv`;
    lines.length = 0;
    for (const round of [1, 2, 3]) {
      for (let number = 0; number < 20; number++) company.write(name(100 * round + number), 'a');
      await lookTwice(node);
      for (const old of company.names()) rmSync(company.path(old));
    }
    const said = lines.filter((line) =>
      line.includes('cannot be read and renamed by the service: ENAMETOOLONG'),
    );
    assert.equal(said.length, 3);
    company.write('b.csv', rosterOf('Ada', 'Eve'));
    await lookTwice(node);
    assert.deepEqual(company.names(), []);
  });
});
