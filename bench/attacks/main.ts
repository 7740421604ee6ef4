import { parseArgs } from 'node:util';
import { cleanUp } from '../clean-up.ts';
import { progress } from '../progress.ts';
import { startService } from '../roster/client.ts';
import type { Answers } from './attack.ts';
import { ATTACKS } from './attacks.ts';
import { type Disturbance, type Line, MAX_SECONDS_AFTER, measure } from './measure.ts';
import { startNames } from './names.ts';
import { MIN_READS, readersOf } from './readers.ts';
import { createAttacker, createVictim, withNewCredentials } from './tenants.ts';

const MAX_TIMES = 3;
const MAX_MS = 150;

const HELP = `Usage: npm run -s attacks -- [options]

One tenant attacks the service; the reads of another tenant are measured at rest and meanwhile. Each attack is made twice:
first the other tenant reads every 20 ms, then a third one every 2 s.
Exits with 1 if a median is more than ${MAX_TIMES}x that at rest or above ${MAX_MS} ms, if a read is refused, if the attacker gets an answer that is not expected, or if the service is busy ${MAX_SECONDS_AFTER} s after the attacker has left.
A median of fewer than ${MIN_READS} reads is compared only with ${MAX_MS} ms: with --seconds below 9, that of the reads every 2 s.
docs/security.md says what the columns mean.

  --only TEXT   only attacks whose name contains the text (may be given several times)
  --seconds N   how long each attack lasts, twice (default 10)
  --people N    size of the attacker's company (default 100000)
  --json        the figures as one JSON value; exits with 0
  --help        this text

Attacks:
${Object.keys(ATTACKS)
  .map((name) => `  ${name}`)
  .join('\n')}
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    seconds: { type: 'string', default: '10' },
    people: { type: 'string', default: '100000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143)));

if (values.help) process.stdout.write(HELP);
else await main(Number(values.people), Number(values.seconds), values.only);

async function main(people: number, seconds: number, only: readonly string[]): Promise<void> {
  const names = Object.keys(ATTACKS).filter((name) => only.some((text) => name.includes(text)));
  if (names.length === 0) throw new Error('no attack has such a name: see --help');
  try {
    const { address } = await startNames();
    const service = await startService({
      // The attacker has another address for each attack, and none of the reader's.
      TRUST_PROXY: '127.0.0.1',
      WEBHOOKS_ALLOW_LOOPBACK: '1',
      PULL_ALLOW_LOOPBACK: '1',
      DNS_SERVERS: address,
    });
    progress(`creating a company of ${people} people, and two of 200`);
    const attacker = await createAttacker(service, people);
    const readers = readersOf(
      await createVictim(service, 'often@beispiel.example'),
      await createVictim(service, 'rarely@beispiel.example'),
    );
    const lines: Line[] = [];
    for (const name of names) {
      progress(name);
      lines.push(await measure(service, readers, () => withNewCredentials(attacker), name, seconds));
    }
    process.stdout.write(`${values.json ? JSON.stringify(lines) : formatLines(lines)}\n`);
    if (!values.json && !lines.every(isMet)) process.exitCode = 1;
  } finally {
    await cleanUp();
  }
}

function isMet({ often, rarely, unexpected, quietAfter }: Line): boolean {
  return (
    isBearable(often) &&
    isBearable(rarely) &&
    Object.keys(unexpected).length === 0 &&
    quietAfter !== undefined &&
    quietAfter <= MAX_SECONDS_AFTER
  );
}

function isBearable({ atRest, meanwhile, reads, failed }: Disturbance): boolean {
  const isSlow = reads >= MIN_READS && meanwhile > MAX_TIMES * atRest;
  return !isSlow && meanwhile < MAX_MS && Object.keys(failed).length === 0;
}

function formatAnswers(answers: Answers): string {
  return Object.entries(answers)
    .map(([status, count]) => `${status === '0' ? 'none' : status}: ${count}`)
    .join(', ');
}

function formatDisturbance({ atRest, meanwhile, reads, failed }: Disturbance): string[] {
  return [
    `${(meanwhile / atRest).toFixed(1)}x`,
    `${meanwhile.toFixed(1)} ms`,
    `${atRest.toFixed(1)} ms`,
    String(reads),
    formatAnswers(failed) || '0',
  ];
}

function formatLines(lines: readonly Line[]): string {
  const header = ['ratio', 'median', 'at rest', 'reads', 'refused'];
  const rows = [
    ['attack', 'met', ...header, 'every 2 s:', ...header, 'quiet after', 'memory', "attacker's answers"],
    ...lines.map((line) => [
      line.name,
      isMet(line) ? 'yes' : 'NO',
      ...formatDisturbance(line.often),
      '',
      ...formatDisturbance(line.rarely),
      line.quietAfter === undefined ? 'never' : `${line.quietAfter.toFixed(1)} s`,
      `${line.megabytes} MB`,
      formatAnswers(line.answers),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
