import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { loadPages } from '../portal-pages/load-pages.ts';
import { addPageHeaders, sendHtml, sendMissing } from '../portal-pages/send-page.ts';
import { isProblemCode, logProblem, PROBLEMS, type ProblemCode, toAppError } from '../problems.ts';

const PAGE_TYPE = 'text/html';
/** In web/me/index.html. */
const NOTHING = 'data-problem=""';
const ROOT = '<div id="root"></div>';

/**
 * The page with its data, so that the script need not ask for them: a slow phone shows the page a round trip earlier. Without
 * data the script asks. The content security policy runs no inline script, and a block of JSON is none.
 */
export async function sendShell(reply: FastifyReply, data?: object): Promise<FastifyReply> {
  if (!data) return await sendPage(reply, (shell) => shell);
  // In HTML, `<` could end the block.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="data">${json}</script>`;
  return await sendPage(reply, (shell) => shell.replace(ROOT, () => `${block}${ROOT}`));
}

async function sendProblem(reply: FastifyReply, problem: ProblemCode): Promise<FastifyReply> {
  reply.code(PROBLEMS[problem].status);
  return await sendPage(reply, (shell) => shell.replace(NOTHING, `data-problem="${problem}"`));
}

async function sendPage(reply: FastifyReply, fill: (shell: string) => string): Promise<FastifyReply> {
  addPageHeaders(reply);
  const pages = await loadPages();
  if (!pages) return sendMissing(reply);
  const shell = pages.employee.get('index.html')?.bodies.identity.toString() ?? '';
  return sendHtml(reply, fill(shell));
}

/** Browsers see a problem as a page. Clients that do not accept HTML receive problem+json. */
export function showProblems(pages: App): void {
  pages.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (!wantsPage(request)) throw error;
    const problem = toAppError(error, request);
    logProblem(request, problem, error);
    const { retryAfterSeconds } = problem.details;
    if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds));
    return await sendProblem(reply, isProblemCode(problem.code) ? problem.code : 'internal-error');
  });
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(PAGE_TYPE) ?? false;
}
