import { useEffect, useId, useRef } from 'react';
import type { Term, Ticket } from '../../../api/routes.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useMessages } from '../../../language/use-messages.ts';
import { InWords } from './in-words.tsx';
import { MONTH_WIDTH, makeScale, type Scale } from './scale.ts';
import './timeline.css';

const HEIGHT = 122;
const RIBBON = { y: 38, height: 24 };
const TICKETS_Y = 76;

type ShownTicket = Pick<Ticket, 'month' | 'state' | 'ticketId'>;

interface Props {
  terms: Term[];
  tickets: ShownTicket[];
  today: string;
  /** Without the text below the picture, for a dialog that contains it already. */
  brief?: boolean;
}

/** A ribbon of months. It shows the terms and pauses, the tickets below, and a line for today. */
export function Timeline({ terms, tickets, today, brief = false }: Props) {
  const { person } = useMessages();
  const scale = makeScale(terms, tickets, today);
  const scroller = useScrollToToday(scale.x(today));
  if (terms.length === 0 && tickets.length === 0) return <p className="quiet">{person.noTimeline}</p>;
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="timeline" ref={scroller} tabIndex={0} aria-label={person.timelineText}>
        <Picture terms={terms} tickets={tickets} today={today} scale={scale} />
      </section>
      {!brief && (
        <>
          <Legend />
          <InWords terms={terms} />
        </>
      )}
    </div>
  );
}

function useScrollToToday(x: number) {
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = scroller.current;
    if (element) element.scrollLeft = x - element.clientWidth * 0.62;
  }, [x]);
  return scroller;
}

function Picture({ terms, tickets, today, scale }: Props & { scale: Scale }) {
  const { person } = useMessages();
  const hatch = useId();
  return (
    <svg
      width={scale.width}
      height={HEIGHT}
      viewBox={`0 0 ${scale.width} ${HEIGHT}`}
      role="img"
      aria-label={person.timeline}
      className="timeline-picture"
    >
      <defs>
        <pattern id={hatch} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="7" height="7" className="timeline-pause-ground" />
          <rect width="2.5" height="7" className="timeline-pause-stripe" />
        </pattern>
      </defs>
      <Months scale={scale} today={today} />
      {terms.map((term) => (
        <Ribbon key={term.number} term={term} today={today} scale={scale} hatch={hatch} />
      ))}
      {tickets.map((ticket) => (
        <TicketMark key={ticket.ticketId} ticket={ticket} scale={scale} />
      ))}
      <Today day={today} scale={scale} />
    </svg>
  );
}

function Months({ scale, today }: { scale: Scale; today: string }) {
  const format = useFormat();
  return scale.months.map((month, index) => {
    const x = index * MONTH_WIDTH;
    const isNow = today.startsWith(month);
    return (
      <g key={month}>
        {isNow && <rect x={x} y={0} width={MONTH_WIDTH} height={HEIGHT} className="timeline-now" />}
        <line
          x1={x}
          x2={x}
          y1={28}
          y2={HEIGHT}
          className={month.endsWith('-01') ? 'timeline-year' : 'timeline-grid'}
        />
        <text x={x + MONTH_WIDTH / 2} y={22} className="timeline-month">
          {format.shortMonth(month)}
        </text>
        {(index === 0 || month.endsWith('-01')) && (
          <text x={x + 4} y={9} className="timeline-year-name">
            {month.slice(0, 4)}
          </text>
        )}
      </g>
    );
  });
}

/** Solid until today, lighter after today. Pauses are hatched. */
function Ribbon({ term, today, scale, hatch }: { term: Term; today: string; scale: Scale; hatch: string }) {
  const from = scale.x(term.start);
  const end = term.ends[0]?.on;
  const to = end ? scale.x(end) : scale.width;
  const now = Math.min(to, Math.max(from, scale.x(today)));
  const clip = useId();
  return (
    <g>
      <clipPath id={clip}>
        <rect x={from + 1} y={RIBBON.y} width={Math.max(3, to - from - 2)} height={RIBBON.height} rx={7} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect x={from} {...RIBBON} width={now - from} className="timeline-term" />
        <rect x={now} {...RIBBON} width={to - now} className="timeline-term timeline-ahead" />
        {term.pauses.map((pause) => (
          <rect
            key={`${pause.from} ${pause.owner}`}
            x={scale.x(pause.from)}
            {...RIBBON}
            width={Math.max(0, (pause.until ? scale.x(pause.until) : to) - scale.x(pause.from))}
            fill={`url(#${hatch})`}
          />
        ))}
      </g>
      {end && end >= term.start && (
        <line x1={to} x2={to} y1={RIBBON.y - 4} y2={RIBBON.y + RIBBON.height + 4} className="timeline-end" />
      )}
    </g>
  );
}

function TicketMark({ ticket, scale }: { ticket: ShownTicket; scale: Scale }) {
  const { person, vocabulary } = useMessages();
  const format = useFormat();
  const x = scale.x(ticket.month) + 7;
  const width = MONTH_WIDTH - 14;
  return (
    <g className={`timeline-ticket timeline-ticket-${ticket.state}`}>
      <title>
        {`${person.legend.ticket} ${format.month(ticket.month)}: ${vocabulary.ticket[ticket.state]}`}
      </title>
      <rect x={x} y={TICKETS_Y} width={width} height={20} rx={4} />
      <line x1={x + width * 0.66} x2={x + width * 0.66} y1={TICKETS_Y + 3} y2={TICKETS_Y + 17} />
      {ticket.state === 'void' && (
        <path d={`M${x + 3} ${TICKETS_Y + 17} L${x + width - 3} ${TICKETS_Y + 3}`} />
      )}
    </g>
  );
}

function Today({ day, scale }: { day: string; scale: Scale }) {
  const { person } = useMessages();
  const x = scale.x(day);
  return (
    <g className="timeline-today">
      <line x1={x} x2={x} y1={30} y2={HEIGHT - 16} />
      <circle cx={x} cy={30} r={3.5} />
      <text x={x} y={HEIGHT - 3}>
        {person.legend.today}
      </text>
    </g>
  );
}

function Legend() {
  const { person } = useMessages();
  return (
    <div className="timeline-legend small quiet" aria-hidden="true">
      {(['term', 'pause', 'ticket', 'voided'] as const).map((name) => (
        <span key={name} className="row">
          <span className={`timeline-swatch timeline-swatch-${name}`} />
          {person.legend[name]}
        </span>
      ))}
    </div>
  );
}
