import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { waitingQuery } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { WaitingOrder } from '../../domain/waiting-order.tsx';
import { useMessages } from '../../language/use-messages.ts';

/** Shows what it orders and what it costs, and orders exactly that: the service refuses if somebody came in between. */
export function EnrolWaiting({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { employees, common } = useMessages();
  const query = useQuery({ ...waitingQuery(), enabled: open });
  const people = query.data?.people ?? 0;
  const enrol = useChange({
    send: () => api.post<{ enrolled: number }>('/enrolments/waiting', { people }),
    done: ({ enrolled }) => employees.enrolled(enrolled),
    next: onClose,
  });
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={employees.waitingTitle}
      text={employees.waitingText}
      onSubmit={() => enrol.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" busy={enrol.isPending} disabled={people === 0}>
            {employees.enrol(people)}
          </Button>
        </>
      }
    >
      <Problem error={enrol.error} />
      <Loaded query={query}>
        {(waiting) =>
          waiting.people === 0 ? <p>{employees.waitingNobody}</p> : <WaitingOrder waiting={waiting} />
        }
      </Loaded>
    </Modal>
  );
}
