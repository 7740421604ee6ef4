/** Headings of exported files that no page shows. */
export const exports = {
  month: 'Month',
  ticket: 'Ticket',
  contract: 'Contract id',
  documentId: 'Document id',
  answerUntil: 'Answer until',
  mailed: 'Mailed',
  reminded: 'Reminded',
  opened: 'Opened',
  downloadable: 'Can be downloaded',
  entry: 'Entry',
  actorKind: 'Kind of actor',
  person: 'Person',
  code: 'Code',
  changed: 'Changed fields',
  ticketsFrom: 'Tickets from',
  lastDay: 'Last day with a ticket',
  /** Amounts in a file have no currency sign, so that spreadsheets can add them up. */
  euros: (heading: string) => `${heading} (EUR)`,
  changes: (id: string) => `Sync ${id}`,
  roster: (moment: string) => `Roster of ${moment}`,
  differences: (before: string, after: string) => `Rosters of ${before} and ${after}`,
};
