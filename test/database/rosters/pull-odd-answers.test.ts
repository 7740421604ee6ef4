import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { SystemName } from '../../../src/rosters/pull/systems.ts';
import type { HrSystemServer } from '../../hr-systems/serve.ts';
import { VENDORS, type VendorName } from '../../hr-systems/vendors.ts';
import { createPullingCompany } from '../support/pulling-company.ts';
import { createTestService } from '../support/service.ts';

const service = await createTestService({ PULL_ALLOW_LOOPBACK: '1' });

/** A server beside the HR system, to which redirects lead. */
const asked: string[] = [];
const internal = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end('[]');
}).listen(0, '127.0.0.1');
await once(internal, 'listening');
after(() => void internal.close());
const INTERNAL = `http://127.0.0.1:${(internal.address() as AddressInfo).port}/latest/meta-data`;

type Instead = NonNullable<HrSystemServer['instead']>;

const throttled =
  (retryAfter: string): Instead =>
  () => ({ status: 429, headers: { 'retry-after': retryAfter }, json: {} });
const redirect =
  (status: number, location: string): Instead =>
  () => ({ status, headers: { location }, body: '' });
const cookies =
  (count: number): Instead =>
  (usual) => ({ ...usual, headers: { ...usual.headers, 'set-cookie': Array(count).fill('a=1') } });

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What the answers with people lead to. A file without bytes is empty. */
const ANSWERS: [name: string, instead: Instead, outcome: string, ofFile?: string][] = [
  ['429 for a year', throttled(String(YEAR_SECONDS)), 'source-throttled'],
  ['429 for a negative time', throttled('-60'), 'source-throttled'],
  ['429 for 1e99 seconds', throttled('1e99'), 'source-throttled'],
  ['429 for seconds of 200 digits', throttled('9'.repeat(200)), 'source-throttled'],
  ['429 until a time in the past', throttled('Wed, 21 Oct 2015 07:28:00 GMT'), 'source-throttled'],
  ['429 until the end of time', throttled('Fri, 31 Dec 9999 23:59:59 GMT'), 'source-throttled'],
  ['429 for a text', throttled('soon'), 'source-throttled'],
  ['thousands of cookies', cookies(5_000), 'source-unreadable'],
  ['hundreds of cookies', cookies(500), 'fetched'],
  ['204 without a body', () => ({ status: 204, body: '' }), 'source-unreadable', 'source-empty'],
  ['200 without a body', () => ({ status: 200, body: '' }), 'source-unreadable', 'source-empty'],
  [
    'a page for people',
    () => ({ headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title>' }),
    'source-unreadable',
  ],
  ...[301, 302, 303, 307, 308].map((status): [string, Instead, string] => [
    `${status} to another server of the network`,
    redirect(status, INTERNAL),
    'source-unreadable',
  ]),
  ['302 to the metadata of a cloud', redirect(302, 'http://169.254.169.254/'), 'source-unreadable'],
  ['302 to a file', redirect(302, 'file:///etc/passwd'), 'source-unreadable'],
];

const MAX_PAUSE_MS = 15 * 60_000;

for (const system of Object.keys(VENDORS) as (VendorName & SystemName)[])
  describe(`${system} with odd answers`, () => {
    let company: Awaited<ReturnType<typeof createPullingCompany>>;
    const pauses: number[] = [];
    before(async () => {
      company = await createPullingCompany(service, system, { people: 20 });
      company.sources.pause = async (ms) => void pauses.push(ms);
      const { run } = await company.night();
      assert.equal(run?.status, 'succeeded');
    });

    const people = () => company.sql`
      select l.hr_id, l.ended_at, e.first_name, e.last_name, e.updated_at
      from hr_links l join employees e on e.company_id = l.company_id and e.id = l.employee_id
      where l.company_id = ${company.companyId} order by l.hr_id`;

    for (const [name, instead, ofOthers, ofFile = ofOthers] of ANSWERS)
      it(name, async () => {
        const outcome = system === 'https-file' ? ofFile : ofOthers;
        const before = await people();
        pauses.length = 0;
        company.server.instead = instead;
        const { pull } = await company.night();
        company.server.instead = undefined;
        assert.equal(pull.status === 'accepted' ? 'fetched' : pull.code, outcome, pull.detail ?? '');
        assert.deepEqual(await people(), before);
        assert.ok(before.length > 0);
        assert.deepEqual(asked, []);
        assert.deepEqual(
          pauses.filter((ms) => !(ms >= 0 && ms <= MAX_PAUSE_MS)),
          [],
        );
      });
  });
