import { OutgoingError } from '../../platform/outgoing/outgoing-error.ts';
import type { Line } from '../../platform/outgoing/post.ts';
import { retryAfterSeconds } from '../../platform/retry-pauses.ts';
import type { Delivery } from './deliveries-sql.ts';
import { signedHeaders } from './sign.ts';
import type { DeliveryProblem } from './webhook-types.ts';

export type Message = Pick<Delivery, 'kind' | 'messageId' | 'eventNumber' | 'eventType' | 'attempt' | 'body'>;

export interface Sent {
  delivery: Delivery;
  /** The receiver wants no more requests. */
  isGone: boolean;
  /** The pause that the receiver has asked for. */
  retryAfterSeconds: number | undefined;
}

export interface Sender {
  line: Line;
  /** Undefined if they cannot be decrypted. */
  secrets: readonly string[] | undefined;
  userAgent: string;
}

const GONE = 410;

/** Makes one attempt. Rejects only if the signal is aborted before there is an answer. */
export async function sendMessage(
  { line, secrets, userAgent }: Sender,
  message: Message,
  signal?: AbortSignal,
): Promise<Sent> {
  const begin = performance.now();
  const failed = (problem: DeliveryProblem): Sent => ({
    delivery: { ...message, ...took(begin), outcome: 'failed', status: null, problem, answer: null },
    isGone: false,
    retryAfterSeconds: undefined,
  });
  if (!secrets) return failed('secret-unreadable');
  const { messageId: id, body } = message;
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': userAgent,
    ...signedHeaders(secrets, { id, body }),
  };
  try {
    const { status, firstBytes, retryAfter } = await line.post(headers, body, signal);
    const isDelivered = status >= 200 && status < 300;
    return {
      delivery: {
        ...message,
        ...took(begin),
        outcome: isDelivered ? 'delivered' : 'failed',
        status,
        problem: status >= 300 && status < 400 ? 'redirected' : null,
        answer: readable(firstBytes),
      },
      isGone: status === GONE,
      retryAfterSeconds: status === 429 || status === 503 ? retryAfterSeconds(retryAfter) : undefined,
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof OutgoingError) return failed(error.problem);
    throw error;
  }
}

const took = (begin: number) => ({ tookMs: Math.round(performance.now() - begin) });

/** PostgreSQL stores no NUL. Other bytes that are no UTF-8 become replacement characters. */
function readable(bytes: Buffer): string | null {
  return bytes.length === 0 ? null : bytes.toString('utf8').replaceAll('\0', '\uFFFD');
}
