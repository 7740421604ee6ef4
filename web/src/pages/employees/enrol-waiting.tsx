import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { WaitingOrder } from '../../domain/waiting-order.tsx';
import { useMessages } from '../../language/use-messages.ts';

/** Shows the order and its costs. The service refuses the order if the number of people has changed since. */
export function EnrolWaiting({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { employees, common } = useMessages();
  const query = useQuery({ ...routeQuery('GET /enrolments/waiting'), enabled: open });
  const people = query.data?.people ?? 0;
  const enrol = useChange({
    send: () => call('POST /enrolments/waiting', { body: { people } }),
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
