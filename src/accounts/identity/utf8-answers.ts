import { isUtf8 } from 'node:buffer';
import type { OutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';

/**
 * Answers in UTF-8 only. The library replaces bytes that are not, so different subjects of a provider would become the same one. An
 * error that is no `OutgoingError` is an invalid answer to the library.
 */
export function onlyUtf8(fetch: OutgoingFetch): OutgoingFetch {
  return async (address, sending) => {
    const { status, headers, body } = await bytesOf(await fetch(address, sending));
    const isToken = headers.get('content-type')?.startsWith('application/jwt');
    if (!isUtf8(body) || (isToken && !hasUtf8Claims(body.toString())))
      throw new Error('the answer of the provider is not in UTF-8');
    return new Response(status === 204 ? null : body, { status, headers });
  };
}

async function bytesOf(answer: Response) {
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

/** Whether the claims of a signed token are in UTF-8. */
export function hasUtf8Claims(token: string): boolean {
  const [, claims = ''] = token.split('.');
  return isUtf8(Buffer.from(claims, 'base64url'));
}
