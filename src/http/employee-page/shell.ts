import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { loadPages } from '../portal-pages/load-pages.ts';
import { addPageHeaders, sendHtml, sendMissing } from '../portal-pages/send-page.ts';
import { isProblemCode, logProblem, PROBLEMS, type ProblemCode, toAppError } from '../problems.ts';

const PAGE_TYPE = 'text/html';
/** In web/me/index.html. */
const NOTHING = 'data-problem=""';

/** The page without content. Its script reads the problem that it is to show, or asks for the data. */
export async function sendShell(reply: FastifyReply, problem?: ProblemCode): Promise<FastifyReply> {
  addPageHeaders(reply);
  const pages = await loadPages();
  if (!pages) return sendMissing(reply);
  const shell = pages.employee.get('index.html')?.bodies.identity.toString() ?? '';
  if (problem) reply.code(PROBLEMS[problem].status);
  return sendHtml(reply, problem ? shell.replace(NOTHING, `data-problem="${problem}"`) : shell);
}

/** Browsers see a problem as a page. Clients that do not accept HTML receive problem+json. */
export function showProblems(pages: App): void {
  pages.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (!wantsPage(request)) throw error;
    const problem = toAppError(error, request);
    logProblem(request, problem, error);
    const { retryAfterSeconds } = problem.details;
    if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds));
    return await sendShell(reply, isProblemCode(problem.code) ? problem.code : 'internal-error');
  });
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(PAGE_TYPE) ?? false;
}
