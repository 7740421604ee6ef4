import type { ApplePassConfig } from '../../../platform/config/wallet.ts';
import { OUTGOING } from '../../../platform/limits.ts';
import type { AddressRule } from '../../../platform/outgoing/address-rules.ts';
import { type Http2Line, openHttp2Line } from '../../../platform/outgoing/http2-line.ts';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import type { ResolveHost } from '../../../platform/outgoing/resolve-host.ts';
import type { Delivery } from './delivery.ts';

export const APPLE_PUSH_URL = 'https://api.push.apple.com';

/** Tells a device that something has changed. It then asks for its passes, so a push says nothing about the pass. */
export interface Push {
  (pushToken: string): Promise<Delivery>;
  close(): void;
}

/** Answers that say that this token is of no device with our passes (Apple's "Handling notification responses from APNs"). */
const GONE = ['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered'];

export function createPush(options: {
  address: string;
  identity: () => Promise<ApplePassConfig>;
  rule: AddressRule;
  resolve: ResolveHost;
  /** An authority to trust, in tests. */
  ca?: string;
  seconds?: number;
}): Push {
  const { address, identity, rule, resolve, ca, seconds = OUTGOING.applePushes.seconds } = options;
  let opened: Promise<{ line: Http2Line; topic: string }> | undefined;

  /** The certificate of the pass type is also the one that may push to its passes. */
  async function open() {
    const { certificate, issuer, key, passTypeId: topic } = await identity();
    const cert = `${certificate}${issuer}`;
    const tls = { cert, key: key.export({ type: 'pkcs8', format: 'pem' }), ...(ca && { ca }) };
    return {
      line: openHttp2Line({ address, rule, resolve, tls, seconds, bytes: OUTGOING.applePushes.bytes }),
      topic,
    };
  }

  const push = async (pushToken: string): Promise<Delivery> => {
    opened ??= open();
    opened.catch(() => {
      opened = undefined;
    });
    try {
      const { line, topic } = await opened;
      const answer = await line.post(`/3/device/${pushToken}`, { 'apns-topic': topic }, '{}');
      return readAnswer(answer.status, answer.firstBytes.toString('utf8'), answer.retryAfter);
    } catch (error) {
      if (error instanceof OutgoingError) return { outcome: 'failed', problem: error.problem };
      throw error;
    }
  };
  return Object.assign(push, {
    close: () => void opened?.then(({ line }) => line.close()).catch(() => {}),
  });
}

function readAnswer(status: number, body: string, retryAfter: string | undefined): Delivery {
  if (status === 200) return { outcome: 'delivered' };
  const reason = /"reason"\s*:\s*"(\w{1,60})"/.exec(body)?.[1] ?? '';
  if (status === 410 || (status === 400 && GONE.includes(reason))) return { outcome: 'gone' };
  return { outcome: 'failed', problem: `${status} ${reason}`.trim(), retryAfter };
}
