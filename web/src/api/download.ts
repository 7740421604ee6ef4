import { ApiError, UnreachableError } from './api-error.ts';

/** Saves a file. If the service refuses to make it, the page can say why, which a link cannot. */
export async function download(url: string): Promise<void> {
  const response = await fetch(url, { credentials: 'same-origin' }).catch(() => {
    throw new UnreachableError('The service did not answer.');
  });
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})), undefined);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
