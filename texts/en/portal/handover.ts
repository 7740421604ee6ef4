import { n } from '../number.ts';

/** Handing a month over to payroll, on the page of costs. */
export const handover = {
  title: 'Handing over to payroll',
  text: 'Hand each month over once. Its files do not change any more; changes that come later are corrections in the files of the next month.',
  states: { running: 'running', ready: 'ready', 'handed-over': 'handed over', earlier: 'before' },
  stateTexts: {
    running: (day: string) => `Ready from ${day} on.`,
    ready: 'The files are ready.',
    waits: (month: string) => `Hand over ${month} first.`,
    earlier: 'Before the first handover. Its files follow the settings of now.',
  },
  handedOver: (moment: string) => `${moment}, by`,
  corrections: (count: number, month: string) =>
    count === 1
      ? `1 booking since then. It is in the files of ${month}.`
      : `${n(count)} bookings since then. They are in the files of ${month}.`,
  month: 'Month',
  state: 'State',
  stateText: 'Since when',
  actions: 'Actions',
  handOver: 'Hand over',
  showAll: 'Show earlier months',
  dialogTitle: (month: string) => `Hand over ${month}?`,
  dialogText:
    'This is what the files contain. Compare it with what you expect. The files come in the language of your portal and stay as they are.',
  first: 'This is the first handover. The months before count as handed over in another way.',
  people: 'People',
  tickets: 'Tickets',
  withheld: 'Withheld from salaries',
  taxFree: 'Tax-free',
  earlierYear: 'Correction of earlier years',
  figures: (people: number, withheld: string, taxFree: string) =>
    `In the files: ${n(people)} people, ${withheld} withheld, ${taxFree} tax-free.`,
  earlierYearFigure: (amount: string) => `Also ${amount} as a correction of earlier years.`,
  correctionsTitle: (people: number) =>
    people === 1
      ? 'Of that corrections of the month before: 1 person'
      : `Of that corrections of the month before: ${n(people)} people`,
  moreCorrections: 'The tax-free list has all of them.',
  erased: 'erased person',
  notWritten: (file: string) => `${file} cannot be written`,
  confirm: 'Hand over',
  doneTitle: (month: string) => `${month} is handed over`,
  doneText: 'Save the files and give them to payroll. You find them here at any time.',
  close: 'Done',
  files: {
    payroll: 'File for payroll',
    'tax-free': 'Tax-free list',
    'datev-lodas': 'DATEV LODAS',
    'datev-lug': 'DATEV Lohn und Gehalt',
  },
  takeBack: 'Take back',
  takeBackTitle: (month: string) => `Take the handover of ${month} back?`,
  takeBackText:
    'Only if payroll has not booked the files. What was booked since belongs to the month again, so its files can be others next time.',
  reason: 'Reason',
  reasonHelp: 'The audit log keeps it.',
  takenBack: 'Taken back.',
  digests: 'Digests of the files (SHA-256)',
};
