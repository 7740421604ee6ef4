import { type Static, type TSchema, Type } from 'typebox';
import { PLAN_TYPES } from '../../../../domain/plans/plan-types.ts';
import { rollBackAfter } from '../../../../platform/db/roll-back.ts';
import { ACTIONS, type Action } from '../../../../tickets/subscriptions/actions/transitions.ts';
import { type ComparedAction, performAndCompare } from '../../../../views/timeline/perform-and-compare.ts';
import type { Timeline } from '../../../../views/timeline/read-timeline.ts';
import type { App } from '../../../app.ts';
import { RefusalSchema, refusalOf } from '../../../refusal.ts';
import { Plan, Subscription, showEmployee } from '../../../routes/employee-schemas.ts';
import { date, idParameter, monthOfYears, nullable, nullableDate, oneOf, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { named } from '../../schemas.ts';
import { TermSchema } from '../../terms.ts';
import { CutOff } from './cut-off-schema.ts';

/** A previewed ticket has no links, because it may never exist. */
const Snapshot = named('Snapshot', {
  subscription: Subscription,
  plan: Plan,
  ticket: nullable(
    Type.Object({
      ticketMonth: Type.String(),
      validFrom: date('First day of validity.'),
      validUntil: date('Last day of validity.'),
    }),
  ),
  terms: Type.Array(TermSchema),
});

const ActionOutcome = Type.Partial(
  Type.Object({
    start: date('First day of the subscription.'),
    from: date('First day of the pause, of the months after it, or of the new plan.'),
    until: nullableDate('First day after the pause; null means open.'),
    end: date('First day without a ticket.'),
    dropped: Type.Boolean({ description: 'Whether the subscription ends before it has begun.' }),
    offered: Type.Boolean({ description: 'Whether the employee has to sign a contract first.' }),
    contributionCents: Type.Integer(),
    validFrom: date('First day of the ticket.'),
    refund: Type.Object(
      { employerCents: Type.Integer(), employeeCents: Type.Integer() },
      { description: 'The shares of the charge that is reversed.' },
    ),
  }),
);

const ActionResult = named('ActionResult', {
  action: oneOf(ACTIONS),
  result: ActionOutcome,
  cutOff: nullable(CutOff),
  before: Snapshot,
  after: Snapshot,
});

const ActionPreview = named('ActionPreview', { outcome: nullable(ActionResult), refusal: RefusalSchema });

const route = {
  config: { access: 'portal-change-people' },
  schema: {
    params: Type.Object({ ...idParameter.properties, action: oneOf(ACTIONS) }),
    body: Type.Object({
      planType: Type.Optional(oneOf(PLAN_TYPES)),
      fromMonth: Type.Optional(monthOfYears),
      untilMonth: Type.Optional(monthOfYears),
      refund: Type.Optional(
        Type.Boolean({ description: 'When revoking: reverse the charge of the running month.' }),
      ),
    }),
  },
} as const;
const answering = <Answer extends TSchema>(answer: Answer) => ({
  ...route,
  schema: { ...route.schema, response: { 200: record(answer) } },
});

export function actionRoutes(app: App, services: Needs<'config' | 'dayWork' | 'walletLinks'>): void {
  const { dayWork } = services;

  app.post('/employees/:id/actions/:action/preview', answering(ActionPreview), async (request) => {
    const { id, action } = request.params;
    const given = [companyOf(request), id, actorOf(request), action, request.body] as const;
    try {
      const compared = await dayWork(request, companyOf(request), (sql) =>
        rollBackAfter(sql, (tx) => performAndCompare(tx, ...given)),
      );
      return { data: { outcome: show(action, compared, services), refusal: null } };
    } catch (error) {
      return { data: { outcome: null, refusal: refusalOf(error) } };
    }
  });

  app.post('/employees/:id/actions/:action', answering(ActionResult), async (request) => {
    const { id, action } = request.params;
    const given = [companyOf(request), id, actorOf(request), action, request.body] as const;
    const compared = await dayWork(request, companyOf(request), (sql) =>
      sql.begin((tx) => performAndCompare(tx, ...given)),
    );
    return { data: show(action, compared, services) };
  });
}

function show(
  action: Action,
  { result, cutOff, before, after }: ComparedAction,
  services: Needs<'config' | 'walletLinks'>,
): Static<typeof ActionResult> {
  return { action, result, cutOff, before: snapshotOf(before, services), after: snapshotOf(after, services) };
}

function snapshotOf(
  { employee, terms }: Timeline,
  services: Needs<'config' | 'walletLinks'>,
): Static<typeof Snapshot> {
  const { subscription, plan, ticket } = showEmployee(employee, services);
  return {
    subscription,
    plan,
    ticket: ticket && {
      ticketMonth: ticket.ticketMonth,
      validFrom: ticket.validFrom,
      validUntil: ticket.validUntil,
    },
    terms,
  };
}
