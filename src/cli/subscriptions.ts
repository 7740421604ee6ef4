import { type Command, Option } from 'commander';
import { formatEuros } from '../../texts/format.ts';
import { requireCompany } from '../company/companies/require-company.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import type { OpenDay } from '../domain/day/company-day.ts';
import { runLongChange } from '../domain/day/long-change.ts';
import { PLAN_TYPES, type PlanType } from '../domain/plans/plan-types.ts';
import { showPlan, showSubscription } from '../http/routes/employee-schemas.ts';
import { selectEmployees } from '../people/employees/employees-sql.ts';
import { requireEmployee } from '../people/employees/require-employee.ts';
import type { Transaction } from '../platform/db/types.ts';
import { notFound } from '../platform/errors.ts';
import { inDay } from '../tickets/issue/open-day.ts';
import { cancel } from '../tickets/subscriptions/actions/cancel.ts';
import { changePlan } from '../tickets/subscriptions/actions/change-plan.ts';
import { enrol, enrolAllWaiting } from '../tickets/subscriptions/actions/enrol.ts';
import { issueNow } from '../tickets/subscriptions/actions/issue-now.ts';
import { pause } from '../tickets/subscriptions/actions/pause.ts';
import { resume } from '../tickets/subscriptions/actions/resume.ts';
import { revoke } from '../tickets/subscriptions/actions/revoke.ts';
import { withdrawCancellation } from '../tickets/subscriptions/actions/withdraw-cancellation.ts';
import { readTimeline } from '../views/timeline/read-timeline.ts';
import { month, wholeNumber } from './arguments.ts';
import { withDatabase, withTransaction } from './command.ts';
import { describeTimeline, timelineData } from './describe-timeline.ts';

export function addSubscriptions(program: Command): void {
  const subscriptions = program
    .command('subscriptions')
    .description('show and change the subscription of an employee');
  addOrders(subscriptions);
  addPauses(subscriptions);
  addEnds(subscriptions);

  action(
    subscriptions.command('issue-now').description("issue this month's ticket now"),
    async (tx, day, employeeId) => {
      const result = await issueNow(tx, day, employeeId, OPERATOR);
      return { result, line: `A ticket has been issued, valid from ${result.validFrom}.` };
    },
  );

  const show = subscriptions
    .command('show')
    .description('show the status, the facts that it is computed from, and the tickets')
    .argument('<employee>', 'employee id', wholeNumber);
  withDatabase(show, async ({ sql }) => {
    const employeeId = Number(show.args[0]);
    const companyId = await requireEmployee(sql, employeeId);
    const timeline = await readTimeline(sql, companyId, employeeId);
    return { data: timelineData(timeline), lines: describeTimeline(timeline) };
  });
}

function addOrders(subscriptions: Command): void {
  const order = subscriptions.command('enrol').description('order a subscription for an employee');
  order.addOption(
    new Option('--plan <type>', "plan; without it, the company's default plan").choices(PLAN_TYPES),
  );
  action(order, async (tx, day, employeeId) => {
    const { plan } = order.opts<{ plan?: PlanType }>();
    const result = await enrol(tx, day, employeeId, OPERATOR, plan ? { planType: plan } : {});
    return { result, line: `Ordered, to begin on ${result.start}.` };
  });

  const all = subscriptions
    .command('enrol-waiting')
    .description('order subscriptions for all employees who wait for enrolment')
    .requiredOption('--company <id>', 'company id', wholeNumber);
  withDatabase(all, async ({ bulk }) => {
    const { company } = all.opts<{ company: number }>();
    await requireCompany(bulk, company);
    const { enrolled } = await runLongChange(bulk, company, (tx) => enrolAllWaiting(tx, company, OPERATOR));
    return {
      data: { companyId: company, enrolled },
      lines: [`Ordered for ${enrolled} ${enrolled === 1 ? 'person' : 'people'}.`],
    };
  });

  const change = subscriptions
    .command('change-plan')
    .description(
      'change the plan from the next month on, or after the contract is accepted; the plan in force takes a change back',
    );
  change.addOption(new Option('--plan <type>', 'the new plan').choices(PLAN_TYPES).makeOptionMandatory());
  action(change, async (tx, day, employeeId) => {
    const { plan } = change.opts<{ plan: PlanType }>();
    const result = await changePlan(tx, day, employeeId, OPERATOR, plan);
    if (result.contributionCents === undefined) return { result, line: `${plan} stays in force.` };
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
    .option('--from <month>', 'first month, YYYY-MM (default: the first that can still be paused)', month)
    .option('--until <month>', 'last month, YYYY-MM (default: until resumed)', month);
  action(begin, async (tx, day, employeeId) => {
    const { from, until } = begin.opts<{ from?: string; until?: string }>();
    const result = await pause(tx, day, employeeId, OPERATOR, {
      ...(from !== undefined && { fromMonth: from }),
      ...(until !== undefined && { untilMonth: until }),
    });
    return {
      result,
      line: `Paused from ${result.from}${result.until ? `; continues on ${result.until}` : ' until it is resumed'}.`,
    };
  });

  action(
    subscriptions.command('resume').description('end pauses made by people, from the next month on'),
    async (tx, day, employeeId) => {
      const result = await resume(tx, day, employeeId, OPERATOR);
      return { result, line: `Continues from ${result.from}.` };
    },
  );
}

function addEnds(subscriptions: Command): void {
  action(
    subscriptions
      .command('cancel')
      .description('cancel at the end of this month, or of the next month after the cut-off day'),
    async (tx, day, employeeId) => {
      const result = await cancel(tx, day, employeeId, OPERATOR);
      return {
        result,
        line: result.dropped ? 'Cancelled before it began.' : `Cancelled: ends on ${result.end}.`,
      };
    },
  );

  action(
    subscriptions.command('withdraw').description('withdraw a cancellation before it takes effect'),
    async (tx, day, employeeId) => {
      await withdrawCancellation(tx, day, employeeId, OPERATOR);
      return { result: {}, line: 'The cancellation is withdrawn.' };
    },
  );

  const revoking = subscriptions
    .command('revoke')
    .description("end the subscription today and void this month's ticket")
    .option('--refund', "reverse the charge of this month's ticket; without it, the charge stands");
  action(revoking, async (tx, day, employeeId) => {
    const result = await revoke(tx, day, employeeId, OPERATOR, revoking.opts<{ refund?: boolean }>());
    const { end, refund } = result;
    const refunded = refund
      ? ` Refunded: ${formatEuros(refund.employeeCents, 'en')} to the employee, ${formatEuros(refund.employerCents, 'en')} to the employer.`
      : '';
    return { result, line: `Ended on ${end}; a ticket of this month is void.${refunded}` };
  });
}

interface Done {
  result: object;
  line: string;
}

/** Registers an action on one person. It prints the subscription as it is after the action. */
function action(
  command: Command,
  act: (tx: Transaction, day: OpenDay, employeeId: number) => Promise<Done>,
): void {
  command.argument('<employee>', 'employee id', wholeNumber);
  withTransaction(command, async (tx) => {
    const employeeId = Number(command.args[0]);
    const companyId = await requireEmployee(tx, employeeId);
    const { result, line } = await inDay(tx, companyId, 'short', (day) => act(tx, day, employeeId));
    const [employee] = await selectEmployees(tx, companyId, [employeeId]);
    if (!employee) throw notFound();
    const { status, contractStatus } = employee;
    const contract = contractStatus === 'pending' ? ['  contract  awaits an answer'] : [];
    return {
      data: {
        companyId,
        employeeId,
        result,
        subscription: showSubscription(employee),
        plan: showPlan(employee),
      },
      lines: [`Employee ${employeeId}: ${line}`, `  status    ${status}`, ...contract],
    };
  });
}
