import type { hrSource as enSource } from '../../en/portal/hr-source.ts';
import { n } from '../number.ts';

export const hrSource: typeof enSource = {
  status: 'Letzter Versuch',
  next: 'Nächstes Mal',
  nextManual: 'nur, wenn Sie auf „Jetzt abholen“ klicken',
  schedule: 'Zeitplan',
  schedules: {
    daily: (time) => `jeden Tag um ${time} Uhr`,
    hourly: (hours) => (hours === 1 ? 'jede Stunde' : `alle ${n(hours)} Stunden`),
    manual: 'von Hand',
  },
  fetchNow: 'Jetzt abholen',
  fetchStarted: 'Die Liste wird abgeholt.',
  changeCredentials: 'Zugangsdaten ändern',
  changeMapping: 'Felder ändern',
  changeSchedule: 'Zeitplan ändern',
  remove: 'HR-System trennen',
  removeTitle: (system) => `${system} trennen?`,
  removeText:
    'Der Dienst vergisst die Zugangsdaten und holt nichts mehr ab. Personen und Tickets bleiben, wie sie sind. Danach können Sie Listen selbst senden oder wieder ein System verbinden.',
  removed: 'Das HR-System ist getrennt.',
  draftTitle: 'Die Einrichtung ist noch nicht fertig',
  draftText: 'Bis dahin wird nichts abgeholt.',
  draftChange:
    'Sie haben begonnen, die Quelle zu ändern. Bis Sie fertig sind, holt der Dienst die Liste ab wie bisher.',
  continue: 'Weitermachen',
  pulls: 'Abgeholte Listen',
  pullsText: 'Die neueste zuerst.',
  noPulls: 'Bisher wurde nichts abgeholt.',
  when: 'Wann',
  by: { schedule: 'nach Zeitplan', hand: 'von Hand', preview: 'für eine Vorschau' },
  result: 'Ergebnis',
  results: {
    queued: 'Wartet',
    fetching: 'Wird abgeholt',
    accepted: 'Abgeholt',
    previewed: 'Vorschau',
    failed: 'Fehlgeschlagen',
  },
  people: (count) => (count === 1 ? '1 Person' : `${n(count)} Personen`),
  cancelled: 'Abgebrochen',
  stopped: 'Die Quelle wurde währenddessen geändert',
  toSync: 'Abgleich ansehen',
  failedTitle: 'Die Liste konnte nicht abgeholt werden',
  failedText:
    'An den Personen hat sich nichts geändert. Tickets bleiben, wie sie sind, bis es wieder klappt.',
  gaps: 'Trotzdem abholen',
  gapsTitle: 'Ohne diese Werte abholen?',
  gapsText: {
    terminationDate:
      'Tun Sie das nur, wenn zurzeit wirklich bei niemandem ein Austritt eingetragen ist. Sonst behalten Ausgeschiedene ihr Ticket.',
    absences:
      'Tun Sie das nur, wenn wirklich niemand mehr abwesend ist. Sonst laufen pausierte Tickets wieder an, und Ihr Unternehmen zahlt dafür.',
  },
  silentAdvice: 'Holen Sie sie unter „HR-System“ jetzt ab, oder sehen Sie dort nach, was fehlgeschlagen ist.',
  hint: 'Liste abholen lassen',
  hintText:
    'An diese Anbindung werden Listen gesendet. Der Dienst kann sie auch selbst abholen, aus Personio, BambooHR und anderen Systemen oder als Datei.',
  hintNew:
    'Dafür verbinden Sie eine neue Anbindung. Sie kann danach die Personen dieser Anbindung übernehmen.',
  connect: 'HR-System verbinden',
};
