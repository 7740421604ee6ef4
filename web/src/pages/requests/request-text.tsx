import type { EmployeeRequest } from '../../api/routes.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useRequestsText } from './use-requests-text.ts';

/** What somebody asked for, with what they were shown, or with what was decided. */
export function RequestText({ request }: { request: EmployeeRequest }) {
  const requests = useRequestsText();
  const { actions, vocabulary } = useMessages();
  const format = useFormat();
  const { action, planType, fromMonth, untilMonth, linkClass, answer } = request;
  const day = request.decidedOn ?? request.effectiveOn;
  const cents = request.decidedCents ?? request.contributionCents;
  const facts = [
    fromMonth && requests.months(format.month(fromMonth), untilMonth && format.month(untilMonth)),
    planType && vocabulary.plan[planType],
    day && action !== 'pause' && requests.counts(format.day(day)),
    cents !== null && requests.pays(format.money(cents)),
  ].filter(Boolean);
  return (
    <>
      <span>{actions.names[action]}</span>
      <div className="small quiet">{facts.join(', ')}</div>
      {linkClass === 'shown' && <div className="small quiet">{requests.shownLink}</div>}
      {answer && <div className="small preserve-lines">{answer}</div>}
    </>
  );
}
