import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import type { PayrollMonth } from '../../api/routes.ts';
import { Badge, type Tone } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Table } from '../../design/table.tsx';
import { ActorName } from '../../domain/actor-name.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMay } from '../../session/context.ts';
import { HandoverDialog, TakeBackDialog } from './handover-dialog.tsx';
import { useHandoverText } from './use-handover-text.ts';

const TONES: Record<PayrollMonth['state'], Tone> = {
  running: 'neutral',
  ready: 'warn',
  'handed-over': 'good',
  earlier: 'neutral',
};

/** Unless all are shown. */
const MAX_MONTHS = 4;

type Open = { kind: 'hand-over' | 'take-back'; month: string };

/** The months with their state for payroll. */
export function HandoverCard({ onChoose }: { onChoose: (month: string) => void }) {
  const handover = useHandoverText();
  const query = useQuery(routeQuery('GET /costs/payroll-months'));
  const [showsAll, setShowsAll] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const isFirst = query.data?.every((month) => month.handover === null) ?? false;
  return (
    <Card title={handover.title} text={handover.text} flush>
      <Loaded query={query} lines={4}>
        {(months) => (
          <>
            <Months
              months={showsAll ? months : months.slice(0, MAX_MONTHS)}
              next={nextOf(months)}
              onChoose={onChoose}
              onOpen={setOpen}
            />
            {!showsAll && months.length > MAX_MONTHS && (
              <div className="card-body">
                <Button kind="quiet" size="small" onClick={() => setShowsAll(true)}>
                  {handover.showAll}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {open?.kind === 'hand-over' && (
        <HandoverDialog
          month={open.month}
          isFirst={isFirst}
          onDone={() => onChoose(open.month)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'take-back' && <TakeBackDialog month={open.month} onClose={() => setOpen(null)} />}
    </Card>
  );
}

/** The month that can be handed over next. Before the first handover it is the newest that is ready. */
function nextOf(months: readonly PayrollMonth[]): string | undefined {
  const ready = months.filter(({ state }) => state === 'ready');
  const isFirst = months.every(({ handover }) => handover === null);
  return (isFirst ? ready[0] : ready.at(-1))?.month;
}

function Months({
  months,
  next,
  onChoose,
  onOpen,
}: {
  months: PayrollMonth[];
  next: string | undefined;
  onChoose: (month: string) => void;
  onOpen: (open: Open) => void;
}) {
  const handover = useHandoverText();
  const format = useFormat();
  const mayChange = useMay('change-costs');
  return (
    <Table
      items={months}
      keyOf={({ month }) => month}
      columns={[
        {
          title: handover.month,
          className: 'nowrap',
          show: ({ month }) => (
            <button type="button" className="link-like" onClick={() => onChoose(month)}>
              {format.month(month)}
            </button>
          ),
        },
        {
          title: handover.state,
          onPhone: 'corner',
          show: ({ state }) => <Badge tone={TONES[state]}>{handover.states[state]}</Badge>,
        },
        {
          title: handover.stateText,
          quietTitle: true,
          className: 'roomy small',
          show: (month) => <StateText month={month} next={next} />,
        },
        ...(mayChange
          ? [
              {
                title: handover.actions,
                quietTitle: true,
                end: true,
                show: ({ month, isLast }: PayrollMonth) => (
                  <>
                    {month === next && (
                      <Button
                        kind="primary"
                        size="small"
                        onClick={() => onOpen({ kind: 'hand-over', month })}
                      >
                        {handover.handOver}
                      </Button>
                    )}
                    {isLast && (
                      <Button kind="quiet" size="small" onClick={() => onOpen({ kind: 'take-back', month })}>
                        {handover.takeBack}
                      </Button>
                    )}
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function StateText({
  month: { month, state, handover: done, corrections },
  next,
}: {
  month: PayrollMonth;
  next: string | undefined;
}) {
  const handover = useHandoverText();
  const format = useFormat();
  const payrollDay = useQuery(routeQuery('GET /company')).data?.payrollDay ?? 1;
  if (state === 'running')
    return handover.stateTexts.running(format.day(`${month}-${String(payrollDay).padStart(2, '0')}`));
  if (state === 'ready' && next !== undefined && next < month)
    return handover.stateTexts.waits(format.month(next));
  if (!done) return state === 'handed-over' ? null : handover.stateTexts[state];
  return (
    <>
      {handover.handedOver(format.shortMoment(done.at))} <ActorName actor={done.by} />
      {done.figures && <Figures figures={done.figures} />}
      {corrections > 0 && <div>{handover.corrections(corrections, format.month(monthAfter(month)))}</div>}
    </>
  );
}

/** What the files contain. The statement of the month also has what was booked later. */
function Figures({ figures }: { figures: NonNullable<NonNullable<PayrollMonth['handover']>['figures']> }) {
  const handover = useHandoverText();
  const format = useFormat();
  const { people, withheldCents, taxFreeCents, earlierYearCents } = figures;
  return (
    <div>
      {handover.figures(people, format.money(withheldCents), format.money(taxFreeCents))}{' '}
      {earlierYearCents !== 0 && handover.earlierYearFigure(format.money(earlierYearCents))}
    </div>
  );
}

function monthAfter(month: string): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 1);
  return day.toISOString().slice(0, 7);
}
