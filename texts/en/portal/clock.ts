import { n } from '../number.ts';

export const clock = {
  title: 'Test clock',
  text: 'On staging you can let time pass. Everything due on the way happens in order: tickets, pauses, endings. It never goes back.',
  today: 'Here it is',
  frozen: 'The clock stands still until you move it.',
  running: 'The clock runs with the real time until you move it.',
  nextDay: 'One day on',
  nextMonth: 'One month on',
  nextFirst: 'To the next first of a month',
  toDate: 'To a day',
  move: 'Move',
  moved: (day: string) => `It is now ${day}.`,
  issued: (count: number) =>
    count === 0
      ? 'No ticket was due on the way.'
      : count === 1
        ? '1 ticket was issued on the way.'
        : `${n(count)} tickets were issued on the way.`,
  step: 'Day',
  tickets: 'Tickets',
};
