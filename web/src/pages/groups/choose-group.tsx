import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Body } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { Button } from '../../design/button.tsx';
import { SelectField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { ReviewGroupChange } from './review-group-change.tsx';
import { useGroupsText } from './use-groups-text.ts';

type Choice = Extract<Body<'POST /groups/changes'>, { action: 'choose' }>;

/** Puts people into a group by hand, after a look at what it changes. */
export function ChooseGroup({
  who,
  name,
  present,
  onClose,
}: {
  who: Choice['who'];
  /** Of the person, or how many they are. */
  name: string;
  /** The choice that holds now, if it is the same for all. */
  present?: string;
  onClose: () => void;
}) {
  const text = useGroupsText();
  const { common } = useMessages();
  const groups = useQuery(routeQuery('GET /groups')).data?.groups ?? [];
  const [value, setValue] = useState(present ?? 'by-rule');
  const [isChosen, setChosen] = useState(false);
  if (isChosen) {
    const choice = value === 'by-rule' || value === 'none' ? value : Number(value);
    return <ReviewGroupChange change={{ action: 'choose', who, choice, name }} onClose={onClose} />;
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={text.reviewTitle.choose(name)}
      onSubmit={() => setChosen(true)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" disabled={value === present}>
            {text.review}
          </Button>
        </>
      }
    >
      <SelectField
        label={text.group}
        help={text.chooseHelp}
        value={value}
        options={[
          { value: 'by-rule', label: text.byRule },
          ...groups.map((group) => ({ value: String(group.id), label: group.name })),
          { value: 'none', label: text.inNone },
        ]}
        onChange={setValue}
      />
    </Modal>
  );
}
