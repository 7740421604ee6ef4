import type { acts as en, actNames as enNames } from '../en/acts.ts';

export const actNames: typeof enNames = {
  enrol: 'Jobticket bestellen',
  'change-plan': 'Anders bezahlen',
  pause: 'Pausieren',
  resume: 'Pause beenden',
  cancel: 'Kündigen',
  'withdraw-cancellation': 'Kündigung zurücknehmen',
};

export const acts: typeof en = {
  starts: (day) => `Das Abo beginnt am ${day}.`,
  offered: 'Zuerst wird ein Vertrag angeboten. Vor der Unterschrift beginnt nichts.',
  planKept: 'Der Tarifwechsel wird zurückgenommen. Tarif und Vertrag bleiben, wie sie sind.',
  plan: (plan, day) => `Ab ${day}: ${plan}.`,
  planOffered: 'Zuerst wird ein Vertrag angeboten. Bis zur Unterschrift bleibt der heutige Tarif.',
  paused: (from, until) =>
    until
      ? `Kein Ticket ab ${from}. Das nächste kommt am ${until}.`
      : `Kein Ticket ab ${from}, bis jemand das Abo fortsetzt.`,
  resumed: (day) => `Wieder Tickets ab ${day}.`,
  ends: (day, last) => `Das letzte Ticket gilt für ${last}. Ab ${day} gibt es keines mehr.`,
  dropped: 'Das Abo hat noch nicht begonnen und wird nicht beginnen.',
  withdrawn: 'Das Ende wird zurückgenommen.',
};
