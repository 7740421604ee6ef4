import type { exports as en } from '../../en/portal/exports.ts';

export const exports: typeof en = {
  month: 'Monat',
  ticket: 'Ticket',
  contract: 'ID des Vertrags',
  documentId: 'ID des Dokuments',
  answerUntil: 'Antwort möglich bis',
  mailed: 'Gemailt',
  reminded: 'Erinnert',
  opened: 'Geöffnet',
  downloadable: 'Kann heruntergeladen werden',
  entry: 'Eintrag',
  actorKind: 'Art',
  person: 'Person',
  code: 'Code',
  changed: 'Geänderte Felder',
  ticketsFrom: 'Tickets ab',
  lastDay: 'Letzter Tag mit Ticket',
  euros: (heading) => `${heading} (EUR)`,
  changes: (id) => `Abgleich ${id}`,
  roster: (moment) => `Liste vom ${moment}`,
  differences: (before, after) => `Listen vom ${before} und ${after}`,
};
