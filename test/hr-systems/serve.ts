import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Faults, type Part } from './faults.ts';
import { type Company, changeSome, dropTerminationDates, hideTenth, makeCompany } from './people.ts';
import { Refused, type Route, type Vendor, type VendorAnswer, type World } from './vendor.ts';
import { VENDORS, type VendorName } from './vendors.ts';

interface RequestNote {
  method: string;
  /** With its query. */
  path: string;
  /** Undefined: the vendor has no such route. */
  part: Part | undefined;
  headers: IncomingMessage['headers'];
  text: string;
  /** 0: the connection was cut, or there was no answer. */
  status: number;
}

export interface HrSystemServer {
  url: string;
  /** What to enter, by the names of the system's inputs. */
  credentials: Readonly<Record<string, string>>;
  faults: Faults;
  /** Change it while the server runs, or replace it. */
  company: Company;
  requests: RequestNote[];
  /** What requests for people get instead of the usual answer. */
  instead: ((usual: VendorAnswer) => VendorAnswer) | undefined;
  close(): Promise<void>;
}

interface Options {
  company?: Company;
  port?: number;
  /** How long each answer takes. */
  answerMs?: number;
}

/** Starts a server that plays the vendor's on this machine. */
export async function startHrSystem(name: VendorName, options: Options = {}): Promise<HrSystemServer> {
  const vendor: Vendor = VENDORS[name];
  const requests: RequestNote[] = [];
  const faults = new Faults();
  const system: HrSystemServer = {
    ...{ instead: undefined, url: '', faults, requests, credentials: vendor.credentials },
    company: options.company ?? makeCompany(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const routes = vendor.routes(system);
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const url = new URL(path, 'http://localhost');
    const text = await textOf(request);
    if (options.answerMs) await sleep(options.answerMs);
    if (url.pathname.startsWith('/_')) return send(response, control(system, method, url.pathname, text));
    const route = routes.find((candidate) => candidate.path === url.pathname && candidate.method === method);
    const note = { method, path, part: route?.part, headers, text, status: 0 };
    requests.push(note);
    const usual = route
      ? (brokenAnswer(system, vendor, route.part) ??
        (await vendorAnswer(vendor, route, { query: url.searchParams, headers, text })))
      : vendor.problem(404, `there is no ${method} ${url.pathname}`, undefined);
    if (usual === 'none') return;
    const given = (note.part === 'people' && system.instead?.(usual)) || usual;
    note.status = given.status ?? 200;
    if (route && note.status < 300) faults.noteAnswer(route.part);
    if (route && faults.happens('truncated', route.part)) return truncate(response, given);
    send(response, given);
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  system.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (vendor.addressPath)
    system.credentials = { ...vendor.credentials, address: `${system.url}${vendor.addressPath}` };
  return system;
}

async function vendorAnswer(
  vendor: Vendor,
  route: Route,
  request: Parameters<Route['answer']>[0],
): Promise<VendorAnswer> {
  try {
    return await route.answer(request);
  } catch (error) {
    if (error instanceof Refused) return vendor.problem(error.status, error.message, route.part);
    throw error;
  }
}

/** Faults that any system can have, most of them of servers in front of it. */
function brokenAnswer({ faults }: World, vendor: Vendor, part: Part): VendorAnswer | 'none' | undefined {
  const busy = (retryAfter: string) => ({ status: 429, headers: { 'retry-after': retryAfter }, json: {} });
  if (faults.happens('silent', part)) return 'none';
  if (faults.happens('throttled-for-ever', part)) return busy('1');
  if (faults.happens('throttled-seconds', part)) return busy('7');
  if (faults.happens('throttled-date', part)) return busy(new Date(Date.now() + 30_000).toUTCString());
  if (faults.happens('unavailable', part) || faults.happens('unavailable-once', part))
    return { status: 503, body: 'Service Unavailable' };
  if (faults.happens('forbidden', part)) return vendor.problem(403, 'a right is missing', part);
  if (faults.happens('html', part))
    return { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Please sign in</title>' };
  return undefined;
}

function send(response: ServerResponse, { status = 200, headers, json, body }: VendorAnswer): void {
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...type, ...headers });
  response.end(json === undefined ? body : JSON.stringify(json));
}

/** The length that is announced never comes. */
function truncate(response: ServerResponse, { json, body }: VendorAnswer): void {
  const whole = Buffer.from(body ?? JSON.stringify(json));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
  response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const CHANGES: Record<string, (company: Company) => void> = {
  change: changeSome,
  hide: hideTenth,
  'drop-dates': dropTerminationDates,
};

/** Not of the vendor: changes faults and people while the server runs. */
function control({ faults, company }: World, method: string, path: string, text: string): VendorAnswer {
  const wanted = text.split(/[\s,]+/).filter(Boolean);
  try {
    if (path === '/_faults' && method === 'PUT') faults.set(...wanted);
    else if (path === '/_faults' && method === 'DELETE') faults.set();
    else if (path === '/_company' && method === 'POST')
      for (const name of wanted) (CHANGES[name] ?? refuseChange)(company);
    else if (!['/_faults', '/_company'].includes(path) || method !== 'GET')
      throw new Refused(404, 'not found');
  } catch (error) {
    const status = error instanceof Refused ? error.status : 400;
    return { status, body: `${error instanceof Error ? error.message : error}\n` };
  }
  return { json: path === '/_faults' ? faults.list() : { people: company.people.length } };
}

function refuseChange(): never {
  throw new Error(`There are: ${Object.keys(CHANGES).join(', ')}.`);
}
