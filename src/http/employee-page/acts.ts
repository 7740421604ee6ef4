import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { PLAN_TYPES } from '../../domain/plans/plan-types.ts';
import { rollBackAfter } from '../../platform/db/roll-back.ts';
import { AppError } from '../../platform/errors.ts';
import { EMPLOYEE_ACTIONS } from '../../tickets/subscriptions/actions/employee-actions.ts';
import { actAsEmployee, tryAction } from '../../views/requests/act-as-employee.ts';
import { countActs } from '../../views/requests/count-acts.ts';
import { withdrawRequest } from '../../views/requests/withdraw-request.ts';
import { LINK } from '../access.ts';
import type { App } from '../app.ts';
import { OutcomeSchema } from '../outcome-schema.ts';
import { clientOf } from '../portal/client.ts';
import { employeeCookie } from '../portal/cookie.ts';
import { named, noContent } from '../portal/schemas.ts';
import { RefusalSchema, refusalOf } from '../refusal.ts';
import { idParameter, monthOfYears, nullable, nullableDate, oneOf, record } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { type Enter, tokenParameter } from './entrances.ts';
import { requireOwnPage } from './own-page.ts';

const input = {
  planType: Type.Optional(oneOf(PLAN_TYPES)),
  fromMonth: Type.Optional(monthOfYears),
  untilMonth: Type.Optional(monthOfYears),
};
const actParameters = Type.Object({ ...tokenParameter.properties, action: oneOf(EMPLOYEE_ACTIONS) });

const ActPreview = named('ActPreview', { outcome: nullable(OutcomeSchema), refusal: RefusalSchema });

type ActNeeds = Needs<'database' | 'dayWork'>;

/** What employees do on their page, if the company lets them (docs/employee-page.md, "What employees can do"). */
export function actRoutes(
  app: App,
  services: Needs<'config' | 'database' | 'dayWork' | 'proofs'>,
  enter: Enter,
): void {
  const entrance = createEntrance(services, enter);
  previewRoute(app, services, entrance);
  actRoute(app, services, entrance);
  withdrawRoute(app, services, entrance);
}

type Entrance = ReturnType<typeof createEntrance>;

function createEntrance({ config, proofs }: Needs<'config' | 'proofs'>, enter: Enter) {
  const cookie = employeeCookie(config);
  /** The person of the link, in a browser that has proved the date of birth, on a page of ours. */
  const enterProved = async (request: FastifyRequest) => {
    const entered = await enter((request.params as { token: string }).token);
    requireOwnPage(request, config.baseUrl);
    if (proofs.find(cookie.read(request), entered.owner) === undefined)
      throw new AppError('date-of-birth-required', 'Open the page and give the date of birth first.');
    return entered;
  };
  const options = {
    config: { access: LINK },
    // An unknown link takes precedence over an invalid body.
    preParsing: async <Payload>(request: FastifyRequest, _reply: unknown, payload: Payload) => {
      await enterProved(request);
      return payload;
    },
  };
  return { enter: enterProved, options };
}

function previewRoute(app: App, { database, dayWork }: ActNeeds, entrance: Entrance): void {
  app.post(
    '/me/:token/acts/:action/preview',
    {
      ...entrance.options,
      schema: {
        hide: true,
        params: actParameters,
        body: Type.Object(input),
        response: { 200: record(ActPreview) },
      },
    },
    async (request) => {
      const { owner } = await entrance.enter(request);
      const { planType, fromMonth, untilMonth } = request.body;
      await countActs(database.sql, owner, 'actPreviewsOfPerson');
      try {
        const outcome = await dayWork(request, owner.companyId, (sql) =>
          rollBackAfter(sql, (tx) =>
            tryAction(tx, owner, request.params.action, entered({ planType, fromMonth, untilMonth })),
          ),
        );
        return { data: { outcome, refusal: null } };
      } catch (error) {
        return { data: { outcome: null, refusal: refusalOf(error) } };
      }
    },
  );
}

function actRoute(app: App, { database, dayWork }: ActNeeds, entrance: Entrance): void {
  app.post(
    '/me/:token/acts/:action',
    {
      ...entrance.options,
      schema: {
        hide: true,
        params: actParameters,
        body: Type.Object({
          ...input,
          effectiveOn: nullableDate('As the preview has shown it.'),
          contributionCents: nullable(Type.Integer()),
        }),
        response: { 200: record(Type.Object({ result: oneOf(['done', 'asked']) })) },
      },
    },
    async (request) => {
      const { owner, linkClass } = await entrance.enter(request);
      const { planType, fromMonth, untilMonth, effectiveOn, contributionCents } = request.body;
      await countActs(database.sql, owner, 'actsOfPerson');
      const result = await dayWork(request, owner.companyId, (sql) =>
        sql.begin((tx) =>
          actAsEmployee(
            tx,
            owner,
            request.params.action,
            entered({ planType, fromMonth, untilMonth }),
            { effectiveOn, contributionCents },
            { ...clientOf(request), linkClass },
          ),
        ),
      );
      return { data: { result } };
    },
  );
}

function withdrawRoute(app: App, { database, dayWork }: ActNeeds, entrance: Entrance): void {
  app.post(
    '/me/:token/requests/:id/withdraw',
    {
      ...entrance.options,
      schema: {
        hide: true,
        params: Type.Object({ ...tokenParameter.properties, ...idParameter.properties }),
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      const { owner } = await entrance.enter(request);
      await countActs(database.sql, owner, 'actsOfPerson');
      await dayWork(request, owner.companyId, (sql) =>
        sql.begin((tx) => withdrawRequest(tx, owner, request.params.id)),
      );
      return reply.code(204).send();
    },
  );
}

/** Without the fields that were not sent. */
function entered<Values extends object>(values: Values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };
}
