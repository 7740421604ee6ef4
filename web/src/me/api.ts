import type { EmployeePage, PageData, Problem, Routes } from './routes.ts';

export type Mail = Routes['GET /me/mail']['answer'];

export class Refusal extends Error {
  readonly code: Problem['code'] | 'unreachable';
  readonly left: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: Refusal['code'],
    { left, retryAfterSeconds }: { left?: number; retryAfterSeconds?: number } = {},
  ) {
    super(code);
    this.code = code;
    this.left = left;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { accept: 'application/json', ...init.headers };
  const answer = await fetch(path, { ...init, headers }).catch(() => {
    throw new Refusal('unreachable');
  });
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => undefined)) as Problem | undefined;
  const left = problem?.values?.['left'];
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
  throw new Refusal(problem?.code ?? 'internal-error', {
    ...(typeof left === 'number' && { left }),
    ...(!Number.isNaN(retryAfter) && { retryAfterSeconds: retryAfter }),
  });
}

const post = (path: string, body: object) =>
  send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The data that came with the page, for its first look. What is read later comes from the service. */
export function dataOfPage<Data>(): Data | undefined {
  const json = document.getElementById('data')?.textContent;
  return json ? (JSON.parse(json) as Data) : undefined;
}

export async function readData(path: string): Promise<PageData> {
  return ((await (await send(`${path}/data`)).json()) as { data: PageData }).data;
}

export async function prove(path: string, dateOfBirth: string): Promise<void> {
  await post(`${path}/proof`, { dateOfBirth });
}

export async function forget(path: string): Promise<void> {
  await send(`${path}/forget`, { method: 'POST' });
}

export type ActionName = EmployeePage['acts']['possible'][number];
export type ActPreview = Routes['POST /me/:token/acts/:action/preview']['answer'];
export type ActInput = Routes['POST /me/:token/acts/:action/preview']['request']['body'];

export async function previewAct(path: string, action: ActionName, input: ActInput): Promise<ActPreview> {
  const answer = await post(`${path}/acts/${action}/preview`, input);
  return ((await answer.json()) as { data: ActPreview }).data;
}

/** Confirms what the preview has shown. */
export async function act(
  path: string,
  action: ActionName,
  input: ActInput,
  { effectiveOn, contributionCents }: NonNullable<ActPreview['outcome']>,
): Promise<void> {
  await post(`${path}/acts/${action}`, { ...input, effectiveOn, contributionCents });
}

export async function withdrawRequest(path: string, id: number): Promise<void> {
  await send(`${path}/requests/${id}/withdraw`, { method: 'POST' });
}

export type Answer = 'accepted' | 'rejected';

export async function sign(path: string, dateOfBirth: string, answer: Answer): Promise<void> {
  await send(path, { method: 'POST', body: new URLSearchParams({ dateOfBirth, answer }) });
}

export async function readMail(): Promise<Mail> {
  return ((await (await send('/me/mail')).json()) as { data: Mail }).data;
}

export type Joining = Routes['GET /join/:token/data']['answer'];

export async function readJoining(path: string): Promise<Joining> {
  return ((await (await send(`${path}/data`)).json()) as { data: Joining }).data;
}

export async function joinBy(path: string, email: string, dateOfBirth: string): Promise<void> {
  await post(path, { email, dateOfBirth });
}

export async function requestLink(email: string): Promise<void> {
  await post('/me', { email });
}
