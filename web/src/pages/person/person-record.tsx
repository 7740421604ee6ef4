import type { Person } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { EmailText } from '../../domain/email-text.tsx';
import { lastDay } from '../../domain/months.ts';
import { ProofText } from '../../domain/proof-text.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { PersonGroup } from '../groups/person-group.tsx';
import { ByHand } from './by-hand.tsx';
import { PageLink } from './page-link.tsx';
import { PaperAnswer } from './paper-answer.tsx';
import { WithdrawOffer } from './withdraw-offer.tsx';

const SIGNING_TONES = { pending: 'info', accepted: 'good', rejected: 'bad' } as const;

export function PersonRecord({ person: shown }: { person: Person }) {
  const { employee, contract, mailRefusal, pageLink } = shown;
  const mayChange = useMay('change-people');
  const { person, employees, vocabulary, common, handOut } = useMessages();
  const format = useFormat();
  const { subscription, plan } = employee;
  const dates: [string, string | null][] = [
    [person.started, subscription.startAt],
    [person.nextTicket, subscription.nextTicketAt],
    [person.pausedSince, subscription.pausedAt],
    [person.reactivated, subscription.reactivatedAt],
    [person.ended, subscription.cancelledAt && lastDay(subscription.cancelledAt)],
  ];
  const { personnelNumber, costCentre, department, location, legalEntity } = employee.payroll;
  const fields = vocabulary.personField;
  const payroll = [
    [person.personnelNumber, personnelNumber],
    [fields.costCentre, costCentre],
    [fields.department, department],
    [fields.location, location],
    [fields.legalEntity, legalEntity],
  ].filter(([, value]) => value !== null);
  return (
    <Card title={person.record}>
      <dl className="facts">
        <dt>{common.email}</dt>
        <dd>
          <a href={`mailto:${employee.email}`}>
            <EmailText email={employee.email} />
          </a>
          {mailRefusal && (
            <div className="stack-s">
              <Badge tone="bad">{person.mailRefused}</Badge>
              <div className="small quiet">
                {person.mailRefusedText(format.date(mailRefusal.at))} {mailRefusal.reason}
              </div>
            </div>
          )}
        </dd>
        <dt>{employees.dateOfBirth}</dt>
        <dd>{format.day(employee.dateOfBirth)}</dd>
        {payroll.map(([label, value]) => (
          <div key={label} className="facts-pair">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <PersonGroup employee={employee} />
        <dt>{person.number}</dt>
        <dd className="numbers">{employee.id}</dd>
        <dt>{person.plan}</dt>
        <dd>
          <PlanOfNextTicket person={shown} />
        </dd>
        {subscription.nextTicketAt && (
          <>
            <dt>{employees.contribution}</dt>
            <dd className="numbers">
              {format.money(Math.round(plan.employeeContributionAmount.value * 100))}
            </dd>
          </>
        )}
        <dt>{person.contract}</dt>
        <dd>
          {plan.contractSigningStatus ? (
            <div className="row">
              <Badge tone={SIGNING_TONES[plan.contractSigningStatus]}>
                {vocabulary.signing[plan.contractSigningStatus]}
              </Badge>
              {contract?.link && (
                <>
                  <CopyButton text={contract.link} label={handOut.copyLink} />
                  <PaperAnswer contract={contract} />
                  <WithdrawOffer contract={contract} />
                </>
              )}
              {contract?.status === 'pending' && (
                <div className="small">
                  {person.offer(
                    vocabulary.contractReason[contract.reason],
                    format.money(contract.contributionCents),
                    format.day(contract.plannedStart),
                    format.day(contract.answerUntil),
                  )}
                </div>
              )}
              {contract?.decidedAt && (
                <div className="small">
                  {handOut.answered(format.date(contract.decidedAt))}. <ProofText proof={contract.proof} />
                </div>
              )}
            </div>
          ) : (
            <span className="quiet">
              {plan.type === 'fully-subsidized-plan' ? person.noContract : person.noContractYet}
            </span>
          )}
        </dd>
        {pageLink && (
          <>
            <dt>{person.ownPage}</dt>
            <dd>
              <PageLink id={employee.id} link={pageLink} />
            </dd>
          </>
        )}
        {dates
          .filter(([, day]) => day !== null)
          .map(([label, day]) => (
            <div key={label} className="facts-pair">
              <dt>{label}</dt>
              <dd className="numbers">{day && format.day(day)}</dd>
            </div>
          ))}
      </dl>
      {mayChange && <ByHand person={shown} />}
    </Card>
  );
}

/** The amount below it is that of the next ticket. So this is the plan of that ticket, even if another one holds today. */
function PlanOfNextTicket({ person: { employee, planAhead } }: { person: Person }) {
  const { person, vocabulary } = useMessages();
  const format = useFormat();
  const today = vocabulary.plan[employee.plan.type];
  if (!planAhead) return today;
  const ahead = vocabulary.plan[planAhead.type];
  const from = format.day(planAhead.from);
  const { nextTicketAt } = employee.subscription;
  const isNext = nextTicketAt !== null && planAhead.from <= nextTicketAt;
  return (
    <>
      {isNext ? ahead : today}
      <div className="small">{isNext ? person.planSince(from, today) : person.planFrom(from, ahead)}</div>
    </>
  );
}
