import { n } from '../number.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${n(count)} people`);

export const earlier = {
  title: 'Compare rosters',
  text: 'See what changed between two rosters, and send the earlier one again if the later one was wrong.',
  question: 'Is something wrong with this roster?',
  questionText: 'See what it changed, and bring the earlier roster back if need be.',
  open: 'Compare and bring back',
  with: 'Compare with',
  previous: 'the roster before',
  today: 'the latest roster',
  roster: (moment: string, count: number) => `Roster of ${moment}, ${people(count)}`,
  between: (before: string, after: string) => `From the roster of ${before} to that of ${after}`,
  first: 'There is no earlier roster',
  firstText: 'This is the first one that was applied.',
  same: 'The rosters do not differ',
  sameText: 'Both list the same people with the same data.',
  difference: 'Difference',
  differences: { came: 'New', left: 'Missing', changed: 'Changed' },
  invalid: (count: number) =>
    count === 1
      ? 'One entry of these rosters was not valid. It is compared with the values that were kept.'
      : `${n(count)} entries of these rosters were not valid. They are compared with the values that were kept.`,
  download: (moment: string) => `Roster of ${moment} (CSV)`,
  again: (moment: string) => `Send the roster of ${moment} again`,
  againText:
    'The service then applies the earlier roster as if your HR system had just sent it: people who are missing come back, later ones leave, and changed data is as it was. You see what would happen before anything is changed.',
  remains: 'What does not come back by itself',
  remainsLines: [
    'Tickets that were issued meanwhile stay valid, and tickets that were withdrawn are not issued again.',
    'Contracts that have ended are offered anew.',
    'The next roster of your HR system counts again. Have the cause mended first.',
  ],
  preview: 'See what would happen',
  noLeaversText: 'Everybody who is listed now is on the earlier roster too.',
  leaversText: (count: number): string =>
    count === 1 ? 'This person is not on the earlier roster.' : 'These people are not on the earlier roster.',
  send: (count: number) => `Send the roster with ${people(count)} again`,
  repeats: 'Repeats the roster',
};
