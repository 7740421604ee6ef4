import { useQuery } from '@tanstack/react-query';
import { type Body, call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { GroupEffects } from './group-effects.tsx';
import { useGroupsText } from './use-groups-text.ts';

type Change = Body<'POST /groups/changes'>;

/** A change of groups, with the name of the group or of the person that it is about. */
export type GroupChange = Change & { name: string };

/** Shows who moves and what it costs, before a change of groups is made. */
export function ReviewGroupChange({ change, onClose }: { change: GroupChange; onClose: () => void }) {
  const text = useGroupsText();
  const { common } = useMessages();
  const { name, ...body } = change;
  const preview = useQuery({
    ...routeQuery('POST /groups/changes/preview', { body }),
    staleTime: 0,
    retry: false,
  });
  const save = useChange({
    send: () => call('POST /groups/changes', { body }),
    done: text.changed,
    next: onClose,
  });
  const isDeletion = change.action === 'delete';
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={text.reviewTitle[change.action](name)}
      {...(isDeletion && { text: text.deleteText })}
      onSubmit={() => save.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            kind={isDeletion ? 'danger' : 'primary'}
            busy={save.isPending}
            disabled={!preview.isSuccess}
          >
            {text.confirm[change.action]}
          </Button>
        </>
      }
    >
      <Loaded query={preview}>{(effect) => <GroupEffects effect={effect} />}</Loaded>
      <Problem error={save.error} />
    </Modal>
  );
}
