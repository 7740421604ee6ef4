import { useState } from 'react';
import { describeAct } from '../../../texts/describe-act.ts';
import type { Format } from '../../../texts/format.ts';
import { Callout } from '../design/callout.tsx';
import { Card } from '../design/card.tsx';
import { addMonths } from '../domain/months.ts';
import { withdrawRequest } from './api.ts';
import type { EmployeePage, PageRequest } from './routes.ts';
import { m } from './words.ts';

/** The open requests, and the latest answers. */
export function RequestList({
  page,
  format,
  reload,
  withdrawn,
}: {
  page: EmployeePage;
  format: Format;
  reload: () => Promise<void>;
  withdrawn: () => void;
}) {
  const [busy, setBusy] = useState<number>();
  const [failed, setFailed] = useState(false);
  const { requests } = m;
  if (page.requests.length === 0) return null;
  const withdraw = async (id: number) => {
    setBusy(id);
    setFailed(false);
    const isDone = await withdrawRequest(page.path, id).then(
      () => true,
      () => false,
    );
    await reload();
    setBusy(undefined);
    setFailed(!isDone);
    if (isDone) withdrawn();
  };
  return (
    <Card title={requests.title}>
      {failed && (
        <Callout tone="bad" urgent>
          {m.errors.other}
        </Callout>
      )}
      <ul className="me-requests">
        {page.requests.map((request) => (
          <li key={request.id}>
            <p>
              <span className="strong">{m.acts.names[request.action]}</span>:{' '}
              {requests.states[request.status]}
            </p>
            <p className="small quiet">
              {requests.asked(format.day(request.askedOn))}. {sentences(request, format).join(' ')}
            </p>
            {request.answer !== null && <p className="preserve-lines">{requests.answer(request.answer)}</p>}
            {request.status === 'open' && (
              <button
                type="button"
                className="button"
                disabled={busy !== undefined}
                onClick={() => void withdraw(request.id)}
              >
                {requests.withdraw}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function sentences(request: PageRequest, format: Format): string[] {
  const { status, planType, untilMonth, contributionCents, isLater } = request;
  if (status !== 'open' && status !== 'approved') return [];
  const plan = planType && m.acts.planNames[planType];
  const untilOn = untilMonth && `${addMonths(untilMonth, 1)}-01`;
  return [
    ...describeAct({ ...request, plan, untilOn, offered: false, dropped: false }, m.acts.happens, format),
    ...(contributionCents ? [m.acts.pays(format.money(contributionCents))] : []),
    ...(isLater ? [m.requests.later] : []),
  ];
}
