import type { Readable } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { answerContract } from '../../contracts/answer-contract.ts';
import type { ContractSubject } from '../../contracts/contract-links.ts';
import { contractPage, PAGE_POLICY, troublePage } from '../../contracts/page.ts';
import { readContract } from '../../contracts/read-contract.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Language } from '../../language/language.ts';
import { LINK } from '../access.ts';
import type { App } from '../app.ts';
import { SHORT_PATIENCE } from '../json-bodies.ts';
import { readPatiently } from '../patient-body.ts';
import { isProblemCode, logProblem, PROBLEMS, type ProblemCode, toAppError } from '../problems.ts';
import { oneOf } from '../schemas.ts';
import type { Services } from '../services.ts';
import { readWhole } from '../whole-body.ts';

const PAGE_TYPE = 'text/html';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const ANSWER_BYTES = 1024;

const tokenParameter = Type.Object({ token: Type.String() });
const page = {
  description: 'A page for a browser.',
  content: { [PAGE_TYPE]: { schema: Type.Unsafe<never>({ type: 'string', contentMediaType: PAGE_TYPE }) } },
};
const elsewhere = Type.Unsafe<never>({ type: 'null', description: 'To the page, which shows the answer.' });
const gone: ProblemCode[] = ['link-expired', 'link-ended', 'offer-withdrawn', 'offer-replaced'];

/**
 * The page on which an employee reads and answers an offer. The token is the credential: employees have no
 * account.
 */
export async function contractRoutes(app: App, services: Services): Promise<void> {
  const { config, database, dayWork, contractLink, readContractToken } = services;
  const isSpecimen = config.environment === 'staging';

  const subjectOf = (token: string): ContractSubject => {
    const subject = readContractToken(token);
    if (!subject) throw notFound();
    return subject;
  };

  const newOffer = (request: FastifyRequest, { details }: AppError): string | undefined => {
    const subject = readContractToken((request.params as Static<typeof tokenParameter>).token);
    return subject && details.replacedBy !== undefined
      ? contractLink({ ...subject, id: details.replacedBy })
      : undefined;
  };

  await app.register(async (pages: App) => {
    readForms(pages);
    pages.addHook('onRequest', async (_request, reply) => {
      addPageHeaders(reply);
    });
    // After the rate limit, before the body is read.
    pages.addHook('preParsing', async (request, _reply, payload) => {
      // An unknown token takes precedence over an invalid answer.
      subjectOf((request.params as Static<typeof tokenParameter>).token);
      if (request.method === 'POST') requireOwnForm(request, config.baseUrl);
      return payload;
    });
    pages.setErrorHandler(async (error: FastifyError, request, reply) => {
      // Clients that do not accept HTML receive problem+json.
      if (!wantsPage(request)) throw error;
      const problem = toAppError(error);
      logProblem(request, problem, error);
      return sendTrouble(request, reply, problem, newOffer(request, problem));
    });

    pages.get(
      '/contracts/:token',
      {
        config: { access: LINK, problems: gone },
        schema: {
          operationId: 'getContract',
          summary: 'Show an offered contract',
          description:
            'The page on which an employee reads an offer and answers it. It works without scripts.',
          tags: ['Contracts'],
          params: tokenParameter,
          produces: [PAGE_TYPE],
          response: { 200: page },
        },
      },
      async (request, reply) => {
        const contract = await readContract(database.sql, subjectOf(request.params.token));
        return sendPage(reply, contractPage(contract, { isSpecimen }));
      },
    );

    pages.post(
      '/contracts/:token',
      {
        bodyLimit: ANSWER_BYTES,
        config: { access: LINK, problems: [...gone, 'conflict', 'foreign-origin'] },
        schema: {
          operationId: 'answerContract',
          summary: 'Answer an offered contract',
          description: 'What the form on the page sends. The same answer once more changes nothing.',
          tags: ['Contracts'],
          params: tokenParameter,
          consumes: [FORM_TYPE],
          body: Type.Object({ answer: oneOf(['accepted', 'rejected']) }),
          response: { 303: elsewhere },
        },
      },
      async (request, reply) => {
        const subject = subjectOf(request.params.token);
        await dayWork(request, subject.companyId, (sql) => answerContract(sql, subject, request.body.answer));
        // A redirect, so that reloading the page does not send the form again.
        return reply.redirect(request.params.token, 303);
      },
    );
  });
}

/** Form bodies are parsed on these routes only. */
function readForms(pages: App): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(FORM_TYPE, async (request: FastifyRequest, body: Readable) => {
    const text = await readWhole(readPatiently(body, SHORT_PATIENCE), request.routeOptions.bodyLimit);
    const answers = new URLSearchParams(text.toString()).getAll('answer');
    return answers.length === 0 ? {} : { answer: answers.length === 1 ? answers[0] : answers };
  });
}

function addPageHeaders(reply: FastifyReply): void {
  reply.header('Content-Security-Policy', PAGE_POLICY);
  // The URL contains the token: it must not leak through referrers or search engines.
  reply.header('Referrer-Policy', 'no-referrer');
  reply.header('X-Robots-Tag', 'noindex');
}

/**
 * The token protects against forged answers; this check only keeps out other sites' forms. Browsers that
 * apply `no-referrer` send `Origin: null` from the page itself.
 */
function requireOwnForm(request: FastifyRequest, baseUrl: string): void {
  const { origin, 'content-type': type = '' } = request.headers;
  if (type.split(';')[0]?.trim().toLowerCase() !== FORM_TYPE)
    throw new AppError('unsupported-media-type', `Send the answer as a form, ${FORM_TYPE}.`);
  const own = [new URL(baseUrl).origin, `${request.protocol}://${request.host}`, 'null'];
  if (origin !== undefined && !own.includes(origin))
    throw new AppError('foreign-origin', 'The answer was not sent from the page of the contract.');
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(PAGE_TYPE) ?? false;
}

function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply.type(`${PAGE_TYPE}; charset=utf-8`).send(text);
}

function sendTrouble(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: AppError,
  newOffer: string | undefined,
): FastifyReply {
  const code = isProblemCode(problem.code) ? problem.code : 'internal-error';
  const { retryAfterSeconds } = problem.details;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds));
  addPageHeaders(reply);
  return sendPage(reply.code(PROBLEMS[code].status), troublePage(code, languageOfReader(request), newOffer));
}

/** The first supported language that the browser prefers. */
function languageOfReader({ headers }: FastifyRequest): Language {
  const first = /(?:^|,)\s*(de|en)\b/i.exec(headers['accept-language'] ?? '')?.[1];
  return first?.toLowerCase() === 'en' ? 'en' : 'de';
}
