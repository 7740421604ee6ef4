import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Radios } from '../../design/field.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { PauseMonths } from '../../domain/pause-months.tsx';
import { PLAN_TYPES, type PlanType } from '../../domain/vocabulary.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';
import type { BulkName, BulkOrder } from './bulk-names.ts';
import { BulkSum } from './bulk-sum.tsx';
import type { Selection } from './selection.ts';

type Input = Pick<BulkOrder, 'planType' | 'fromMonth' | 'untilMonth'>;

/** One preview of the sum for all selected people. Nothing happens before it was shown. */
export function BulkDialog({
  action,
  selection,
  onClose,
}: {
  action: BulkName;
  selection: Selection;
  onClose: () => void;
}) {
  const { employees, common } = useMessages();
  const { businessDate } = useSession();
  const [, go] = useLocation();
  // The selection that the preview shows must be the one that is sent.
  const [who] = useState(selection.who);
  const [input, setInput] = useState<Input>(
    action === 'change-plan' ? { planType: 'fully-subsidized-plan' } : {},
  );
  const order = { who, action, ...input };
  const preview = useQuery({
    ...routeQuery('POST /bulk-actions/preview', { body: order }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const start = useChange({
    send: (people: number) => call('POST /bulk-actions', { body: { ...order, people } }),
    next: ({ id }) => go(`/employees/actions/${id}`),
  });
  const possible = preview.data?.possible ?? 0;
  return (
    <Modal
      open
      onClose={onClose}
      wide
      title={employees.bulk.titles[action](selection.people)}
      text={employees.bulk.texts[action]}
      onSubmit={() => preview.data && start.mutate(preview.data.people)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            kind={action === 'cancel' ? 'danger' : 'primary'}
            busy={start.isPending}
            disabled={!preview.isSuccess || preview.isPlaceholderData || possible === 0}
          >
            {employees.bulk.confirm[action](possible)}
          </Button>
        </>
      }
    >
      {(action === 'enrol' || action === 'change-plan') && (
        <PlanChoice action={action} planType={input.planType} onChange={setInput} />
      )}
      {action === 'pause' && <PauseMonths today={businessDate} months={input} onChange={setInput} />}
      <Loaded query={preview} lines={4}>
        {(sum) => <BulkSum action={action} sum={sum} />}
      </Loaded>
      <Problem error={start.error} />
    </Modal>
  );
}

function PlanChoice({
  action,
  planType,
  onChange,
}: {
  action: BulkName;
  planType: PlanType | undefined;
  onChange: (input: Input) => void;
}) {
  const { actions, employees, vocabulary } = useMessages();
  const plans = PLAN_TYPES.map((value) => ({
    value: value as PlanType | '',
    label: vocabulary.plan[value],
    text: vocabulary.planText[value],
  }));
  return (
    <Radios
      label={employees.plan}
      value={planType ?? ''}
      options={action === 'enrol' ? [{ value: '', label: actions.planDefault }, ...plans] : plans}
      onChange={(chosen) => onChange(chosen ? { planType: chosen } : {})}
    />
  );
}
