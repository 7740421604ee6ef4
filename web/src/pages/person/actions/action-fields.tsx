import type { Body } from '../../../api/client.ts';
import type { Person } from '../../../api/routes.ts';
import { Radios } from '../../../design/field.tsx';
import { PauseMonths } from '../../../domain/pause-months.tsx';
import { type ActionName, PLAN_TYPES, type PlanType } from '../../../domain/vocabulary.ts';
import { useMessages } from '../../../language/use-messages.ts';

export type ActionBody = Body<'POST /employees/:id/actions/:action'>;

interface Props {
  action: ActionName;
  person: Person;
  body: ActionBody;
  onChange: (body: ActionBody) => void;
}

/** The input of an action. Most actions need none. */
export function ActionFields(props: Props) {
  if (props.action === 'pause')
    return <PauseMonths today={props.person.businessDate} months={props.body} onChange={props.onChange} />;
  if (props.action === 'enrol' || props.action === 'change-plan') return <PlanFields {...props} />;
  if (props.action === 'revoke') return <RefundFields {...props} />;
  return null;
}

/** A month without a ticket has been charged only if its ticket was revoked before; the service refunds that too. */
function RefundFields({ person, body, onChange }: Props) {
  const { actions } = useMessages();
  const wasIssued = person.tickets.some(({ month }) => person.businessDate.startsWith(month));
  if (!wasIssued) return null;
  return (
    <Radios
      label={actions.chargeOfMonth}
      value={body.refund ? 'refund' : 'keep'}
      options={[
        { value: 'keep', label: actions.keepCharge, text: actions.keepChargeText },
        { value: 'refund', label: actions.refundCharge, text: actions.refundChargeText },
      ]}
      onChange={(choice) => onChange(choice === 'refund' ? { refund: true } : {})}
    />
  );
}

/** A change of plan that is offered or lies ahead can be taken back. */
export function canKeepPlan({ planAhead, contract }: Person): boolean {
  return planAhead !== null || (contract?.reason === 'plan-change' && contract.status === 'pending');
}

function PlanFields({ action, person, body, onChange }: Props) {
  const { actions, employees, vocabulary } = useMessages();
  const present = person.employee.plan.type;
  const options = PLAN_TYPES.filter(
    (plan) => action === 'enrol' || plan !== present || canKeepPlan(person),
  ).map((value) => ({
    value: value as PlanType | '',
    label:
      action !== 'enrol' && value === present
        ? actions.keepPlan(vocabulary.plan[value])
        : vocabulary.plan[value],
    text: vocabulary.planText[value],
  }));
  return (
    <Radios
      label={employees.plan}
      value={body.planType ?? ''}
      options={action === 'enrol' ? [{ value: '', label: actions.planDefault }, ...options] : options}
      onChange={(planType) => onChange(planType ? { planType } : {})}
    />
  );
}
