import { type Static, Type } from 'typebox';
import { changeGroups, type GroupsChange } from '../../../../company/groups/change-groups.ts';
import {
  MAX_GROUP_NAME_LENGTH,
  MAX_RULE_VALUES,
  MAX_SUBSIDY_CENTS,
} from '../../../../company/groups/check-group.ts';
import { listGroups } from '../../../../company/groups/list-groups.ts';
import { runLongChange } from '../../../../domain/day/long-change.ts';
import {
  MAX_PAYROLL_TEXT_LENGTH,
  PAYROLL_FIELDS,
  type PayrollField,
} from '../../../../domain/person/payroll-fields.ts';
import { PLAN_TYPES } from '../../../../domain/plans/plan-types.ts';
import { rollBackAfter } from '../../../../platform/db/roll-back.ts';
import type { ListReader, Sql } from '../../../../platform/db/types.ts';
import type { App } from '../../../app.ts';
import { nullable, oneOf, record, recordId, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { peopleOf, Who } from '../../people.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { named } from '../../schemas.ts';
import { amountChange } from './amount-change.ts';

const values = Type.Array(Type.String({ minLength: 1, maxLength: MAX_PAYROLL_TEXT_LENGTH }), {
  maxItems: MAX_RULE_VALUES,
});

const rule = Type.Unsafe<{ [Field in PayrollField]?: string[] }>({
  type: 'object',
  properties: Object.fromEntries(PAYROLL_FIELDS.map((field) => [field, values])),
  additionalProperties: false,
});

const settings = {
  name: Type.String({ minLength: 1, maxLength: MAX_GROUP_NAME_LENGTH, pattern: '\\S' }),
  subsidyCents: Type.Integer({ minimum: 0, maximum: MAX_SUBSIDY_CENTS }),
  defaultPlanType: oneOf(PLAN_TYPES),
  offeredPlanTypes: Type.Array(oneOf(PLAN_TYPES), { maxItems: PLAN_TYPES.length }),
  rule,
};

const Group = named('Group', {
  id: recordId,
  position: Type.Integer(),
  ...settings,
  people: Type.Integer(),
  byHand: Type.Integer(),
});

const Groups = named('Groups', {
  groups: Type.Array(Group),
  /** People in no group. */
  others: Type.Integer(),
  held: nullable(
    Type.Object({ people: Type.Integer(), outOf: Type.Integer(), heldAt: timestamp('Since when.') }),
  ),
});

const Change = Type.Union([
  Type.Object({ action: Type.Literal('create'), settings: Type.Object(settings) }),
  Type.Object({
    action: Type.Literal('set'),
    id: recordId,
    settings: Type.Partial(Type.Object(settings), { minProperties: 1 }),
  }),
  Type.Object({
    action: Type.Literal('move'),
    id: recordId,
    position: Type.Integer({ minimum: 1, maximum: 1_000 }),
  }),
  Type.Object({ action: Type.Literal('delete'), id: recordId }),
  Type.Object({
    action: Type.Literal('choose'),
    who: Who,
    choice: Type.Union([recordId, Type.Literal('none'), Type.Literal('by-rule')]),
  }),
  Type.Object({ action: Type.Literal('release') }),
]);

const fromTo = { from: nullable(Type.String()), to: nullable(Type.String()) };

/** Who moves, and what that means. */
const Effect = named('GroupEffect', {
  moved: Type.Integer(),
  moves: Type.Array(Type.Object({ ...fromTo, people: Type.Integer() })),
  names: Type.Array(
    Type.Object({ ...fromTo, employeeId: recordId, firstName: Type.String(), lastName: Type.String() }),
  ),
  ...amountChange,
});

/** Groups of people with amounts of their own. */
export function groupRoutes(app: App, { bulkWork, database }: Needs<'database' | 'bulkWork'>): void {
  app.get(
    '/groups',
    { config: { access: 'portal-see-costs' }, schema: { response: { 200: record(Groups) } } },
    async (request) => ({ data: await read(database.sql, companyOf(request)) }),
  );

  app.post(
    '/groups/changes',
    {
      config: { access: 'portal-administer' },
      schema: { body: Change, response: { 200: record(Groups) } },
    },
    async (request) => {
      const companyId = companyOf(request);
      const change = await toChange(database, readerOf(request), request.body);
      const data = await bulkWork(request, companyId, (bulk) =>
        runLongChange(bulk, companyId, async (tx) => {
          await changeGroups(tx, companyId, actorOf(request), change);
          return await read(tx, companyId);
        }),
      );
      return { data };
    },
  );

  app.post(
    '/groups/changes/preview',
    {
      config: { access: 'portal-administer' },
      schema: { body: Change, response: { 200: record(Effect) } },
    },
    async (request) => {
      const companyId = companyOf(request);
      const change = await toChange(database, readerOf(request), request.body);
      const data = await bulkWork(request, companyId, (bulk) =>
        rollBackAfter(bulk, (tx) => changeGroups(tx, companyId, actorOf(request), change)),
      );
      return { data };
    },
  );
}

/** The people of a choice may be everybody who matches filters. */
async function toChange(
  { lists }: Needs<'database'>['database'],
  reader: ListReader,
  change: Static<typeof Change>,
): Promise<GroupsChange> {
  if (change.action !== 'choose') return change;
  const { who, choice, action } = change;
  return {
    action,
    choice,
    employeeIds: await lists.read(reader, (sql, companyId) => peopleOf(sql, companyId, who)),
  };
}

async function read(sql: Sql, companyId: number): Promise<Static<typeof Groups>> {
  const { groups, others, held } = await listGroups(sql, companyId);
  return {
    groups: groups.map(({ offeredPlanTypes, rule: fields, ...group }) => ({
      ...group,
      offeredPlanTypes: [...offeredPlanTypes],
      rule: Object.fromEntries(Object.entries(fields).map(([field, given]) => [field, [...given]])),
    })),
    others,
    held: held && { ...held, heldAt: held.heldAt.toISOString() },
  };
}
