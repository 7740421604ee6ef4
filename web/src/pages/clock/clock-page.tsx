import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Body, call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { MovedClock } from '../../api/routes.ts';
import { SESSION } from '../../api/session-key.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { TextField } from '../../design/field.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Problem } from '../../design/problem.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import './clock.css';
import { useClockText } from './use-clock-text.ts';

type Move = Body<'POST /clock'>;

export default function ClockPage() {
  const { common } = useMessages();
  const clock = useClockText();
  const format = useFormat();
  const mayChange = useMay('administer');
  const client = useQueryClient();
  const query = useQuery(routeQuery('GET /clock'));
  const [date, setDate] = useState('');
  const move = useChange({
    send: (move: Move) => call('POST /clock', { body: move }),
    // The band on top shows the business date, which comes with the session.
    next: () => void client.invalidateQueries({ queryKey: SESSION }),
  });
  const button = (to: NonNullable<Move['to']>, label: string, primary = false) => (
    <Button
      kind={primary ? 'primary' : 'plain'}
      busy={move.isPending && move.variables.to === to}
      disabled={move.isPending}
      onClick={() => move.mutate({ to })}
    >
      {label}
    </Button>
  );
  return (
    <div className="page">
      <PageHead title={clock.title} text={clock.text} />
      <Card>
        <Loaded query={query}>
          {({ businessDate, frozen }) => (
            <div className="stack-l">
              <div>
                <p className="quiet">{clock.today}</p>
                <p className="clock-day">{format.longDay(businessDate)}</p>
                <p className="small quiet">{frozen ? clock.frozen : clock.running}</p>
              </div>
              {mayChange ? (
                <>
                  <div className="row">
                    {button('next-first', clock.nextFirst, true)}
                    {button('next-day', clock.nextDay)}
                    {button('next-month', clock.nextMonth)}
                  </div>
                  <form
                    className="clock-date"
                    onSubmit={(event) => {
                      event.preventDefault();
                      move.mutate({ date });
                    }}
                  >
                    <TextField
                      label={clock.toDate}
                      type="date"
                      min={businessDate}
                      value={date}
                      onChange={setDate}
                    />
                    <Button type="submit" disabled={!date || move.isPending}>
                      {clock.move}
                    </Button>
                  </form>
                </>
              ) : (
                <p className="quiet">{common.mayNotChange}</p>
              )}
              <Problem error={move.error} />
              {move.data && <Moved moved={move.data} />}
            </div>
          )}
        </Loaded>
      </Card>
    </div>
  );
}

function Moved({ moved }: { moved: MovedClock }) {
  const clock = useClockText();
  const format = useFormat();
  return (
    <div className="stack" aria-live="polite">
      <Callout tone="good" title={clock.moved(format.longDay(moved.businessDate))}>
        {clock.issued(moved.ticketsIssued)}
      </Callout>
      {moved.steps.length > 1 && (
        <div className="table-scroll">
          <table className="table clock-steps">
            <thead>
              <tr>
                <th>{clock.step}</th>
                <th className="end">{clock.tickets}</th>
              </tr>
            </thead>
            <tbody>
              {moved.steps.map((step) => (
                <tr key={step.businessDate}>
                  <td>{format.longDay(step.businessDate)}</td>
                  <td className="end numbers">{format.number(step.ticketsIssued)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
