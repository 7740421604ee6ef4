import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestService } from '../support/service.ts';
import { ask, createPortalCompany, signIn, tokenIn } from './portal.ts';

/** Collects standard error, where the service writes its log. */
const written: string[] = [];
const write = process.stderr.write;
process.stderr.write = (chunk: string | Uint8Array) => {
  written.push(String(chunk));
  return true;
};
after(() => {
  process.stderr.write = write;
});

const service = await createTestService({ LOG_LEVEL: 'trace' });
const { admin } = await createPortalCompany(service);

test('the log contains no password, token, name or search of the portal', async () => {
  const token = tokenIn(await signIn(service, admin.email));
  const body = { email: 'canarymail@example.com', password: 'canarypassword' };
  await ask(service, '/session', { method: 'POST', body });
  await ask(service, '/session', { method: 'POST', body: '{"password": "canarybroken' });
  const invite = { email: 'canaryinvited@example.com', role: 'viewer' };
  const invited = await admin.send('/invitations', { method: 'POST', body: invite });
  const invitation = invited.json().data.link.split('#')[1];
  await ask(service, '/invitation/accept', {
    method: 'POST',
    body: { token: invitation, password: 'canaryshort' },
  });
  const person = { firstName: 'Canaryfirst', lastName: 'Canarylast', email: 'canary@example.com' };
  await admin.send('/employees', { method: 'POST', body: { ...person, dateOfBirth: '1990-01-01' } });
  await admin.send('/employees', { method: 'POST', body: { ...person, dateOfBirth: 'canaryday' } });
  await admin.send('/employees?search=canarysearch');
  const made = await admin.send('/keys', {
    method: 'POST',
    body: { name: 'k', permissions: ['view-employees'] },
  });
  const log = written.join('');
  assert.match(log, /"route":"\/portal\/api\/session"/);
  assert.doesNotMatch(log, /canary|cookie/i);
  for (const secret of [token, admin.token, invitation, made.json().data.password, admin.email])
    assert.ok(!log.includes(secret), secret);
});
