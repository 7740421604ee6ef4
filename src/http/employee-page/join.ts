import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { SLOTS } from '../../platform/limits.ts';
import { countRequest } from '../../views/employee-page/request-link.ts';
import { join } from '../../views/join/join.ts';
import { requireJoiningCompany } from '../../views/join/require-company.ts';
import { LINK } from '../access.ts';
import { afterAnswers } from '../after-answers.ts';
import type { App } from '../app.ts';
import { pacedTurns } from '../limits/paced-turns.ts';
import { nullable, record } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { dateOfBirth, tokenParameter } from './entrances.ts';
import { requireOwnPage } from './own-page.ts';
import { emailAddress } from './schemas.ts';
import { sendShell, showProblems } from './shell.ts';

/**
 * The join link of a company (docs/employee-page.md, "Join link"): who gives the address and birth date of somebody listed is
 * mailed the link to the own page. The answer is the same for everybody.
 */
export async function joinRoutes(
  app: App,
  {
    config,
    database,
    mailPageLink,
    readJoinToken,
  }: Needs<'config' | 'database' | 'mailPageLink' | 'readJoinToken'>,
): Promise<void> {
  const { sql } = database;
  const continueAfter = afterAnswers<number>(app);
  const enter = (token: string) => requireJoiningCompany(sql, readJoinToken(token));
  const waitForTurn = pacedTurns<number>(SLOTS.joins);
  const readJoining = async (token: string) => {
    const { name, contact, privacyNote } = await enter(token);
    const isSpecimen = config.environment === 'staging';
    return { companyName: name, contact, privacyNote, isSetUp: mailPageLink !== undefined, isSpecimen };
  };

  app.get(
    '/join/:token/data',
    {
      config: { access: LINK },
      schema: {
        hide: true,
        params: tokenParameter,
        response: {
          200: record(
            Type.Object({
              companyName: Type.String(),
              contact: nullable(Type.String()),
              privacyNote: nullable(Type.String()),
              isSetUp: Type.Boolean(),
              isSpecimen: Type.Boolean(),
            }),
          ),
        },
      },
    },
    async (request) => ({ data: await readJoining(request.params.token) }),
  );

  app.post(
    '/join/:token',
    {
      config: { access: LINK },
      schema: {
        hide: true,
        params: tokenParameter,
        body: Type.Object({ email: emailAddress, dateOfBirth }),
        response: { 202: record(Type.Object({ requested: Type.Boolean() })) },
      },
      // An unknown link takes precedence over an invalid body.
      preParsing: async (request: FastifyRequest, _reply, payload) => {
        const { token } = request.params as { token: string };
        const subject = readJoinToken(token);
        if (subject) await waitForTurn(request, subject.companyId);
        await enter(token);
        requireOwnPage(request, config.baseUrl);
        return payload;
      },
    },
    async (request, reply) => {
      const company = await enter(request.params.token);
      if (!mailPageLink)
        throw new AppError(
          'mail-not-configured',
          'This server sends no mail. Ask your employer for the link.',
        );
      await countRequest(sql, request.ip);
      const { email, dateOfBirth: born } = request.body;
      // The answer does not wait for it: its time would reveal whether somebody is listed.
      await continueAfter(
        company.companyId,
        () => join(sql, company, { email, dateOfBirth: born }, mailPageLink),
        request.log,
        'a link could not be mailed',
      );
      return reply.code(202).send({ data: { requested: true } });
    },
  );

  await app.register(async (pages: App) => {
    showProblems(pages);
    pages.get(
      '/join/:token',
      { config: { access: LINK }, schema: { hide: true, params: tokenParameter } },
      async (request, reply) => await sendShell(reply, await readJoining(request.params.token)),
    );
  });
}
