import type { clock as enClock } from '../../en/portal/clock.ts';
import { n } from '../number.ts';

export const clock: typeof enClock = {
  title: 'Testuhr',
  text: 'In der Testumgebung können Sie Zeit vergehen lassen. Alles, was auf dem Weg fällig wird, geschieht der Reihe nach: Tickets, Pausen, Kündigungen. Zurück geht es nie.',
  today: 'Hier ist heute',
  frozen: 'Die Uhr steht, bis Sie sie stellen.',
  running: 'Die Uhr geht mit der wirklichen Zeit, bis Sie sie stellen.',
  nextDay: 'Einen Tag weiter',
  nextMonth: 'Einen Monat weiter',
  nextFirst: 'Zum nächsten Monatsersten',
  toDate: 'Auf einen Tag',
  move: 'Stellen',
  moved: (day) => `Jetzt ist ${day}.`,
  issued: (count) =>
    count === 0
      ? 'Unterwegs war kein Ticket fällig.'
      : count === 1
        ? 'Unterwegs wurde 1 Ticket ausgegeben.'
        : `Unterwegs wurden ${n(count)} Tickets ausgegeben.`,
  step: 'Tag',
  tickets: 'Tickets',
};
