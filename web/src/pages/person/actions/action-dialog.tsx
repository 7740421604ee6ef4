import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { routeQuery } from '../../../api/route-query.ts';
import type { ActionResult, Person } from '../../../api/routes.ts';
import { useChange } from '../../../api/use-change.ts';
import { Button } from '../../../design/button.tsx';
import { Modal } from '../../../design/modal.tsx';
import { Problem } from '../../../design/problem.tsx';
import type { ActionName } from '../../../domain/vocabulary.ts';
import { useMessages } from '../../../language/use-messages.ts';
import { type ActionBody, ActionFields, canKeepPlan } from './action-fields.tsx';
import { ActionPreview } from './action-preview.tsx';

/** For the preview the service performs the action and rolls it back, so that the preview cannot differ from the action. */
export function ActionDialog({
  action,
  person,
  isDangerous,
  onClose,
}: {
  action: ActionName;
  person: Person;
  isDangerous: boolean;
  onClose: () => void;
}) {
  const { actions, common } = useMessages();
  const { employee } = person;
  const params = { id: employee.id, action };
  const [body, setBody] = useState<ActionBody>(() => firstBody(action, person));
  const preview = useQuery({
    ...routeQuery('POST /employees/:id/actions/:action/preview', { params, body }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const takesBack = action === 'change-plan' && body.planType === employee.plan.type;
  const act = useChange({
    send: () => call('POST /employees/:id/actions/:action', { params, body }),
    done: (done) => {
      if (takesBack) return actions.planTakenBack;
      const offered: Partial<Record<ActionName, string>> = actions.doneOffered;
      return (offersContract(done) && offered[action]) || actions.done[action];
    },
    next: onClose,
  });
  return (
    <Modal
      open
      onClose={onClose}
      wide
      title={`${actions.names[action]}: ${employee.firstName} ${employee.lastName}`}
      text={actions.texts[action]}
      onSubmit={() => act.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            kind={isDangerous ? 'danger' : 'primary'}
            busy={act.isPending}
            disabled={!preview.data?.outcome || preview.isPlaceholderData}
          >
            {takesBack ? actions.takeBackPlan : actions.names[action]}
          </Button>
        </>
      }
    >
      <ActionFields action={action} person={person} body={body} onChange={setBody} />
      <ActionPreview query={preview} person={person} chosenPlan={body.planType} />
      <Problem error={act.error} />
    </Modal>
  );
}

/** Nothing begins before the employee has signed. */
function offersContract({ result, before, after }: ActionResult): boolean {
  const status = after.plan.contractSigningStatus;
  return result.offered ?? (status === 'pending' && status !== before.plan.contractSigningStatus);
}

/** A change of plan starts with a plan other than the present one, or with the present one if another lies ahead. */
function firstBody(action: ActionName, person: Person): ActionBody {
  if (action !== 'change-plan') return {};
  const { employee } = person;
  if (canKeepPlan(person)) return { planType: employee.plan.type };
  return {
    planType: employee.plan.type === 'fully-subsidized-plan' ? 'split-pay-plan' : 'fully-subsidized-plan',
  };
}
