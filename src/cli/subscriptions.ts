import { type Command, Option } from 'commander';
import { OPERATOR } from '../audit/record-change.ts';
import { requireCompany } from '../companies/require-company.ts';
import type { Transaction } from '../db/types.ts';
import { requireEmployee } from '../employees/require-employee.ts';
import { selectEmployees } from '../employees/sql.ts';
import { formatEuros } from '../language/money.ts';
import { PLAN_TYPES, type PlanType } from '../plans/plan-types.ts';
import { cancel } from '../subscriptions/actions/cancel.ts';
import { changePlan } from '../subscriptions/actions/change-plan.ts';
import { enrol, enrolAllWaiting } from '../subscriptions/actions/enrol.ts';
import { issueNow } from '../subscriptions/actions/issue-now.ts';
import { pause } from '../subscriptions/actions/pause.ts';
import { resume } from '../subscriptions/actions/resume.ts';
import { revoke } from '../subscriptions/actions/revoke.ts';
import { withdrawCancellation } from '../subscriptions/actions/withdraw-cancellation.ts';
import { readTimeline } from '../timeline/read-timeline.ts';
import { month, wholeNumber } from './arguments.ts';
import { withDatabase, withTransaction } from './command.ts';
import { describeTimeline, timelineData } from './describe-timeline.ts';

export function addSubscriptions(program: Command): void {
  const subscriptions = program
    .command('subscriptions')
    .description('what a person may do to a subscription, and what it looks like');
  addOrders(subscriptions);
  addPauses(subscriptions);
  addEnds(subscriptions);

  action(
    subscriptions.command('issue-now').description("issue the running month's ticket at once"),
    async (tx, companyId, employeeId) => {
      const result = await issueNow(tx, companyId, employeeId, OPERATOR);
      return { result, line: `A ticket has been issued, valid from ${result.validFrom}.` };
    },
  );

  const show = subscriptions
    .command('show')
    .description('the status, the facts it follows from with their owners, and the tickets')
    .argument('<employee>', 'employee id', wholeNumber);
  withDatabase(show, async ({ sql }) => {
    const employeeId = Number(show.args[0]);
    const companyId = await requireEmployee(sql, employeeId);
    const timeline = await readTimeline(sql, companyId, employeeId);
    return { data: timelineData(timeline), lines: describeTimeline(timeline) };
  });
}

function addOrders(subscriptions: Command): void {
  const order = subscriptions.command('enrol').description('order a subscription for a person');
  order.addOption(new Option('--plan <type>', "instead of the company's default plan").choices(PLAN_TYPES));
  action(order, async (tx, companyId, employeeId) => {
    const { plan } = order.opts<{ plan?: PlanType }>();
    const result = await enrol(tx, companyId, employeeId, OPERATOR, plan ? { planType: plan } : {});
    return { result, line: `Ordered, to begin on ${result.start}.` };
  });

  const all = subscriptions
    .command('enrol-waiting')
    .description('order for everybody whom the roster knows and who waits for it')
    .requiredOption('--company <id>', 'company id', wholeNumber);
  withTransaction(all, async (tx) => {
    const { company } = all.opts<{ company: number }>();
    await requireCompany(tx, company);
    const { enrolled } = await enrolAllWaiting(tx, company, OPERATOR);
    return {
      data: { companyId: company, enrolled },
      lines: [`Ordered for ${enrolled} ${enrolled === 1 ? 'person' : 'people'}.`],
    };
  });

  const change = subscriptions.command('change-plan').description('from the next first, or from acceptance');
  change.addOption(new Option('--plan <type>', 'the new plan').choices(PLAN_TYPES).makeOptionMandatory());
  action(change, async (tx, companyId, employeeId) => {
    const { plan } = change.opts<{ plan: PlanType }>();
    const result = await changePlan(tx, companyId, employeeId, OPERATOR, plan);
    const costs = `The employee then pays ${formatEuros(result.contributionCents, 'en')} a month.`;
    return {
      result,
      line: result.offered
        ? `Offered: ${plan} from ${result.from}, or from the first after acceptance. ${costs}`
        : `${plan} from ${result.from}. ${costs}`,
    };
  });
}

function addPauses(subscriptions: Command): void {
  const begin = subscriptions
    .command('pause')
    .description('pause whole months')
    .option('--from <month>', 'the first one, YYYY-MM (the first that is still possible)', month)
    .option('--until <month>', 'the last one, YYYY-MM (until it is resumed)', month);
  action(begin, async (tx, companyId, employeeId) => {
    const { from, until } = begin.opts<{ from?: string; until?: string }>();
    const result = await pause(tx, companyId, employeeId, OPERATOR, {
      ...(from !== undefined && { fromMonth: from }),
      ...(until !== undefined && { untilMonth: until }),
    });
    return {
      result,
      line: `Paused from ${result.from}${result.until ? `; goes on on ${result.until}` : ' until it is resumed'}.`,
    };
  });

  action(
    subscriptions.command('resume').description("withdraw people's pauses from the next first on"),
    async (tx, companyId, employeeId) => {
      const result = await resume(tx, companyId, employeeId, OPERATOR);
      return { result, line: `Goes on from ${result.from}.` };
    },
  );
}

function addEnds(subscriptions: Command): void {
  action(
    subscriptions.command('cancel').description('end it with the month that the cut-off allows'),
    async (tx, companyId, employeeId) => {
      const result = await cancel(tx, companyId, employeeId, OPERATOR);
      return {
        result,
        line: result.dropped ? 'Cancelled before it began.' : `Cancelled: ends on ${result.end}.`,
      };
    },
  );

  action(
    subscriptions.command('withdraw').description('take back a cancellation that has not been reached'),
    async (tx, companyId, employeeId) => {
      await withdrawCancellation(tx, companyId, employeeId, OPERATOR);
      return { result: {}, line: 'The cancellation is withdrawn.' };
    },
  );

  action(
    subscriptions.command('revoke').description("end it today and make this month's ticket void"),
    async (tx, companyId, employeeId) => {
      const result = await revoke(tx, companyId, employeeId, OPERATOR);
      return { result, line: `Ended on ${result.end}; a ticket of this month is void.` };
    },
  );
}

interface Done {
  result: object;
  line: string;
}

/** Registers an action on one person. It prints the subscription as it is after the action. */
function action(
  command: Command,
  act: (tx: Transaction, companyId: number, employeeId: number) => Promise<Done>,
): void {
  command.argument('<employee>', 'employee id', wholeNumber);
  withTransaction(command, async (tx) => {
    const employeeId = Number(command.args[0]);
    const companyId = await requireEmployee(tx, employeeId);
    const { result, line } = await act(tx, companyId, employeeId);
    const [employee] = await selectEmployees(tx, companyId, [employeeId]);
    const { status = null, contractStatus = null } = employee ?? {};
    const contract = contractStatus === 'pending' ? ['  contract  waits for an answer'] : [];
    return {
      data: { companyId, employeeId, ...result, status, contractStatus },
      lines: [`Employee ${employeeId}: ${line}`, `  status    ${status}`, ...contract],
    };
  });
}
