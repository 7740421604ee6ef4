import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { waitingQuery } from '../../api/queries.ts';
import type { Waiting } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { useFormat } from '../../language/use-format.ts';
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
      <Loaded query={query}>{(waiting) => <Preview waiting={waiting} />}</Loaded>
    </Modal>
  );
}

function Preview({ waiting }: { waiting: Waiting }) {
  const { employees, vocabulary } = useMessages();
  const format = useFormat();
  if (waiting.people === 0) return <p>{employees.waitingNobody}</p>;
  return (
    <>
      <ul className="waiting-groups">
        {waiting.groups.map((group) => (
          <li key={`${group.planType} ${group.start}`} className="waiting-group">
            <span className="strong">{employees.group(group.people, vocabulary.plan[group.planType])}</span>
            <span className="numbers">{format.money(group.contributionCents)}</span>
            <span className="small quiet">
              {employees.startsOn(format.day(group.start))}
              {group.needsContract && `, ${employees.needsContract}`}
            </span>
          </li>
        ))}
      </ul>
      <h3>{employees.perMonth}</h3>
      <dl className="facts">
        <dt>{employees.companyPays}</dt>
        <dd className="numbers strong">{format.money(waiting.monthlyCents.employer)}</dd>
        <dt>{employees.employeesPay}</dt>
        <dd className="numbers strong">{format.money(waiting.monthlyCents.employees)}</dd>
      </dl>
    </>
  );
}
