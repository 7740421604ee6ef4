import { ApiError, UnreachableError } from './api-error.ts';
import { type Answer, urlOf } from './client.ts';
import type { Problem, Routes } from './routes.ts';

type RosterRoute =
  | 'POST /integrations/:id/rosters'
  | 'POST /integrations/:id/rosters/preview'
  | 'POST /integrations/:id/syncs/:runId/send-again/preview';

/** How far the service is. */
interface ServiceProgress {
  step: 'planning' | 'people' | 'subscriptions';
  done: number;
  total: number;
}

export type UploadProgress = { step: 'upload'; done: number; total: number } | ServiceProgress;

interface Options {
  onProgress: (progress: UploadProgress) => void;
  signal?: AbortSignal;
}

const LINES = 'application/x-ndjson';

/**
 * Sends a roster, compressed, or names an earlier one, and tells how far it is. `fetch` does not tell how much has been sent.
 */
export async function upload<R extends RosterRoute>(
  route: R,
  request: Routes[R]['request'],
  { onProgress, signal }: Options,
): Promise<Answer<R>> {
  const body = 'body' in request ? await compressed(JSON.stringify(request.body)) : null;
  return await new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open('POST', urlOf(route, request));
    sending.setRequestHeader('accept', LINES);
    if (body) {
      sending.setRequestHeader('content-type', 'application/json');
      sending.setRequestHeader('content-encoding', 'gzip');
    }
    sending.upload.onprogress = ({ loaded, total }) => onProgress({ step: 'upload', done: loaded, total });
    sending.onprogress = () => {
      const last = completeLines(sending.responseText).at(-1);
      const { progress } = (last ? JSON.parse(last) : {}) as { progress?: ServiceProgress };
      if (progress) onProgress(progress);
    };
    sending.onload = () => {
      try {
        // The service checks its answers against the schemas that these types are generated from.
        resolve(answerOf(sending) as Answer<R>);
      } catch (error) {
        reject(error);
      }
    };
    sending.onerror = () => reject(new UnreachableError('The service did not answer.'));
    sending.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    signal?.addEventListener('abort', () => sending.abort(), { once: true });
    sending.send(body);
  });
}

function compressed(text: string): Promise<Blob> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

/** The last line may still be arriving. */
function completeLines(text: string): string[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean);
}

function answerOf(sent: XMLHttpRequest): unknown {
  const { status, responseText } = sent;
  const retryAfter = Number(sent.getResponseHeader('retry-after')) || undefined;
  const isLines = sent.getResponseHeader('content-type')?.startsWith(LINES);
  const text = isLines ? (completeLines(responseText).at(-1) ?? '{}') : responseText;
  const answer = parsed(text);
  if (status < 200 || status >= 300) throw new ApiError(status, answer as Partial<Problem>, retryAfter);
  if ('data' in answer) return answer.data;
  // The connection ended before the last line, or the work has failed.
  const problem = 'problem' in answer ? (answer.problem as Partial<Problem>) : {};
  throw new ApiError(problem.status ?? 500, problem, retryAfter);
}

function parsed(text: string): object & { data?: unknown; problem?: unknown } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
