import { showPlan, showSubscription } from '../http/routes/employee-schemas.ts';
import { ticketIdOf } from '../tickets/issue/ticket-id.ts';
import type { Timeline } from '../views/timeline/read-timeline.ts';
import type { IssuedTicket, Term, TermEnd, TermPause } from '../views/timeline/timeline-sql.ts';

export function timelineData({ businessDate, employee, terms, tickets, planAhead }: Timeline) {
  return {
    companyId: employee.companyId,
    employeeId: employee.id,
    businessDate,
    subscription: showSubscription(employee),
    plan: showPlan(employee),
    planAhead,
    terms,
    tickets: tickets.map(({ id, ...ticket }) => ({ ticketId: ticketIdOf(id), ...ticket })),
  };
}

export function describeTimeline(timeline: Timeline): string[] {
  const { employee, terms, tickets, planAhead } = timeline;
  const facts: [string, string | null][] = [
    ['plan', employee.planType],
    ['plan ahead', planAhead && `${planAhead.type} from ${planAhead.from}`],
    ['contract', employee.contractStatus],
    ['started', employee.startAt],
    ['next ticket', employee.nextTicketAt],
    ['last paused', employee.pausedAt],
    ['reactivated', employee.reactivatedAt],
    ['cancelled', employee.cancelledAt],
  ];
  return [
    `Employee ${employee.id}, ${employee.firstName} ${employee.lastName}: ${employee.status} on ${timeline.businessDate}`,
    ...facts.flatMap(([name, value]) => (value === null ? [] : `  ${name.padEnd(12)} ${value}`)),
    ...terms.flatMap(describeTerm),
    ...(tickets.length > 0 ? ['Tickets', ...tickets.map(describeTicket)] : []),
  ];
}

function describeTerm({ number, start, isNext, ends, pauses }: Term): string[] {
  return [
    `Term ${number} from ${start}${isNext ? ', after a gap between two employments' : ''}`,
    ...ends.map(describeEnd),
    ...pauses.map(describePause),
  ];
}

const END_OWNERS = { hr: 'the HR system', person: 'a person', contract: 'rejected new terms' };

function describeEnd({ on, owner, cause }: TermEnd): string {
  return `  ends on ${on}, by ${END_OWNERS[owner]}${cause ? ` (${cause})` : ''}`;
}

function describePause({ from, until, owner, absences }: TermPause): string {
  const months = `  paused from ${from} ${until ? `until ${until}` : 'on, without an end'}`;
  if (owner === 'person') return `${months}, by a person`;
  const causes = absences.map(
    ({ type, startDate, endDate }) => `${type} ${startDate} to ${endDate ?? 'open end'}`,
  );
  return `${months}, by the HR system (${causes.join('; ') || 'the absence is no longer in the roster'})`;
}

function describeTicket({ id, month, validFrom, validUntil, voidedAt }: IssuedTicket): string {
  return `  ${month}  ${ticketIdOf(id)}  ${validFrom} to ${validUntil}${voidedAt ? '  void' : ''}`;
}
