import assert from 'node:assert/strict';
import { randomBytes, scryptSync } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../src/demo/begin-demo.ts';
import { buildPortal } from '../../src/http/portal-pages/build-portal.ts';
import { startRosterWorker } from '../../src/jobs/roster-worker.ts';
import { createDemoDatabase } from '../database/support/demo.ts';
import { createTestService, type TestService } from '../database/support/service.ts';
import { stopBefore, type TestDatabase } from '../database/support/test-database.ts';
import { freePort } from '../pure/support/free-port.ts';
import { until } from '../pure/support/until.ts';

export interface Portal {
  service: TestService;
  demo: Demo;
  address: string;
}

/** Starts the service with the demo company and the built portal. Passkeys need `localhost` as its host. */
export async function servePortal(
  frozenOn: string,
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
  variables: Record<string, string> = {},
): Promise<Portal> {
  const { database, demo } = await createDemoDatabase(frozenOn);
  const { service, address } = await servePages(host, database, variables);
  await cheapenSignIn(service.database, demo);
  return { service, demo, address };
}

/** A hash of normal cost takes some tenths of a second of the processor for each sign-in. A hash contains its parameters. */
async function cheapenSignIn({ sql }: TestDatabase, { portal }: Demo): Promise<void> {
  const salt = randomBytes(16);
  const key = scryptSync(portal.password, salt, 32, { N: 16, r: 8, p: 1 });
  const [writtenSalt, writtenKey] = [salt, key].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  const hash = `$scrypt$ln=4,r=8,p=1$${writtenSalt}$${writtenKey}`;
  await sql`update portal_users set password_hash = ${hash} where email = ${portal.email}`;
}

/** Starts the service with the built portal, on its own database or on that of another. */
export async function servePages(
  host: '127.0.0.1' | 'localhost',
  database?: TestDatabase,
  variables: Record<string, string> = {},
): Promise<Pick<Portal, 'service' | 'address'>> {
  const port = await freePort();
  const address = `http://${host}:${port}`;
  const service = await createTestService({ BASE_URL: address, PORT: String(port), ...variables }, database);
  const listening = await service.app.listen({ host: '127.0.0.1', port });
  await buildPortal();
  await until('the portal is read', async () => (await fetch(`${listening}/portal`)).ok);
  return { service, address };
}

/** Applies arriving rosters, as the worker of a node does. */
export async function startWorker({ service: { app, database } }: Portal): Promise<void> {
  const { server, sql } = database;
  const worker = startRosterWorker({ server, sql, log: app.log });
  stopBefore(database, () => worker.stop(0));
}

export interface Look {
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
  locale?: string;
}

/** Opens a window, in English by default, and collects all errors that the browser reports. */
export async function openWindow(
  browser: Browser,
  look: Look = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    // Drawing animations takes processor time.
    reducedMotion: 'reduce',
    ...look,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The browser reports every refusal of the service; the pages expect those.
    const isRefusal = /the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  });
  return { page, complaints };
}

/** Signs in without the form, which portal.test.ts fills in. */
export async function signIn(page: Page, { address, demo }: Portal): Promise<void> {
  const { email, password } = demo.portal;
  const answer = await page.request.post(`${address}/portal/api/session`, {
    data: { email, password },
    headers: { origin: address },
  });
  assert.ok(answer.ok(), await answer.text());
  await page.goto(`${address}/portal`);
  await page.locator('.shell').waitFor();
}

/** Returns the id of a person of the demo, whose names are always the same. */
export async function personNamed({ service, demo }: Portal, lastName: string): Promise<number> {
  const [person] = await service.database.sql<{ id: number }[]>`
    select id from employees where company_id = ${demo.company.id} and last_name = ${lastName}
      order by id limit 1`;
  assert(person, `the demo has somebody named ${lastName}`);
  return person.id;
}
