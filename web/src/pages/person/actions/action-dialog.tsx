import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { ActionBody, ActionName, ActionResult, Person } from '../../../api/types.ts';
import { useChange } from '../../../api/use-change.ts';
import { Button } from '../../../design/button.tsx';
import { Modal } from '../../../design/modal.tsx';
import { Problem } from '../../../design/problem.tsx';
import { useMessages } from '../../../language/use-messages.ts';
import { ActionFields } from './action-fields.tsx';
import { ActionPreview } from './action-preview.tsx';

/** The service works out what would happen, by doing it and taking it back: the preview cannot differ from the deed. */
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
  const path = `/employees/${employee.id}/actions/${action}`;
  const [body, setBody] = useState<ActionBody>(() => firstBody(action, person));
  const preview = useQuery({
    queryKey: [path, 'preview', body],
    queryFn: () => api.post<ActionResult>(`${path}/preview`, body),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const act = useChange({
    send: () => api.post<ActionResult>(path, body),
    done: actions.done[action],
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
            disabled={!preview.isSuccess || preview.isPlaceholderData}
          >
            {actions.names[action]}
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

/** A plan other than the one in force, which could not be changed to. */
function firstBody(action: ActionName, { employee }: Person): ActionBody {
  if (action !== 'change-plan') return {};
  return {
    planType: employee.plan.type === 'fully-subsidized-plan' ? 'split-pay-plan' : 'fully-subsidized-plan',
  };
}
