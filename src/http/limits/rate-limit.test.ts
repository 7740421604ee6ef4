import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../platform/config/config.ts';
import { createRateLimits } from './rate-limit.ts';

const limits = (perMinute: number) =>
  createRateLimits(readConfig({ ADDRESS_RATE_LIMIT_PER_MINUTE: String(perMinute) }));

describe('the limit of a network address', () => {
  it('begins anew after a minute', (t) => {
    t.mock.timers.enable({ apis: ['Date'] });
    const { address } = limits(2);
    const ask = () => address('192.0.2.1')?.details.retryAfterSeconds;
    assert.deepEqual([ask(), ask(), ask()], [undefined, undefined, 60]);
    t.mock.timers.tick(59_999);
    assert.equal(ask(), 1);
    t.mock.timers.tick(1);
    assert.deepEqual([ask(), ask(), ask()], [undefined, undefined, 60]);
  });

  it('counts an IPv6 network as one address, and every IPv4 address', () => {
    const { address } = limits(1);
    assert.equal(address('2001:db8:1:2::1'), undefined);
    assert.equal(address('2001:db8:1:2:ffff::9')?.code, 'too-many-requests');
    assert.equal(address('2001:db8:1:3::1'), undefined);
    assert.equal(address('192.0.2.1'), undefined);
    assert.equal(address('::ffff:192.0.2.1')?.code, 'too-many-requests');
    assert.equal(address('192.0.2.2'), undefined);
  });

  it('needs bounded memory: of many addresses the oldest is forgotten', () => {
    const { address } = limits(1);
    const isCounted = (ip: string) => address(ip) !== undefined;
    address('192.0.2.1');
    assert.ok(isCounted('192.0.2.1'));
    for (let network = 0; network < 50_000; network++) address(`2001:db8:${network.toString(16)}::1`);
    assert.ok(isCounted('2001:db8:c34f::1'));
    assert.ok(!isCounted('192.0.2.1'));
  });
});
