import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { makeCompany } from '../../../../test/hr-systems/people.ts';
import { startSftpSystem } from '../../../../test/hr-systems/sftp.ts';
import {
  assertListed,
  failsWith,
  listAll,
  mappingByGuess,
  type Trial,
  trialOf,
  windowOf,
} from '../../../../test/hr-systems/try-system.ts';
import { publicAddressRule } from '../../../platform/outgoing/address-rules.ts';
import { createHostResolver } from '../../../platform/outgoing/resolve-host.ts';
import type { Credentials } from '../hr-system.ts';
import { createSourceClient, type SourceLimits } from '../source-client.ts';
import { matchesGlob } from './glob.ts';
import { sftpFetch } from './sftp-fetch.ts';

const company = makeCompany({ people: 60, today: '2026-11-17' });
const server = await startSftpSystem({ company });
after(() => server.close());
const hostKey = server.fingerprint();
const right: Credentials = { ...server.credentials, hostKey };
beforeEach(() => {
  server.faults.set();
  server.hasSeenCredentials = false;
});

const connect = (credentials = right, limits: Partial<SourceLimits> = {}) =>
  trialOf(sftpFetch, { company, credentials }, limits);

const mapping = await mappingByGuess(sftpFetch, connect().connection);

const list = (trial: Trial = connect()) => listAll(sftpFetch, trial.connection, mapping, windowOf(company));

const expected = {
  payroll: ['costCentre'] as const,
  id: ({ personnelNumber }: { personnelNumber: string }) => personnelNumber,
  isListed: ({ hasLeft }: { hasLeft: boolean }) => !hasLeft,
};

describe('a file by SFTP', () => {
  it('is the newest that matches; folders, other files and names that no file has do not count', async () => {
    assertListed(await list(), company, expected);
    const older = await list(connect({ ...right, filePattern: 'people-b.csv' }));
    assert.equal(older.people.length, company.people.filter(expected.isListed).length - 1);
  });

  it('is read with a private key', async () => {
    const { password: _, ...others } = right;
    assertListed(await list(connect({ ...others, privateKey: server.privateKey })), company, expected);
    await failsWith(list(connect({ ...others, privateKey: 'no key' })), 'source-unauthorised', /OpenSSH/);
    await failsWith(list(connect(others)), 'source-unauthorised');
  });

  it('is tried again if the connection fails once', async () => {
    server.faults.set('unavailable-once');
    const trial = connect();
    assertListed(await list(trial), company, expected);
    assert.deepEqual(trial.pauses, [1000, 3000]);
  });

  for (const [fault, code] of [
    ['wrong-token', 'source-unauthorised'],
    ['forbidden', 'source-unauthorised'],
    ['unavailable', 'source-unreachable'],
    ['truncated', 'source-unreachable'],
    ['still-being-written', 'source-incomplete'],
    ['empty', 'source-empty'],
    ['endless-list', 'source-unreadable'],
    ['endless-greeting', 'source-unreadable'],
  ] as const)
    it(`is ${code}: ${fault}`, async () => {
      server.faults.set(fault);
      await failsWith(list(), code);
    });

  it('is source-unreachable: no answer in time', async () => {
    server.faults.set('silent');
    const error = await failsWith(list(connect(right, { answerMs: 200 })), 'source-unreachable');
    assert.equal(error.problem, 'timed-out');
  });

  it('is source-empty if none matches, and source-unreadable if there is no such folder or it is too large', async () => {
    await failsWith(list(connect({ ...right, filePattern: 'staff-*' })), 'source-empty', /staff-\*/);
    await failsWith(list(connect({ ...right, folder: 'nowhere' })), 'source-unreadable', /no such folder/);
    await failsWith(list(connect(right, { answerBytes: 1000 })), 'source-unreadable', /too large/);
  });

  it('is not fetched from an address that the operator does not allow', async () => {
    const client = createSourceClient({
      ...{ baseUrl: undefined, rule: publicAddressRule(false), resolve: createHostResolver() },
      ...{ limits: connect().connection.client.limits, signal: new AbortController().signal },
      pause: async () => {},
    });
    for (const host of ['127.0.0.1', 'localhost', '::1']) {
      const connection = { ...connect().connection, credentials: { ...right, host }, client };
      const listing = listAll(sftpFetch, connection, mapping, windowOf(company));
      assert.equal((await failsWith(listing, 'source-unreachable')).problem, 'address-not-allowed');
    }
    assert.equal(server.hasSeenCredentials, false);
  });
});

describe('the key of the server', () => {
  it('is shown before credentials are sent, for an admin to confirm', async () => {
    const { hostKey: _, ...unconfirmed } = right;
    const survey = await sftpFetch.survey(connect(unconfirmed).connection);
    assert.deepEqual(survey.toConfirm, { input: 'hostKey', value: hostKey });
    await failsWith(list(connect(unconfirmed)), 'source-unauthorised', /confirmed/);
    assert.equal(server.hasSeenCredentials, false);
    assert.equal((await sftpFetch.survey(connect().connection)).toConfirm, undefined);
  });

  it('that has changed ends the pull before credentials are sent', async () => {
    server.faults.set('changed-host-key');
    const trial = connect();
    const error = await failsWith(list(trial), 'source-unauthorised', /No credentials were sent/);
    assert.ok(error.detail.includes(server.fingerprint()) && error.detail.includes(hostKey));
    await failsWith(
      sftpFetch.survey(connect().connection),
      'source-unauthorised',
      /No credentials were sent/,
    );
    assert.equal(server.hasSeenCredentials, false);
    assert.deepEqual(trial.pauses, []);
  });
});

describe('a pattern of file names', () => {
  for (const [pattern, name, isMatch] of [
    ['people-*.csv', 'people-2026.csv', true],
    ['people-*.csv', 'people-2026.csv.part', false],
    ['people-*.csv', 'PEOPLE-1.csv', false],
    ['*', '', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a.c', 'abc', false],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b', 'xxbxxa', false],
    ['**x', 'yx', true],
  ] as const)
    it(`${pattern} ${isMatch ? 'matches' : 'does not match'} "${name}"`, () => {
      assert.equal(matchesGlob(pattern, name), isMatch);
    });

  it('takes no longer for many stars', () => {
    assert.equal(matchesGlob(`${'*a'.repeat(50)}*b`, 'a'.repeat(255)), false);
  });
});
