import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError, notFound } from '../../platform/errors.ts';
import { BODY_BYTES } from '../../platform/limits.ts';
import { signContract } from '../../views/employee-page/sign-contract.ts';
import { LINK } from '../access.ts';
import type { App } from '../app.ts';
import { SHORT_PATIENCE } from '../json-bodies.ts';
import { readPatiently } from '../limits/patient-body.ts';
import { readWhole } from '../limits/whole-body.ts';
import { clientOf } from '../portal/client.ts';
import { employeeCookie } from '../portal/cookie.ts';
import type { ProblemCode } from '../problems.ts';
import { oneOf } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { dateOfBirth, type Enter, tokenParameter } from './entrances.ts';
import { requireOwnPage } from './own-page.ts';
import { dataWithPage, type ReadData } from './read-data.ts';
import { sendShell, showProblems } from './shell.ts';

const PAGE_TYPE = 'text/html';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const page = {
  description: 'A page for a browser.',
  content: { [PAGE_TYPE]: { schema: Type.Unsafe<never>({ type: 'string', contentMediaType: PAGE_TYPE }) } },
};
const elsewhere = Type.Unsafe<never>({ type: 'null', description: 'To the page, which shows the answer.' });
const gone: ProblemCode[] = ['link-expired', 'link-ended', 'offer-withdrawn', 'offer-replaced'];

/** The link of an offered contract. It leads to the employee's page, which sends the answer here. */
export async function contractRoutes(
  app: App,
  services: Needs<'config' | 'dayWork' | 'proofs'>,
  enter: Enter,
  readData: ReadData,
): Promise<void> {
  const { config, dayWork, proofs } = services;
  const cookie = employeeCookie(config);

  await app.register(async (pages: App) => {
    readForms(pages);
    showProblems(pages);

    pages.get(
      '/contracts/:token',
      {
        config: { access: LINK, problems: ['link-ended'] },
        schema: {
          operationId: 'getContract',
          summary: 'Show an offered contract',
          description:
            "The employee's page, with the offer to read and answer. A browser that is new to it asks for the date of birth first.",
          tags: ['Contracts'],
          params: tokenParameter,
          produces: [PAGE_TYPE],
          response: { 200: page },
        },
      },
      async (request, reply) => {
        const entered = await enter(request.params.token);
        return await sendShell(reply, await dataWithPage(readData, request, entered));
      },
    );

    pages.post(
      '/contracts/:token',
      {
        bodyLimit: BODY_BYTES.contractAnswer,
        config: {
          access: LINK,
          problems: [
            ...gone,
            'conflict',
            'transition-refused',
            'sync-in-progress',
            'foreign-origin',
            'wrong-date-of-birth',
          ],
        },
        schema: {
          operationId: 'answerContract',
          summary: 'Answer an offered contract',
          description:
            'What the page sends: the answer together with the date of birth, from its own origin. The same answer once more changes nothing.',
          tags: ['Contracts'],
          params: tokenParameter,
          consumes: [FORM_TYPE],
          body: Type.Object({ dateOfBirth, answer: oneOf(['accepted', 'rejected']) }),
          response: { 303: elsewhere },
        },
        // After the rate limit, before the body is read. An unknown link takes precedence over an invalid answer.
        preParsing: async (request: FastifyRequest, _reply, payload) => {
          await enter((request.params as { token: string }).token);
          requireForm(request);
          requireOwnPage(request, config.baseUrl);
          return payload;
        },
      },
      async (request, reply) => {
        const { owner, subject } = await enter(request.params.token);
        if (!subject) throw notFound();
        const browserName = proofs.find(cookie.read(request), owner);
        const client = { ...clientOf(request), browserName };
        await dayWork(request, owner.companyId, (sql) =>
          signContract(sql, owner, subject, request.body, client),
        );
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
    const given = new URLSearchParams(text.toString());
    const names = [...new Set(given.keys())];
    return Object.fromEntries(
      names
        .map((name) => [name, given.getAll(name)] as const)
        .map(([name, all]) => [name, all.length === 1 ? all[0] : all]),
    );
  });
}

function requireForm({ headers }: FastifyRequest): void {
  if ((headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() !== FORM_TYPE)
    throw new AppError('unsupported-media-type', `Send the answer as a form, ${FORM_TYPE}.`);
}
