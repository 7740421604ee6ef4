import type { Body } from '../../../api/client.ts';
import type { Person } from '../../../api/routes.ts';
import { Radios, SelectField } from '../../../design/field.tsx';
import { addMonths } from '../../../domain/months.ts';
import { type ActionName, PLAN_TYPES, type PlanType } from '../../../domain/vocabulary.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useMessages } from '../../../language/use-messages.ts';

export type ActionBody = Body<'POST /employees/:id/actions/:action'>;

const MONTHS_OFFERED = 24;

interface Props {
  action: ActionName;
  person: Person;
  body: ActionBody;
  onChange: (body: ActionBody) => void;
}

/** The input of an action. Most actions need none. */
export function ActionFields(props: Props) {
  if (props.action === 'pause') return <PauseFields {...props} />;
  if (props.action === 'enrol' || props.action === 'change-plan') return <PlanFields {...props} />;
  if (props.action === 'revoke') return <RefundFields {...props} />;
  return null;
}

function PauseFields({ person, body, onChange }: Props) {
  const { actions } = useMessages();
  const format = useFormat();
  const months = Array.from({ length: MONTHS_OFFERED }, (_, index) =>
    addMonths(person.businessDate, index + 1),
  );
  const options = (first: string, from: readonly string[]) => [
    { value: '', label: first },
    ...from.map((month) => ({ value: month, label: format.month(month) })),
  ];
  const change = (field: 'fromMonth' | 'untilMonth', value: string) => {
    const { [field]: _, ...others } = body;
    const next: ActionBody = value ? { ...others, [field]: value } : others;
    const { untilMonth, ...rest } = next;
    // An end before the beginning is removed: the pause is open again.
    onChange(untilMonth && untilMonth < (next.fromMonth ?? '') ? rest : next);
  };
  return (
    <div className="form-columns">
      <SelectField
        label={actions.fromMonth}
        value={body.fromMonth ?? ''}
        options={options(actions.earliest, months)}
        onChange={(value) => change('fromMonth', value)}
      />
      <SelectField
        label={actions.untilMonth}
        value={body.untilMonth ?? ''}
        options={options(
          actions.openEnd,
          months.filter((month) => month >= (body.fromMonth ?? '')),
        )}
        onChange={(value) => change('untilMonth', value)}
      />
    </div>
  );
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
