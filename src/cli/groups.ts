import { type Command, InvalidArgumentError, Option } from 'commander';
import { requireCompany } from '../company/companies/require-company.ts';
import { changeGroups, concernsPeople, type GroupsChange } from '../company/groups/change-groups.ts';
import type { GroupEffect } from '../company/groups/change-members.ts';
import type { Choice } from '../company/groups/choose-group.ts';
import { type GroupList, listGroups } from '../company/groups/list-groups.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { runLongChange } from '../domain/day/long-change.ts';
import { PAYROLL_FIELDS } from '../domain/person/payroll-fields.ts';
import { PLAN_TYPES, type PlanType } from '../domain/plans/plan-types.ts';
import { rollBackAfter } from '../platform/db/roll-back.ts';
import type { Transaction } from '../platform/db/types.ts';
import type { GroupRule, GroupSettings } from '../tickets/groups/group.ts';
import { selectMembers } from '../tickets/groups/members-sql.ts';
import { amount, positiveNumber, shortText, wholeNumber } from './arguments.ts';
import { naming, type Output, requireOption, table, withDatabase } from './command.ts';
import { confirm } from './confirm.ts';
import { difference } from './difference.ts';

interface Options {
  company: number;
  name?: string;
  subsidy?: number;
  plan?: PlanType;
  offer?: PlanType[];
  rule?: GroupRule;
  to: number;
  group: Choice;
}

export function addGroups(program: Command): void {
  const groups = program
    .command('groups')
    .description('manage groups of people with a subsidy and plans of their own (docs/costs.md)');
  addReads(groups);
  addChanges(groups);
  addChoices(groups);
}

function addReads(groups: Command): void {
  const list = ofCompany(groups.command('list').description('list the groups in their order'));
  withDatabase(list, async ({ sql }) => {
    const { company } = list.opts<Options>();
    await requireCompany(sql, company);
    return output(await listGroups(sql, company));
  });

  const members = withId(groups.command('members').description('list the people of a group'));
  withDatabase(members, async ({ sql }) => {
    const { company } = members.opts<Options>();
    await requireCompany(sql, company);
    const people = await selectMembers(sql, company, idOf(members));
    const rows = people.map((person) => [
      person.employeeId,
      `${person.firstName} ${person.lastName}`,
      person.byHand ? 'by hand' : 'by rule',
      person.since,
    ]);
    return { data: people, lines: table(['EMPLOYEE', 'NAME', 'CHOSEN', 'SINCE'], rows) };
  });
}

function addChanges(groups: Command): void {
  const create = settingsOf(
    ofCompany(groups.command('create').description('create a group after all others')),
  );
  for (const option of create.options) if (REQUIRED.has(option.long ?? '')) option.makeOptionMandatory();
  asking(create, () => ({
    action: 'create',
    settings: {
      name: '',
      subsidyCents: 0,
      defaultPlanType: 'fully-subsidized-plan',
      offeredPlanTypes: [],
      rule: {},
      ...settings(create),
    },
  }));

  const set = settingsOf(
    withId(groups.command('set').description('change a group; options that are not given stay as they are')),
  );
  requireOption(set);
  asking(set, () => ({ action: 'set', id: idOf(set), settings: settings(set) }));

  const move = withId(
    groups.command('move').description('change the order: the first group that fits a person counts'),
  ).requiredOption('--to <place>', 'place in the order, from 1 on', positiveNumber);
  asking(move, () => ({ action: 'move', id: idOf(move), position: move.opts<Options>().to }));

  const remove = withId(
    groups.command('delete').description('delete a group; the next one that fits its people counts'),
  );
  asking(remove, () => ({ action: 'delete', id: idOf(remove) }));
}

function addChoices(groups: Command): void {
  const put = ofCompany(
    groups
      .command('put')
      .description('put people into a group by hand, so that rules do not move them')
      .argument('<employees...>', 'employee ids', (text: string, before: number[] = []) => [
        ...before,
        wholeNumber(text),
      ]),
  ).requiredOption(
    '--group <id>',
    'group id; none: in no group, whatever fits; by-rule: the rules decide again',
    choice,
  );
  asking(put, () => ({
    action: 'choose',
    employeeIds: put.args.map(Number),
    choice: put.opts<Options>().group,
  }));

  const release = ofCompany(
    groups.command('release').description('move the people whom a roster would have moved, if that was held'),
  );
  asking(release, () => ({ action: 'release' }));
}

/** Shows who moves and what it costs, asks if it concerns anybody, and makes the change. */
function asking(command: Command, changeOf: () => GroupsChange): void {
  command.option('--yes', 'do not ask before a change that moves people or changes what they pay');
  withDatabase(command, async ({ bulk }) => {
    const { company } = command.opts<Options>();
    await requireCompany(bulk, company);
    const change = changeOf();
    const what = 'id' in change ? `group ${change.id} in company ${company}` : 'such group or person';
    const make = (tx: Transaction) => naming(what, changeGroups(tx, company, OPERATOR, change));
    const effect = await rollBackAfter(bulk, make);
    if (concernsPeople(effect)) await confirm(command, describe(effect), 'Change the groups?');
    const done = await runLongChange(bulk, company, make);
    const list = await listGroups(bulk, company);
    return {
      data: { ...output(list).data, effect: done },
      lines: [...output(list).lines, ...describe(done)],
    };
  });
}

const ofCompany = (command: Command): Command =>
  command.requiredOption('--company <id>', 'company id', wholeNumber);

const withId = (command: Command): Command => ofCompany(command).argument('<id>', 'group id', wholeNumber);

const idOf = (command: Command): number => Number(command.args[0]);

const REQUIRED = new Set(['--name', '--subsidy', '--plan']);

function settingsOf(command: Command): Command {
  return command
    .option('--name <name>', 'name', shortText)
    .option('--subsidy <cents>', 'subsidy of the employer per ticket, in cents', amount)
    .addOption(new Option('--plan <plan>', 'plan of people who are enrolled').choices(PLAN_TYPES))
    .option(
      '--offer <plans>',
      'plans that employees may choose from, separated by commas; --plan is one of them',
      plans,
    )
    .option(
      '--rule <field=values>',
      `whom it fits, such as department=Sales,Service; given several times, all must fit; fields: ${PAYROLL_FIELDS.join(', ')}; none: only people chosen by hand`,
      ruleField,
    );
}

function settings(command: Command): Partial<GroupSettings> {
  const { name, subsidy, plan, offer, rule } = command.opts<Options>();
  return {
    ...(name !== undefined && { name }),
    ...(subsidy !== undefined && { subsidyCents: subsidy }),
    ...(plan !== undefined && { defaultPlanType: plan }),
    ...(offer !== undefined && { offeredPlanTypes: offer }),
    ...(rule !== undefined && { rule }),
  };
}

function plans(text: string): PlanType[] {
  const names = text.split(',').map((name) => name.trim());
  const given = PLAN_TYPES.filter((plan) => names.includes(plan));
  if (given.length < names.length)
    throw new InvalidArgumentError(`It must be a list of ${PLAN_TYPES.join(', ')}.`);
  return given;
}

function ruleField(text: string, before: GroupRule = {}): GroupRule {
  if (text === 'none') return {};
  const at = text.indexOf('=');
  const field = PAYROLL_FIELDS.find((known) => known === text.slice(0, Math.max(at, 0)).trim());
  if (!field)
    throw new InvalidArgumentError(`It must be FIELD=VALUES, with one of ${PAYROLL_FIELDS.join(', ')}.`);
  const values = text
    .slice(at + 1)
    .split(',')
    .map((value) => value.trim());
  return { ...before, [field]: [...(before[field] ?? []), ...values] };
}

function choice(text: string): Choice {
  return text === 'none' || text === 'by-rule' ? text : wholeNumber(text);
}

function output(list: GroupList): Output & { data: GroupList } {
  const rows = list.groups.map((group) => [
    group.position,
    group.id,
    group.name,
    `${group.subsidyCents} cents`,
    group.defaultPlanType,
    group.byHand > 0 ? `${group.people} (${group.byHand} by hand)` : group.people,
    describeRule(group.rule),
  ]);
  const held = list.held
    ? [`${list.held.people} people would come to another group; that is held: transit groups release`]
    : [];
  return {
    data: list,
    lines:
      rows.length === 0
        ? ['There are no groups: everybody has the amounts of the company.']
        : [
            ...table(['PLACE', 'ID', 'NAME', 'SUBSIDY', 'PLAN', 'PEOPLE', 'RULE'], rows),
            `In no group, with the company's amounts: ${list.others}`,
            ...held,
          ],
  };
}

function describeRule(rule: GroupRule): string {
  return (
    PAYROLL_FIELDS.flatMap((field) => {
      const values = rule[field];
      return values ? [`${field}=${values.join(',')}`] : [];
    }).join(' and ') || 'only by hand'
  );
}

function describe(effect: GroupEffect): string[] {
  const { moved, moves, people, before, atFirst, onceAccepted, offered, withdrawn, replaced } = effect;
  const both = ({ employees, employer }: GroupEffect['before'], show = difference) =>
    `employees ${show(employees)}, employer ${show(employer)}`;
  const name = (group: string | null) => group ?? 'no group';
  return [
    `${moved} ${moved === 1 ? 'person comes' : 'people come'} to another group.`,
    ...moves.map(({ from, to, people: number }) => `  ${name(from)} -> ${name(to)}: ${number}`),
    `The amounts of ${people} ${people === 1 ? 'person' : 'people'} with a ticket next month change. A month:`,
    `  before                      ${both(before, (cents) => difference(cents).slice(1))}`,
    `  from the next month         ${both(atFirst)}`,
    `  once all have accepted      ${both(onceAccepted)}`,
    `  new terms offered           ${offered}`,
    `  new terms withdrawn         ${withdrawn}`,
    `  other open offers replaced  ${replaced}`,
  ];
}
