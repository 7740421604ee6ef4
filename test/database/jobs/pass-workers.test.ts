import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMetrics } from '../../../src/http/metrics/metrics.ts';
import { startPassWorkers } from '../../../src/jobs/pass-workers.ts';
import { until } from '../../pure/support/until.ts';
import { createPassService } from '../support/pass-service.ts';
import { face, Phone } from '../support/phone.ts';

const service = await createPassService();
const { apns, google, passes, setUp } = service;
const { sql } = service.database;
const errors: object[] = [];
const messages: string[] = [];
const log = {
  info: (_values: object, message: string) => void messages.push(message),
  error: (values: object) => void errors.push(values),
};

test('two nodes notice a change and tell each phone, and Google, once', async () => {
  const sets = [await setUp(), await setUp(), await setUp()];
  const phones: Phone[] = [];
  for (const { link } of sets) {
    const phone = new Phone(service);
    await phone.add(link());
    await service.app.inject({ method: 'GET', url: new URL(link('google')).pathname });
    phones.push(phone);
  }
  const nodes = [1, 2].map(() => startPassWorkers({ sql, passes, log, everyMs: 50 }));
  try {
    await until('the new devices are told', () => apns.received.length >= 3);
    apns.received.length = 0;
    google.received.length = 0;
    for (const { company } of sets) await company.on('2027-01-01');
    await until('everybody is told', () => apns.received.length >= 3 && google.received.length >= 3);
    await sleep(300);
    assert.deepEqual(
      apns.received.map(({ pushToken }) => pushToken).sort(),
      phones.map(({ pushToken }) => pushToken).sort(),
    );
    assert.deepEqual(
      google.received.map(({ method }) => method),
      ['PATCH', 'PATCH', 'PATCH'],
    );
    for (const phone of phones) {
      await phone.update();
      assert.match(face(phone.pass), /^01\/2027/);
    }
  } finally {
    await Promise.all(nodes.map((node) => node.stop(1_000)));
  }
  assert.deepEqual(errors, []);
});

test('a server that refuses everything, or hangs up, delays nobody who issues tickets', async () => {
  const { company, link } = await setUp();
  const phone = new Phone(service);
  const pass = await phone.add(link());
  for (let count = 0; count < 10; count++) await phone.register(pass, `device-${count}`);
  messages.length = 0;
  apns.answer = () => 'hang up';
  const metrics = createMetrics(sql);
  const node = startPassWorkers({ sql, passes, log, everyMs: 50, onUpdate: metrics.countPassUpdate });
  try {
    await until('it fails', async () => {
      const failed =
        await sql`select from pass_registrations where company_id = ${company.id} and failed_attempts > 0`;
      return failed.length > 10;
    });
    const figures = await metrics.read();
    assert.match(figures, /^transit_pass_updates\{wallet="apple",state="failing"\} 1[1-9]$/m);
    assert.match(figures, /^transit_pass_update_attempts_total\{wallet="apple",outcome="failed"\} \d+$/m);
    const begin = performance.now();
    await company.on('2027-01-01');
    assert.ok(performance.now() - begin < 5_000);
    assert.deepEqual(
      messages.filter((message) => message.includes('could not')),
      ['updates of passes could not be delivered'],
      'one line for eleven devices',
    );
  } finally {
    await node.stop(1_000);
  }
  assert.deepEqual(errors, []);
});
