import { PassThrough } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { OnProgress } from '../../rosters/apply/apply-roster.ts';
import { isProblemCode, logProblem, problemBody, toAppError } from '../problems.ts';

/** One JSON text per line. */
const LINES = 'application/x-ndjson';

/**
 * Answers with `{data}`. If the page asks for lines, the answer begins with the first progress: lines `{progress: {step, done,
 * total}}`, and last `{data}` or `{problem}`. A refusal before that is answered as usual, except for wrong values: they are a
 * result that people expect, and browsers report every status 422 as an error. Progress in the answer itself needs no second
 * request, which another node could receive.
 */
export async function answerWithProgress<Data, Reply extends FastifyReply>(
  request: FastifyRequest,
  reply: Reply,
  work: (onProgress: OnProgress) => Promise<Data>,
): Promise<{ data: Data } | Reply> {
  if (request.headers.accept !== LINES) return { data: await work(() => {}) };
  const lines = new PassThrough();
  const write = (line: object) => lines.write(`${JSON.stringify(line)}\n`);
  const begun = Promise.withResolvers<void>();
  const result = work((step, done, total) => {
    write({ progress: { step, done, total } });
    begun.resolve();
  });
  await Promise.race([
    begun.promise,
    result.catch((error: FastifyError) => {
      if (error.code !== 'invalid-values') throw error;
    }),
  ]);
  const end = (line: object) => {
    write(line);
    lines.end();
  };
  void result.then(
    (data) => end({ data }),
    (error: FastifyError) => end({ problem: problemOf(request, error) }),
  );
  // A proxy must not hold the lines back.
  reply.type(LINES).header('X-Accel-Buffering', 'no').send(lines);
  return reply;
}

function problemOf(request: FastifyRequest, error: FastifyError) {
  const problem = toAppError(error, request);
  logProblem(request, problem, error);
  const code = isProblemCode(problem.code) ? problem.code : 'internal-error';
  return problemBody(code, problem.message, problem.details);
}
