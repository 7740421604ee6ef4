import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Ran, runCommand } from '../../database/support/command-line.ts';
import { basic } from '../../pure/support/basic.ts';
import { COMPILED } from '../../pure/support/compiled.ts';
import { freePort } from '../../pure/support/free-port.ts';
import { until } from '../../pure/support/until.ts';
import { makeDataDir, postmasterPid, removeDataDir } from './embedded.ts';
import { makePreparedDataDir } from './prepared-folder.ts';

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const MAX_RUN_MS = 120_000;
/** Longer than any answer takes, even on a busy machine. */
const MAX_ANSWER_MS = 60_000;

type Program = ChildProcessByStdio<null, Readable, Readable>;
export type Variables = Readonly<Record<string, string>>;

const programs = new Set<Program>();
const dataDirs: string[] = [];

// Kills all processes that the tests of the file have left running.
after(async () => {
  await Promise.all([...programs].map(kill));
  await Promise.all(dataDirs.splice(0).map(removeDataDir));
});

// The same, synchronously, for a test process that is interrupted and does not run its hooks.
process.on('exit', () => {
  for (const program of programs) program.kill('SIGKILL');
  for (const dataDir of dataDirs) {
    const database = postmasterPid(dataDir);
    if (database) process.kill(database, 'SIGKILL');
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

/** The data folder and port of one installation. */
export interface Place {
  readonly dataDir: string;
  readonly port: number;
  readonly url: string;
  readonly variables: Variables;
  /** The program and its first arguments, if it is not the one of this checkout. */
  readonly command?: readonly [string, ...string[]];
}

/** An installation without a database. */
export async function makePlace(variables: Variables = {}): Promise<Place> {
  return await placeIn(await makeDataDir(), variables);
}

/** An installation whose embedded database is migrated and empty. */
export async function makePreparedPlace(variables: Variables = {}): Promise<Place> {
  return await placeIn(await makePreparedDataDir(), variables);
}

async function placeIn(dataDir: string, variables: Variables): Promise<Place> {
  dataDirs.push(dataDir);
  return atPort(await freePort(), { DATA_DIR: dataDir, ...variables });
}

/** Returns the same folder and settings with another port. */
export async function anotherPort({ variables }: Place): Promise<Place> {
  return atPort(await freePort(), variables);
}

function atPort(port: number, variables: Variables): Place {
  return {
    dataDir: variables['DATA_DIR'] ?? '',
    port,
    url: `http://127.0.0.1:${port}`,
    variables: { ...variables, PORT: String(port) },
  };
}

/** Passes only the variables of a shell, and not those of Node's test runner. */
function launch(place: Place, args: readonly string[], variables: Variables): Program {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const [file, ...first] = place.command ?? [process.execPath, MAIN];
  const program = spawn(file, [...first, ...args], {
    env: {
      PATH,
      HOME,
      ...(TMPDIR && { TMPDIR }),
      NODE_COMPILE_CACHE: COMPILED,
      ...place.variables,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  programs.add(program);
  program.once('exit', () => programs.delete(program));
  return program;
}

function hasEnded({ exitCode, signalCode }: Program): boolean {
  return exitCode !== null || signalCode !== null;
}

async function kill(program: Program): Promise<void> {
  if (hasEnded(program)) return;
  const exited = once(program, 'exit');
  program.kill('SIGKILL');
  await exited;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program until it exits. */
export async function run(
  place: Place,
  args: readonly string[],
  variables: Variables = {},
): Promise<Finished> {
  const program = launch(place, args, variables);
  const overdue = setTimeout(() => program.kill('SIGKILL'), MAX_RUN_MS);
  const [stdout, stderr] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close'),
  ]);
  clearTimeout(overdue);
  return { code: program.exitCode, stdout, stderr };
}

/** Runs a command in the process of the test, which takes a quarter of the time. For all commands but `serve`. */
export function runInProcess(
  { variables: own }: Place,
  args: readonly string[],
  variables: Variables = {},
): Promise<Ran> {
  return runCommand(args, { ...own, ...variables });
}

/** Runs a command that must succeed. Returns the JSON value it prints. */
export async function runJson<Value>(place: Place, ...args: string[]): Promise<Value> {
  const { code, stdout, stderr } = await run(place, [...args, '--json']);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  assert.equal(stderr, '', args.join(' '));
  return JSON.parse(stdout);
}

export interface Service extends Place {
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  isRunning(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** Waits for the exit. Null if a signal ended the process. */
  exitCode(): Promise<number | null>;
  killHard(): Promise<void>;
  /** Sends the signal of Ctrl-C or a service manager. */
  stop(): Promise<void>;
}

/** Starts `transit serve` and waits until it is healthy and has printed its address. */
export async function serve(place: Place, variables: Variables = {}, ...more: string[]): Promise<Service> {
  const service = beginServing(place, variables, ...more);
  await until('the service is healthy', async () => {
    if (!service.isRunning()) throw new Error(`serve has ended:\n${service.stderr()}`);
    return /(is ready|applies rosters).*\n$/s.test(service.stdout()) && (await isHealthy(place));
  });
  return service;
}

export function beginServing(place: Place, variables: Variables = {}, ...more: string[]): Service {
  return begin(place, ['serve', ...more], variables);
}

/** Starts the program and does not wait for it. */
export function begin(place: Place, args: readonly string[], variables: Variables = {}): Service {
  const program = launch(place, args, variables);
  const exited = once(program, 'close');
  const exitCode = async () => {
    await exited;
    return program.exitCode;
  };
  return {
    ...place,
    pid: program.pid ?? 0,
    stdout: collect(program.stdout),
    stderr: collect(program.stderr),
    isRunning: () => !hasEnded(program),
    signal: (signal) => program.kill(signal),
    exitCode,
    killHard: () => kill(program),
    stop: async () => {
      program.kill('SIGTERM');
      assert.equal(await exitCode(), 0);
    },
  };
}

function collect(stream: Readable): () => string {
  let collected = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    collected += piece;
  });
  return () => collected;
}

async function isHealthy({ url }: Place): Promise<boolean> {
  return get(`${url}/health`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

export function isDatabaseRunning({ dataDir }: Place): boolean {
  return postmasterPid(dataDir) !== undefined;
}

export function databasePid({ dataDir }: Place): number {
  const pid = postmasterPid(dataDir);
  assert(pid, 'the embedded database runs');
  return pid;
}

export function clusterOf({ dataDir }: Place): string {
  return join(dataDir, 'postgres');
}

export interface Credentials {
  username: string;
  password: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly ms: number;
}

/** Uses a new connection for each request: a kept-alive connection to a killed service would fail. */
export async function get(url: string, key?: Credentials): Promise<Answer> {
  return await ask(url, 'GET', key ? { authorization: basic(key) } : {}, (asked) => asked.end());
}

/** Sends JSON, as one piece or as a stream. Accepts an answer that arrives before the body is sent. */
export async function post(url: string, key: Credentials, body: string | Readable): Promise<Answer> {
  const headers = { authorization: basic(key), 'content-type': 'application/json' };
  return await ask(url, 'POST', headers, (asked) => {
    if (typeof body === 'string') asked.end(body);
    else body.pipe(asked);
  });
}

export async function put(url: string, key: Credentials, body: string): Promise<Answer> {
  return await ask(url, 'PUT', { authorization: basic(key) }, (asked) => asked.end(body));
}

async function ask(
  url: string,
  method: string,
  headers: Record<string, string>,
  send: (asked: ClientRequest) => void,
): Promise<Answer> {
  const begin = performance.now();
  const asked = request(url, {
    agent: false,
    method,
    headers,
    signal: AbortSignal.timeout(MAX_ANSWER_MS),
  });
  send(asked);
  const [response] = await once(asked, 'response');
  // A server that answers early closes the connection while the body is still being sent.
  asked.on('error', () => {});
  const body = await text(response);
  return { status: response.statusCode, headers: response.headers, body, ms: performance.now() - begin };
}

export async function getJson<Value>(url: string, key: Credentials): Promise<Value> {
  const { status, body } = await get(url, key);
  assert.equal(status, 200, `${url}: ${body}`);
  return JSON.parse(body);
}

/** Waits until the demo company of a first start is filled. Returns the credentials that are printed then. */
export async function demoCredentials({ stdout }: Service): Promise<Credentials> {
  await until('the demo is filled', () => /^ {2}curl .*\n/m.test(stdout()));
  return printedCredentials(stdout());
}

export function printedCredentials(stdout: string): Credentials {
  const username = /^ {2}username {2}(\S+)$/m.exec(stdout)?.[1];
  const password = /^ {2}password {2}(\S+)$/m.exec(stdout)?.[1];
  assert(username && password, `credentials are printed:\n${stdout}`);
  return { username, password };
}
