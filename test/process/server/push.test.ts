import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { createGunzip, gzipSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { allowLong } from '../../../src/platform/db/limit-transactions.ts';
import { type Ran, runCommand } from '../../database/support/command-line.ts';
import { createTestService } from '../../database/support/service.ts';
import { createSyncingCompany } from '../../database/support/syncing-company.ts';
import { COMPILED } from '../../pure/support/compiled.ts';
import { freePort } from '../../pure/support/free-port.ts';
import { until } from '../../pure/support/until.ts';

const MAIN = join(import.meta.dirname, '../../../src/cli/main.ts');
const service = await createTestService();
const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
const folder = mkdtempSync(join(tmpdir(), 'transit-push-'));
after(() => rmSync(folder, { recursive: true }));

/** Each test has a company of its own. They are created here, because their connections end with the file. */
const companies: Awaited<ReturnType<typeof createSyncingCompany>>[] = [];
for (let number = 0; number < 38; number++) companies.push(await createSyncingCompany(service));
let company = companies[0] as (typeof companies)[number];
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  const next = companies.pop();
  assert(next, 'there are as many companies as tests');
  company = next;
  env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: COMPILED,
    TRANSIT_URL: url,
    TRANSIT_USERNAME: company.key.username,
    TRANSIT_PASSWORD: company.key.password,
  };
});

/** PUSH_LINES=1000000 is the long form. A multiple of 10,000. */
const LINES = Number(process.env['PUSH_LINES'] ?? 60_000);
const HEADINGS = 'Pers.-Nr.;Vorname;Nachname;Work Email;Geb.-Datum;Hire Date;Austritt;Abteilung';
const row = (number: number, email = `p${number}@example.com`) =>
  `P-${number};Jürgen;Groß ${number};${email};12.4.1988;01.03.2024;;Einkauf`;
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));
const table = (...lines: string[]) => [HEADINGS, ...lines, ''].join('\r\n');

function save(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Runs `transit push` while a worker applies rosters. */
async function push(...args: string[]): Promise<Ran> {
  return await whileRostersAreApplied(runCommand(optionsOf(args), env));
}

/** The same as a process in the folder of the files. */
async function pushAsProcess(...args: string[]): Promise<Ran> {
  const ended = Promise.withResolvers<Ran>();
  execFile(process.execPath, [MAIN, ...optionsOf(args)], { cwd: folder, env }, (error, stdout, stderr) =>
    ended.resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
  );
  return await whileRostersAreApplied(ended.promise);
}

const optionsOf = (args: readonly string[]) => [
  'push',
  ...args,
  '--integration',
  String(company.integrationId),
];

async function whileRostersAreApplied(running: Promise<Ran>): Promise<Ran> {
  let isRunning = true;
  const ended = running.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    await company.work();
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  return await ended;
}

const names = async () => (await company.people()).map((person: { lastName: string }) => person.lastName);

describe('transit push', () => {
  it('sends a German CSV file, shows what the columns were taken for, waits, and sums up', async () => {
    const path = save('Personal.csv', Buffer.from(table(row(1), row(2)), 'latin1'));
    const { code, stdout, stderr } = await pushAsProcess(path, '--wait', '--sync-id', 'night-1');
    assert.equal(
      stderr.split('\n')[0],
      'Columns: Pers.-Nr. = hrId, Vorname = firstName, Nachname = lastName, Work Email = email, Geb.-Datum = dateOfBirth, Hire Date = startDate, Austritt = terminationDate, Abteilung = department',
    );
    assert.match(stderr, /^Accepted 2 people as sync night-1\.$/m);
    assert.equal(stdout, 'Sync night-1: succeeded\n  2 added, 0 unchanged\n');
    assert.equal(code, 0);
    assert.deepEqual(await names(), ['Groß 1', 'Groß 2']);
    assert.equal(existsSync(join(folder, 'data')), false, 'it needs no database');
  });

  it('warns of unused columns that hold dates, unless the mapping says that they are not used', async () => {
    const [headings = '', ...rows] = table(row(1), row(2)).trimEnd().split('\n');
    const dated = [
      `${headings.trimEnd()};Befristet bis`,
      ...rows.map((line) => `${line.trimEnd()};31.12.2030`),
    ];
    const path = save('dated.csv', `${dated.join('\n')}\n`);
    const warning = /^warning: Not used, although dates are in it: Befristet bis\./m;
    assert.match((await push(path, '--preview')).stderr, warning);
    const mapping = join(folder, 'dated.json');
    assert.match((await push(path, '--preview', '--mapping', mapping)).stderr, warning);
    assert.doesNotMatch((await push(path, '--preview', '--mapping', mapping)).stderr, warning);
  });

  it('reads the same people from XLSX, NDJSON and JSON', async () => {
    assert.equal((await push(save('r.csv', table(row(1), row(2))), '--wait')).code, 0);
    const people = [1, 2].map((number) => ({
      hrId: `P-${number}`,
      firstName: 'Jürgen',
      lastName: `Groß ${number}`,
      email: `p${number}@example.com`,
      dateOfBirth: '1988-04-12',
      startDate: '2024-03-01',
      department: 'Einkauf',
    }));
    const cells = people.map(({ hrId, firstName, lastName, email, dateOfBirth, startDate, department }) => [
      hrId,
      firstName,
      lastName,
      email,
      new Date(`${dateOfBirth}T00:00:00Z`),
      new Date(`${startDate}T00:00:00Z`),
      '',
      department,
    ]);
    const sheet = { name: 'Blatt', rows: [HEADINGS.split(';'), ...cells] };
    const files = {
      'r.xlsx': await writeXlsx({ sheets: [sheet] }),
      'r.ndjson': people.map((person) => JSON.stringify(person)).join('\n'),
      'list.json': JSON.stringify(people),
      'body.json': JSON.stringify({ syncId: 'not used', employees: people }),
    };
    for (const [name, content] of Object.entries(files)) {
      const { stdout, code } = await push(save(name, content), '--wait');
      assert.match(stdout, /succeeded\n {2}2 unchanged\n$/, name);
      assert.equal(code, 0);
    }
  });

  it('ends with 2 and names wrong values by line, person and heading', async () => {
    const path = save(
      'wrong.csv',
      table(row(1), '', row(2, 'no address'), row(3).replace('12.4.1988', '31.2.1988')),
    );
    const { code, stdout, stderr } = await push(path, '--wait');
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /^transit: 2 values are not valid\. Nothing was changed\.$/m);
    assert.match(stderr, /^ {2}line 4 \(P-2\): Work Email must look like name@example\.com$/m);
    assert.match(stderr, /^ {2}line 5 \(P-3\): Geb\.-Datum must be a day that exists/m);
    assert.deepEqual(await names(), []);
  });

  it('names both lines of a person who is listed twice', async () => {
    const path = save('twice.csv', table(row(1), '', row(2), row(1)));
    const { code, stderr } = await push(path);
    assert.equal(code, 2);
    assert.match(stderr, /^ {2}line 5 \(P-1\): Pers\.-Nr\. is the same as that of line 2$/m);
  });

  it('names a misspelt field once', async () => {
    const people = Array.from({ length: 40 }, (_, index) => ({
      ...{ hrId: `P-${index}`, first_name: 'Ada', lastName: 'Lovelace', email: `p${index}@example.com` },
      ...{ dateOfBirth: '1990-12-10', startDate: '2020-01-01' },
    }));
    const { code, stderr } = await push(save('misspelt.json', JSON.stringify(people)));
    assert.equal(code, 2);
    assert.equal(
      stderr,
      'transit: 1 value is not valid. Nothing was changed.\n' +
        '  entry 1 (P-0): firstName is missing: 40 entries have first_name instead\n',
    );
    const [attempt] = (await company.get(`/hr-integrations/${company.integrationId}/attempts`)).json().data
      .data;
    assert.match(attempt.detail, /^`firstName` is missing: 40 entries have first_name instead\./);
  });

  it('accepts a few wrong values with --on-invalid keep, and names them', async () => {
    const path = save('few.csv', table(row(1), row(2), row(3, 'no address')));
    const { code, stdout } = await push(path, '--wait', '--on-invalid', 'keep');
    assert.equal(code, 0);
    assert.match(stdout, /2 added, 1 invalid and left as they are, 0 unchanged/);
    assert.match(stdout, /^ {4}line 4 \(P-3\): Work Email must look like/m);
  });

  it('shows a preview as a difference and changes nothing', async () => {
    await push(save('before.csv', table(row(1), row(2), row(3))), '--wait');
    const path = save('after.csv', table(row(1), row(2).replace('Groß 2', 'Klein'), row(4)));
    const { code, stdout } = await push(path, '--preview');
    assert.equal(code, 0);
    assert.match(stdout, /^Preview of 3 entries: 1 added, 1 updated, 1 offboarded, 1 unchanged$/m);
    assert.match(
      stdout,
      /^ {2}- P-3 \(employee \d+\) offboarded: The roster does not list the person any more\.$/m,
    );
    assert.match(stdout, /^ {2}~ P-2 line 3 \(employee \d+\) updated: .*\n {6}lastName: Groß 2 -> Klein$/m);
    assert.match(stdout, /^ {2}\+ P-4 line 4 added: /m);
    assert.match(stdout, /Nothing was changed\.\n$/);
    assert.deepEqual(await names(), ['Groß 1', 'Groß 2', 'Groß 3']);
    const { counts } = JSON.parse((await push(path, '--preview', '--json')).stdout);
    assert.equal(counts.updated, 1);
  });

  it('says on standard error that many have left, also with --json and in a file of standard output', async () => {
    await push(save('everybody.csv', table(...rows(12))), '--wait');
    await company.set({ holdPercent: null, holdCount: null });
    const path = save('few.csv', table(...rows(6)));
    const preview = await push(path, '--preview');
    assert.doesNotMatch(preview.stderr, /have left/);
    const { code, stdout, stderr } = await push(path, '--wait', '--json');
    assert.equal(code, 0);
    assert.match(
      stderr,
      /^warning: 6 of 12 people have left with this roster\. .*send the complete one\nagain: /m,
    );
    assert.equal(JSON.parse(stdout).problems[0].code, 'large-offboarding');
  });

  it('ends with 3 if offboardings are held, or would be', async () => {
    await push(save('all.csv', table(...rows(10))), '--wait');
    await company.set({ holdPercent: 20 });
    const path = save('half.csv', table(...rows(5)));
    const preview = await push(path, '--preview');
    assert.match(preview.stdout, /would be held for approval/);
    assert.equal(preview.code, 3);
    const { code, stdout } = await push(path, '--wait');
    assert.equal(code, 3);
    assert.match(stdout, /: held\n/);
    const { syncId } = /^Sync (?<syncId>\S+): held$/m.exec(stdout)?.groups ?? {};
    for (const decision of ['approve', 'discard'])
      assert.ok(
        stdout.includes(`transit syncs ${decision} ${syncId} --integration ${company.integrationId} `),
        stdout,
      );
  });

  it('ends with 4 if the server refuses, and does not say the password', async () => {
    const path = save('r.csv', table(row(1)));
    env['TRANSIT_PASSWORD'] = 'guessed-wrong';
    const { code, stderr } = await push(path);
    assert.equal(code, 4);
    assert.match(stderr, /401 invalid-credentials/);
    assert.doesNotMatch(stderr, /guessed-wrong/);
  });

  it('ends with 5 if nobody answers, after it has tried again', async () => {
    const path = save('r.csv', table(row(1)));
    const { code, stderr } = await push(
      path,
      '--url',
      `http://127.0.0.1:${await freePort()}`,
      '--retries',
      '2',
    );
    assert.equal(code, 5);
    assert.equal(stderr.match(/Trying again in/g)?.length, 2);
    assert.match(stderr, /^transit: .*ECONNREFUSED/m);
  });

  it('ends with 5 at once if the address is HTTPS and the server is not, or the certificate is not trusted', async () => {
    const path = save('r.csv', table(row(1)));
    const plain = await push(path, '--url', url.replace('http:', 'https:'));
    assert.equal(plain.code, 5);
    assert.match(
      plain.stderr,
      /^transit: 127\.0\.0\.1:\d+ does not speak HTTPS at this address\. Does the address begin with http:\/\/ instead\?\n$/m,
    );
    assert.doesNotMatch(plain.stderr, /Trying again/);
  });

  it('ends with 4 if something else than the service answers', async () => {
    const proxy = createServer((_, response) => response.writeHead(400).end('<h1>400</h1>'));
    proxy.on('checkContinue', (_, response) => response.writeHead(400).end('<h1>400</h1>'));
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    after(() => proxy.close());
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { code, stderr } = await push(save('r.csv', table(row(1))), '--url', address);
    assert.match(stderr, /Is the address that of the service\?/);
    assert.equal(code, 4);
  });

  it('prints the sync as the API shows it with --json, and without --wait does not wait', async () => {
    const { code, stdout } = await push(save('r.csv', table(row(1))), '--json', '--sync-id', 'as json');
    assert.equal(code, 0);
    const { status, resource, syncId } = JSON.parse(stdout);
    assert.deepEqual([resource, syncId], ['sync', 'as json']);
    assert.match(status, /queued|running|succeeded/);
  });

  it('sends a sync id only once, and refuses another roster under it', async () => {
    const path = save('r.csv', table(row(1)));
    assert.equal((await push(path, '--wait', '--sync-id', 'once')).code, 0);
    const again = await push(path, '--wait', '--sync-id', 'once');
    assert.match(again.stderr, /Nothing runs twice/);
    assert.equal(again.code, 0);
    const other = await push(save('other.csv', table(row(2))), '--wait', '--sync-id', 'once');
    assert.match(other.stderr, /another roster under the sync id once/);
    assert.equal(other.code, 4);
    assert.deepEqual(await names(), ['Groß 1']);
  });

  it('writes its guesses to a mapping file, which people can correct', async () => {
    const text = table(row(1))
      .replace('Abteilung', 'E-Mail')
      .replace('Pers.-Nr.', 'Nummer')
      .replaceAll('12.4.1988', '04/12/1988');
    const path = save('odd.csv', text.replace('Einkauf', 'private@example.com'));
    const mapping = join(folder, 'mapping.json');
    const unclear = await push(path, '--mapping', mapping);
    assert.equal(unclear.code, 2);
    assert.match(unclear.stderr, /Several columns fit email: Work Email, E-Mail\. No column fits hrId\./);
    assert.match(unclear.stderr, /Wrote .*mapping\.json/);

    const { columns } = JSON.parse(readFileSync(mapping, 'utf8'));
    assert.deepEqual([columns['Nummer'], columns['Vorname'], columns['E-Mail']], [null, 'firstName', null]);
    writeFileSync(
      mapping,
      JSON.stringify({ columns: { ...columns, Nummer: 'hrId', 'Work Email': 'email' }, dates: 'MM/DD/YYYY' }),
    );
    const { code } = await push(path, '--mapping', mapping, '--wait');
    assert.equal(code, 0);
    const [person] = await company.people();
    assert.deepEqual([person.email, person.dateOfBirth], ['p1@example.com', '1988-04-12']);
  });

  for (const [what, name, content, message] of [
    ['without people', 'r.csv', HEADINGS, /has no people in it/],
    ['of NDJSON without people', 'r.ndjson', '\n\n', /has no people in it/],
    ['of JSON without people', 'r.json', '[]', /has no people in it/],
    ['that is empty', 'r.csv', '', /r\.csv is empty\.$/m],
    ['of JSON that is empty', 'r.json', '', /r\.json is empty\.$/m],
    ['that is compressed', 'r.csv', gzipSync(HEADINGS), /is compressed with gzip\. Unpack it first\.$/m],
    ['with an open quotation mark', 'r.csv', table('"P-1;'), /line 2 is never closed/],
    ['of broken NDJSON', 'r.ndjson', '{"hrId": "1"}\n{"hrId"\n', /line 2 is not valid JSON/],
    [
      'of NDJSON in Windows-1252',
      'r.ndjson',
      Buffer.concat([
        // Its characters lie across the pieces that are read.
        Buffer.from(`{"hrId": "1${'ü'.repeat(200_000)}"}\n`),
        Buffer.from('{"firstName": "Jörg"}\n', 'latin1'),
      ]),
      /r\.ndjson is not in UTF-8: line 2\. Export it in UTF-8\.$/m,
    ],
    [
      'of JSON in Windows-1252',
      'r.json',
      Buffer.from('[\n{"firstName": "Jörg"}]', 'latin1'),
      /r\.json is not in UTF-8: line 2\. Export it in UTF-8\.$/m,
    ],
    ['that is not XLSX', 'r.xlsx', 'Vorname', /cannot be read as XLSX/],
    ['of JSON without a list', 'r.json', '{}', /must be a list of people/],
  ] as const)
    it(`ends with 2 for a file ${what}`, async () => {
      const { code, stderr } = await push(save(name, content));
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
      for (const list of ['syncs', 'attempts'])
        assert.equal(
          (await company.get(`/hr-integrations/${company.integrationId}/${list}`)).json().data.total,
          0,
          `${list}: the server did not hear of it`,
        );
    });

  it('ends with 2 and one sentence for a file that cannot be read', async () => {
    mkdirSync(join(folder, 'folder.csv'));
    symlinkSync('loop.csv', join(folder, 'loop.csv'));
    for (const [path, message] of [
      ['no-such-file.csv', /^transit: There is no file no-such-file\.csv\.\n$/],
      ['folder.csv', /^transit: folder\.csv cannot be read: it is a folder\.\n$/],
      ['loop.csv', /^transit: loop\.csv cannot be read: the system says ELOOP\.\n$/],
    ] as const) {
      const { code, stderr } = await pushAsProcess(path);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    }
  });

  it('ends with 1 for wrong options and settings', async () => {
    const path = save('r.csv', table(row(1)));
    const mapping = save('broken.json', '{"columns": {"Vorname": "firstname"}}');
    const windows = save('windows.json', Buffer.from('{"columns": {"Straße": null}}', 'latin1'));
    for (const [args, changes, message] of [
      [[path], { TRANSIT_URL: undefined }, /^transit: TRANSIT_URL must be set in the environment: .*\n$/],
      [[path], { TRANSIT_USERNAME: '' }, /^transit: TRANSIT_USERNAME must be set/],
      [
        [path],
        { TRANSIT_URL: '', TRANSIT_USERNAME: '', TRANSIT_PASSWORD: '' },
        /^transit: TRANSIT_URL, TRANSIT_USERNAME and TRANSIT_PASSWORD must be set/,
      ],
      [[path, '--no-such-option'], {}, /^transit: Unknown option '--no-such-option' \(see --help\)\n$/],
      [[path, path], {}, /One file is sent at a time/],
      [[path, '--url', 'ftp://x'], {}, /--url must begin with/],
      [[path, '--on-invalid', 'skip'], {}, /reject, keep/],
      [[path, '--mapping', mapping], {}, /Is firstName meant\?/],
      [[path, '--mapping', windows], {}, /windows\.json is not in UTF-8\.$/m],
      [[save('r.json', '[]'), '--mapping', mapping.replace('broken', 'none')], {}, /for CSV and XLSX/],
    ] as const) {
      env = {
        ...env,
        TRANSIT_URL: url,
        TRANSIT_USERNAME: company.key.username,
        TRANSIT_PASSWORD: company.key.password,
        ...changes,
      };
      const { code, stderr } = await push(...args);
      assert.equal(code, 1, stderr);
      assert.match(stderr, message);
    }
  });
});

describe('a large file', () => {
  const COUNT = 10_700;
  /** Random texts, so that the compressed body is larger than what the two sockets hold. */
  const large = () => {
    const pictures = rows(COUNT).map(
      (each) => `${each};https://x.example.com/${randomBytes(1_425).toString('base64url')}`,
    );
    return save('large.csv', table(...pictures).replace('Abteilung', 'Abteilung;Foto'));
  };

  /** Starts a push that stands still while it is being sent: the service cannot store its entries. */
  async function startStalled(path: string) {
    const { sql } = company;
    const stalled = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const locked = sql.begin(async (tx) => {
      // On a busy machine the push may take longer to start than a transaction of this pool may take.
      allowLong(tx);
      await tx`set local idle_in_transaction_session_timeout = 0`;
      await tx`lock table roster_uploads in exclusive mode`;
      stalled.resolve();
      await release.promise;
    });
    await stalled.promise;
    const program = spawn(
      process.execPath,
      [MAIN, 'push', path, '--wait', '--integration', String(company.integrationId)],
      { env, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const stderr = collect(program);
    await until('the service waits for the lock', async () => {
      const [{ waiting } = { waiting: 0 }] = await sql<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_locks where not granted and relation = 'roster_uploads'::regclass`;
      return waiting > 0;
    });
    return {
      program,
      stderr,
      release: async () => {
        release.resolve();
        await locked;
      },
    };
  }

  function collect(program: ChildProcess): () => string {
    let text = '';
    program.stderr?.on('data', (piece) => {
      text += piece;
    });
    return () => text;
  }

  it('whose push is killed has changed nothing, and is sent whole by the next run', async () => {
    const path = large();
    const { program, release } = await startStalled(path);
    program.kill('SIGKILL');
    await once(program, 'exit');
    await release();
    // To order tickets for all takes longer than to add them.
    const { sql, companyId } = company;
    await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { autoEnrol: false }));
    const { code, stdout } = await push(path, '--wait');
    assert.equal(code, 0);
    assert.match(stdout, /10,700 added, 0 unchanged/);
    const syncs = (await company.get(`/hr-integrations/${company.integrationId}/syncs`)).json().data;
    assert.equal(syncs.total, 1, 'nothing of the killed one');
  });

  it('that grows while it is being sent is not sent: its end would be missing', async () => {
    const path = large();
    const { program, stderr, release } = await startStalled(path);
    try {
      appendFileSync(path, `${row(COUNT + 1)}\r\n`);
    } finally {
      await release();
    }
    await once(program, 'exit');
    assert.equal(program.exitCode, 2, stderr());
    assert.match(stderr(), /has changed while it was read/);
    assert.deepEqual(await names(), []);
  });

  it(`of ${LINES} lines is sent with little memory`, async () => {
    const path = join(folder, 'large.csv');
    const lines = (async function* () {
      yield `${HEADINGS}\r\n`;
      for (let first = 0; first < LINES; first += 10_000)
        yield Array.from({ length: 10_000 }, (_, index) => `${row(first + index)}\r\n`).join('');
    })();
    await writeFile(path, lines);
    let received = 0;
    const receiver = createServer(async (request, response) => {
      if (request.method === 'POST') {
        for await (const piece of request.pipe(createGunzip()).setEncoding('utf8'))
          received += piece.split('"lastName"').length - 1;
        response.writeHead(204).end();
        return;
      }
      const sync = { syncId: 'large', status: 'queued', counts: {}, problems: [], failure: null };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: sync }));
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    after(() => receiver.close());
    env['TRANSIT_URL'] = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    // All entries would take more. With too little memory Node aborts.
    env['NODE_OPTIONS'] = '--max-old-space-size=30';
    const { code, stderr } = await pushAsProcess(path);
    assert.equal(code, 0, stderr);
    assert.ok(stderr.includes(`Accepted ${LINES.toLocaleString('en')} people`), stderr);
    // A piece may end within the name.
    assert(received > 0.99 * LINES && received <= LINES, `${received} received`);
  });

  it('leaves no other files behind', () => {
    assert.deepEqual(
      readdirSync(folder).filter((name) => !/\.(csv|json|ndjson|xlsx)$/.test(name)),
      [],
    );
  });
});
