import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { COMPILED } from '../../pure/support/compiled.ts';
import { freePort } from '../../pure/support/free-port.ts';
import { demoCredentials, makePreparedPlace, type Place, serve } from '../support/program.ts';
import { assertJson, assertText } from './documents/answers.ts';
import { type Block, GUIDE_FILES, ROOT, readBlocks, readGuideFolder } from './documents/blocks.ts';
import { serveCommands } from './documents/commands.ts';
import { openShell, type Shell } from './documents/shell.ts';

// The README and the guides as their readers use them: each block that is marked as executable runs, in order, in one
// shell, against a service that has just filled its demo company.

const README = 'README.md';
const QUICK_START = 'docs/guides/quick-start.md';
const OPERATING = ['docs/guides/install.md', 'docs/guides/administration.md'];
/** The folder of backups in the guides. */
const BACKUPS = '/var/backups/transit';
const DOCUMENTS = [README, ...GUIDE_FILES];
const programs = DOCUMENTS.flatMap(readBlocks).filter(({ task }) => task.startsWith('examples/'));

it('every guide is in the table of contents', () => {
  assert.deepEqual(readGuideFolder().sort(), GUIDE_FILES.toSorted());
});

it('every block is executed, is an answer or a program, or says why it is not executed', () => {
  for (const { place, task } of DOCUMENTS.flatMap(readBlocks))
    assert.match(task, /^(run|start|answer|examples\/\S+|skip: .+)$/, `${place} is marked "${task}"`);
});

it('programs in the guides are those of the folder examples (otherwise run UPDATE_DOCS=1 npm test)', () => {
  if (process.env['UPDATE_DOCS']) insertPrograms();
  for (const { place, task, text } of DOCUMENTS.flatMap(readBlocks).filter(({ task }) =>
    task.startsWith('examples/'),
  ))
    assert.equal(`${text}\n`, readFileSync(join(ROOT, task), 'utf8'), place);
  assert.ok(programs.length > 0);
});

it('the commands of the README are those of the quick start', () => {
  const known = new Set(readBlocks(QUICK_START).map(({ text }) => text));
  for (const { place, text, task } of readBlocks(README))
    if (['run', 'start'].includes(task))
      for (const line of text.split('\n'))
        assert.ok(
          known.has(text) || [...known].some((other) => other.split('\n').includes(line)),
          `${place}: ${line}`,
        );
});

const hasTools = ['bash', 'curl', 'python3', 'npm'].every(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0,
);

describe('the guides', { skip: !hasTools && 'bash, curl, npm and python3 are needed' }, () => {
  let folder: string;
  let place: Place;
  let webhookPort: number;
  let shell: Shell;
  let commands: Awaited<ReturnType<typeof serveCommands>>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transit-reader-'));
    // A checkout of the reader's own: the commands write files.
    for (const name of await readdir(ROOT))
      if (!['data', '.git'].includes(name)) await symlink(join(ROOT, name), join(folder, name));
    place = await makePreparedPlace({ WEBHOOKS_ALLOW_LOOPBACK: '1' });
    webhookPort = await freePort();
    commands = await serveCommands(place.dataDir);
    process.chdir(folder);
    // The answers have ids, which follow those of the demo.
    await demoCredentials(await serve(place));
    shell = openShell(folder, {
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: process.env['HOME'] ?? '',
      DATA_DIR: place.dataDir,
      PORT: String(place.port),
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: COMPILED,
      WEBHOOK_PORT: String(webhookPort),
    });
  });
  after(async () => {
    shell.close();
    commands.close();
    process.chdir(ROOT);
    await rm(folder, { recursive: true, force: true });
  });
  const secrets = { username: '', password: '', secret: '' };

  /** What the reader replaces: the placeholders of the key and the secret. */
  const fill = (text: string) =>
    text
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${place.port}`)
      .replaceAll('127.0.0.1:9000', `127.0.0.1:${webhookPort}`)
      .replaceAll(BACKUPS, folder)
      .replace('=USERNAME', `=${secrets.username}`)
      .replace('=PASSWORD', `=${secrets.password}`)
      .replace('=SECRET', `=${secrets.secret}`);

  const asPrinted = (output: string) =>
    output
      .replaceAll(`127.0.0.1:${place.port}`, '127.0.0.1:8080')
      .replaceAll(`127.0.0.1:${webhookPort}`, '127.0.0.1:9000')
      .replaceAll(folder, BACKUPS);

  for (const file of GUIDE_FILES.filter((file) => !OPERATING.includes(file)))
    it(`${file} works as printed`, async () => {
      // The first commands of the quick start show that npm runs them.
      let isShown = file !== QUICK_START;
      let output = '';
      for (const block of readBlocks(file)) {
        if (block.task === 'run') {
          if (isShown) await shell.run(commands.npm);
          const ran = await shell.run(fill(block.text));
          assert.ok(!ran.failed, `${block.place}\n${ran.output}`);
          isShown ||= /^transit \w/m.test(block.text);
          output = asPrinted(ran.output);
          remember(output);
        } else if (block.task === 'answer') assertAnswer(output, block);
      }
    });

  function remember(output: string): void {
    for (const name of ['username', 'password', 'secret'] as const)
      secrets[name] = new RegExp(`^ *${name} +(\\S+)`, 'm').exec(output)?.[1] ?? secrets[name];
  }
});

// With the settings and the command that the guides themselves set up on a server. Only the paths are others, and `runuser` starts the
// command as the present user.
describe('the guides about operating on a server', {
  skip: !hasTools && 'bash and npm are needed',
}, () => {
  const blocks = OPERATING.flatMap(readBlocks);
  const textOf = (beginning: string) => blocks.find(({ text }) => text.startsWith(beginning))?.text ?? '';
  const settings = textOf('TRANSIT_ENV=production');
  it('work as printed', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'transit-server-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const place = await makePreparedPlace(
      Object.fromEntries(settings.split('\n').map((line) => line.split('=', 2) as [string, string])),
    );
    writeFileSync(join(folder, 'environment'), `${settings}\nPORT=${place.port}\nLOG_LEVEL=warn\n`);
    writeFileSync(
      join(folder, 'runuser'),
      '#!/bin/sh\n[ "$1 $2 $3" = "-u transit --" ] && shift 3 && exec "$@"\n',
      { mode: 0o755 },
    );
    const onThisMachine = (text: string) =>
      text
        .replaceAll('/etc/transit/environment', join(folder, 'environment'))
        .replaceAll('/var/lib/transit', place.dataDir)
        .replaceAll('/opt/transit', ROOT)
        .replaceAll(BACKUPS, folder);
    await serve(place);
    const shell = openShell(folder, {
      PATH: [folder, dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: process.env['HOME'] ?? '',
      TRANSIT_URL: place.url,
      NODE_COMPILE_CACHE: COMPILED,
    });
    t.after(() => shell.close());
    await shell.run(onThisMachine(textOf('transit() {')));
    let output = '';
    for (const block of blocks) {
      if (block.task === 'run') {
        const ran = await shell.run(onThisMachine(block.text));
        assert.ok(!ran.failed, `${block.place}\n${ran.output}`);
        output = ran.output.replaceAll(folder, BACKUPS);
      } else if (block.task === 'answer') assertAnswer(output, block);
    }
    assert.deepEqual(
      (await readdir(tmpdir())).filter((name) => name.startsWith('transit-trial-')),
      [],
      'a trial leaves nothing',
    );
  });
});

function assertAnswer(output: string, { language, text, place }: Block): void {
  if (language === 'json') assertJson(output, text, place);
  else assertText(output, text, place);
}

function insertPrograms(): void {
  for (const file of DOCUMENTS) {
    const path = join(ROOT, file);
    const text = readFileSync(path, 'utf8');
    const renewed = text.replaceAll(
      /^```(\w+) (examples\/\S+)\n[\s\S]*?^```$/gm,
      (_, language: string, name: string) =>
        `\`\`\`${language} ${name}\n${readFileSync(join(ROOT, name), 'utf8')}\`\`\``,
    );
    if (renewed !== text) writeFileSync(path, renewed);
  }
}
