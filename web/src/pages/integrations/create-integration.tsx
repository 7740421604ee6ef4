import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Radios, TextField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { SwitchField } from '../../design/switch-field.tsx';
import type { IntegrationType } from '../../domain/vocabulary.ts';
import { useFieldText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';

/** An incomplete export is a common mistake of a new integration, so holding is proposed. */
const HOLD_PERCENT = 20;

const TYPES: readonly IntegrationType[] = ['api-integration', 'hr-integration'];

export function CreateIntegration({ onClose }: { onClose: () => void }) {
  const { integrations, common, vocabulary } = useMessages();
  const fieldText = useFieldText();
  const [, go] = useLocation();
  const [name, setName] = useState('');
  const [type, setType] = useState<IntegrationType>('api-integration');
  const [holds, setHolds] = useState(true);
  const [byPeople, setByPeople] = useState(true);
  const create = useChange({
    send: () =>
      call('POST /integrations', {
        body: {
          name: name.trim(),
          type,
          holdPercent: holds ? HOLD_PERCENT : null,
          approveBy: byPeople ? 'portal' : 'anyone',
        },
      }),
    done: integrations.created,
    next: ({ id }) => go(`/integrations/${id}`),
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={integrations.create}
      text={integrations.createText}
      onSubmit={() => create.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" busy={create.isPending} disabled={!name.trim()}>
            {integrations.create}
          </Button>
        </>
      }
    >
      <Problem error={create.error} fields={['name', 'type', 'holdPercent']} />
      <TextField
        label={common.name}
        placeholder={integrations.namePlaceholder}
        value={name}
        onChange={setName}
        maxLength={200}
        autoComplete="off"
        error={fieldText(create.error, 'name')}
      />
      <Radios
        label={integrations.type}
        value={type}
        options={TYPES.map((value) => ({
          value,
          label: vocabulary.integrationType[value],
          text: integrations.typeText[value],
        }))}
        onChange={setType}
      />
      <SwitchField
        label={integrations.holdNew(HOLD_PERCENT)}
        help={integrations.holdNewText}
        checked={holds}
        onChange={setHolds}
      />
      <SwitchField
        label={integrations.approveByPeople}
        help={integrations.approveByPeopleText}
        checked={byPeople}
        onChange={setByPeople}
      />
    </Modal>
  );
}
