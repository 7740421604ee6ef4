import type { Messages } from '../../../../../texts/en/portal/catalogue.ts';
import type { Format } from '../../../../../texts/format.ts';
import type { ActionResult, Snapshot } from '../../../api/routes.ts';
import { monthBefore } from '../../../domain/months.ts';
import type { PlanType } from '../../../domain/vocabulary.ts';
import { whyThen } from '../../../domain/why-then.ts';

/** Sentences about the action, followed by sentences about the changes of the record. */
export function describeResult(
  result: ActionResult,
  chosenPlan: PlanType | undefined,
  m: Messages,
  format: Format,
  mailsEmployees: boolean,
): string[] {
  return [
    ...describeAction(result, chosenPlan, m, format, mailsEmployees),
    ...describeDifference(result.before, result.after, m, format),
  ];
}

function describeAction(
  { action, result, cutOff, before, after }: ActionResult,
  chosenPlan: PlanType | undefined,
  m: Messages,
  format: Format,
  mailsEmployees: boolean,
): string[] {
  const { happens } = m.actions;
  const link = mailsEmployees ? happens.linkMailed : happens.passLinkOn;
  const offered = after.plan.contractSigningStatus === 'pending' ? [happens.offered, link] : [];
  switch (action) {
    case 'enrol':
      return [...(result.start ? [happens.starts(format.day(result.start))] : []), ...offered];
    case 'change-plan':
      // Without an amount, the plan in force stays and a change is taken back.
      if (result.contributionCents === undefined) return [happens.planKept];
      return [
        ...(result.from && chosenPlan
          ? [happens.plan(m.vocabulary.plan[chosenPlan], format.day(result.from))]
          : []),
        happens.contributionThen(format.money(result.contributionCents)),
        ...(result.offered ? [happens.planOffered, link] : []),
      ];
    case 'pause':
      return result.from
        ? [happens.paused(format.day(result.from), result.until ? format.day(result.until) : null)]
        : [];
    case 'resume':
      return result.from ? [happens.resumed(format.day(result.from))] : [];
    case 'cancel':
      if (result.dropped) return [happens.dropped];
      return result.end
        ? [happens.ends(format.day(result.end), format.month(monthBefore(result.end))), ...whyThen(cutOff, m)]
        : [];
    case 'withdraw-cancellation':
      return [happens.withdrawn];
    case 'revoke':
      return [
        happens.endsToday,
        ...voided(before, after, m, format),
        ...(result.refund
          ? [
              happens.refunded(
                format.money(result.refund.employeeCents),
                format.money(result.refund.employerCents),
              ),
            ]
          : []),
      ];
    case 'issue-now':
      return result.validFrom
        ? [happens.issued(format.day(result.validFrom), format.month(result.validFrom))]
        : [];
  }
}

function voided(before: Snapshot, after: Snapshot, { actions }: Messages, format: Format): string[] {
  const month = before.ticket?.ticketMonth;
  return month && after.ticket?.ticketMonth !== month ? [actions.happens.voided(format.month(month))] : [];
}

function describeDifference(before: Snapshot, after: Snapshot, m: Messages, format: Format): string[] {
  const { happens } = m.actions;
  const status = (snapshot: Snapshot) => m.vocabulary.subscription[snapshot.subscription.status];
  const next = ({ subscription }: Snapshot) =>
    subscription.nextTicketAt ? format.day(subscription.nextTicketAt) : happens.noTicket;
  // Nobody pays without a next ticket.
  const pays = ({ plan, subscription }: Snapshot) =>
    subscription.nextTicketAt ? format.money(Math.round(plan.employeeContributionAmount.value * 100)) : null;
  const [paidBefore, paidAfter] = [pays(before), pays(after)];
  return [
    status(before) === status(after)
      ? happens.sameStatus(status(after))
      : happens.status(status(before), status(after)),
    ...(next(before) === next(after) ? [] : [happens.nextTicket(next(before), next(after))]),
    ...(paidBefore && paidAfter && paidBefore !== paidAfter
      ? [happens.contribution(paidBefore, paidAfter)]
      : []),
  ];
}

/** The tickets after the action: without those it voids, and with the one it issues. */
export function ticketsAfter<Shown extends { month: string; state: string; ticketId: string }>(
  tickets: Shown[],
  { before, after }: ActionResult,
): (Shown | { month: string; state: 'valid' | 'void'; ticketId: string })[] {
  const gone =
    before.ticket?.ticketMonth !== after.ticket?.ticketMonth ? before.ticket?.ticketMonth : undefined;
  const month = after.ticket?.ticketMonth;
  const isNew =
    month !== undefined && tickets.every((ticket) => ticket.month !== month || ticket.state === 'void');
  return [
    ...tickets.map((ticket) =>
      ticket.month === gone && ticket.state === 'valid' ? { ...ticket, state: 'void' as const } : ticket,
    ),
    ...(isNew ? [{ month, state: 'valid' as const, ticketId: 'new' }] : []),
  ];
}
