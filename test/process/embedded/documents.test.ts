import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { freePort } from '../../pure/support/free-port.ts';
import { makePlace, serve } from '../support/program.ts';
import { assertJson, assertText } from './documents/answers.ts';
import { type Block, GUIDE_FILES, ROOT, readBlocks, readGuideFolder } from './documents/blocks.ts';
import { openShell } from './documents/shell.ts';

// The README and the guides as their readers use them: each block that is marked as executable runs, in order, in one
// shell, against a service with an empty data folder.

const README = 'README.md';
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
  const known = new Set(readBlocks('docs/guides/quick-start.md').map(({ text }) => text));
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

describe('the guides', { skip: !hasTools && 'bash, curl, npm and python3 are needed' }, async () => {
  if (!hasTools) return;
  const folder = await mkdtemp(join(tmpdir(), 'transit-reader-'));
  after(() => rm(folder, { recursive: true, force: true }));
  // A checkout of the reader's own: the commands write files.
  for (const name of await readdir(ROOT))
    if (!['data', '.git'].includes(name)) await symlink(join(ROOT, name), join(folder, name));

  const place = await makePlace({ WEBHOOKS_ALLOW_LOOPBACK: '1' });
  const webhookPort = await freePort();
  await serve(place);
  const shell = openShell(folder, {
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: process.env['HOME'] ?? '',
    DATA_DIR: place.dataDir,
    PORT: String(place.port),
    LOG_LEVEL: 'warn',
    WEBHOOK_PORT: String(webhookPort),
  });
  const secrets = { username: '', password: '', secret: '' };

  /** What the reader replaces: the placeholders of the key and the secret. */
  const fill = (text: string) =>
    text
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${place.port}`)
      .replaceAll('127.0.0.1:9000', `127.0.0.1:${webhookPort}`)
      .replace('=USERNAME', `=${secrets.username}`)
      .replace('=PASSWORD', `=${secrets.password}`)
      .replace('=SECRET', `=${secrets.secret}`);

  const asPrinted = (output: string) =>
    output
      .replaceAll(`127.0.0.1:${place.port}`, '127.0.0.1:8080')
      .replaceAll(`127.0.0.1:${webhookPort}`, '127.0.0.1:9000');

  for (const file of GUIDE_FILES)
    it(`${file} works as printed`, async () => {
      let output = '';
      for (const block of readBlocks(file)) {
        if (block.task === 'run') {
          const ran = await shell(fill(block.text));
          assert.ok(!ran.failed, `${block.place}\n${ran.output}`);
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
