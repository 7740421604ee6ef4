import type { overview as en } from '../../en/portal/overview.ts';
import { n } from '../number.ts';

export const overview: typeof en = {
  title: 'Übersicht',
  attention: 'Zu erledigen',
  calm: 'Alles in Ordnung',
  calmText:
    'Listen kommen wie üblich, keine wurde abgewiesen, kein Abgleich ist angehalten oder fehlgeschlagen, niemand wartet auf eine Bestellung, alle Verträge sind beantwortet.',
  silent: (integration, since) => `Keine Liste von ${integration} seit ${since}`,
  silentFromStart: (integration) => `Von ${integration} ist bisher keine Liste gekommen`,
  held: (integration, count) =>
    count === 1
      ? `${integration}: Abgleich angehalten, 1 Person würde ausscheiden`
      : `${integration}: Abgleich angehalten, ${n(count)} Personen würden ausscheiden`,
  heldText: 'Bevor Sie freigeben, scheidet niemand aus. Sehen Sie nach, wen das trifft.',
  heldNumbers: (integration, count) =>
    count === 1
      ? `${integration}: Abgleich angehalten, 1 Person wartet`
      : `${integration}: Abgleich angehalten, ${n(count)} Personen warten`,
  heldNumbersText:
    'Ungewöhnlich viele stehen unter einer neuen Personalnummer auf der Liste. Bitte prüfen Sie das.',
  manyLeft: (integration, count, all) =>
    `${integration}: ${n(count)} von ${n(all)} Personen sind ausgeschieden`,
  manyLeftText:
    'Das sind ungewöhnlich viele auf einmal. Angehalten wurde nichts. War die Liste unvollständig, senden Sie die vollständige. Sonst markieren Sie den Abgleich als gesehen.',
  failed: (integration) => `Der letzte Abgleich mit ${integration} ist fehlgeschlagen`,
  failedText: 'Es wurde nichts geändert.',
  refused: (integration, count) =>
    count === 1
      ? `Eine Liste von ${integration} wurde abgewiesen`
      : `${n(count)} Listen von ${integration} wurden abgewiesen`,
  notFetched: (integration) => `Die Liste von ${integration} konnte nicht abgeholt werden`,
  refusedText: (reason) => `${reason}. Seitdem wurde keine angenommen, Änderungen von dort fehlen also.`,
  key: (name, until) => `Der API-Schlüssel „${name}“ läuft am ${until} ab`,
  keyExpired: (name, on) => `Der API-Schlüssel „${name}“ ist am ${on} abgelaufen`,
  keyExpiredText:
    'Listen, die damit gesendet werden, werden abgewiesen. Erzeugen Sie einen neuen und tragen Sie ihn im HR-System ein.',
  keyText: 'Danach kann das HR-System damit keine Listen mehr senden. Erzeugen Sie rechtzeitig einen neuen.',
  groupMoves: (people, all) => `${n(people)} von ${n(all)} Personen kämen in eine andere Gruppe`,
  groupMovesText:
    'Eine Liste hat die Felder geändert, nach denen sich die Gruppen richten. Niemand wechselt, bevor Sie entscheiden.',
  webhook: (host) => `Der Webhook zu ${host} ist abgeschaltet`,
  webhookText: {
    failing: (when) =>
      `Nach drei Tagen ohne Erfolg wurde er am ${when} abgeschaltet. Das Programm dort erfährt nichts mehr, bis Sie ihn wieder einschalten.`,
    gone: (when) =>
      `Der Empfänger hat am ${when} geantwortet, dass es die Adresse nicht mehr gibt. Das Programm dort erfährt nichts mehr.`,
  },
  decisions: (integration, count) =>
    count === 1 ? `${integration}: 1 unklare Zuordnung` : `${integration}: ${n(count)} unklare Zuordnungen`,
  decisionsText: 'Bitte entscheiden Sie, wer es ist. Bis dahin wird niemand davon angelegt oder geändert.',
  disconnected: (integration) => `${integration} ist getrennt`,
  disconnectedText: 'Listen von dort werden abgewiesen, bis Sie die Anbindung wieder verbinden.',
  mails: (count) => (count === 1 ? '1 Mail wartet' : `${n(count)} Mails warten`),
  mailsText: (moment) =>
    `In 24 Stunden gingen so viele Links und wiederholte Mails hinaus, dass die übrigen warten, die erste bis ${moment}. Sie werden von selbst gesendet. Wer nicht warten kann, bekommt den Link von Ihnen.`,
  undeliverable: (count) =>
    count === 1 ? 'Mails erreichen 1 Person nicht' : `Mails erreichen ${n(count)} Personen nicht`,
  undeliverableText: 'Der Mailserver hat die Adresse abgelehnt. Bitte berichtigen Sie sie im HR-System.',
  contracts: (count) =>
    count === 1
      ? '1 Vertrag wartet auf die Unterschrift'
      : `${n(count)} Verträge warten auf die Unterschrift`,
  contractsText: 'Verteilen Sie die Links, damit unterschrieben werden kann.',
  contractsMailed: 'Die Links sind gemailt. An offene Verträge erinnert der Dienst selbst.',
  contractsReminded: 'An Verträge, deren Link gemailt ist, erinnert der Dienst selbst.',
  contractsNotMailed: (count) =>
    count === 1
      ? 'Der Link zu 1 Vertrag ist nicht gemailt'
      : `Die Links zu ${n(count)} Verträgen sind nicht gemailt`,
  contractsNotMailedText:
    'Diese Verträge wurden angeboten, bevor die Mail an Beschäftigte eingeschaltet war, oder die Mail kam nicht an. Wählen Sie die Personen aus, dann „Links noch einmal mailen“.',
  nextPrice: (month, price, before) => `Ab ${month} kostet das Ticket ${price} statt ${before}`,
  nextPriceHigher:
    'Wer einen Eigenanteil zahlt, bekommt rechtzeitig einen Vertrag mit den neuen Beträgen angeboten. Das geschieht von selbst. Niemand zahlt mehr als unterschrieben; den Unterschied trägt bis dahin das Unternehmen.',
  nextPriceLower:
    'Sinkt dadurch ein Eigenanteil, gilt der kleinere Betrag von selbst. Zu unterschreiben ist nichts.',
  monthReady: (month) => `${month} ist bereit für die Lohnabrechnung`,
  monthReadyText: 'Prüfen Sie die Dateien und übergeben Sie den Monat.',
  requests: (count) =>
    count === 1 ? '1 Anfrage aus der Belegschaft' : `${n(count)} Anfragen aus der Belegschaft`,
  requestsText: 'Für Fristen zählt der Tag der Anfrage, solange ihr Monat noch nicht begonnen hat.',
  waiting: (count) =>
    count === 1 ? '1 Person wartet auf eine Bestellung' : `${n(count)} Personen warten auf eine Bestellung`,
  waitingText: (count) =>
    count === 1
      ? 'Die Person steht auf der Liste, aber niemand hat ein Ticket für sie bestellt.'
      : 'Die Personen stehen auf der Liste, aber niemand hat Tickets für sie bestellt.',
  employeesInAll: (count) => (count === 1 ? '1 Person' : `${n(count)} Personen`),
  ticketsOf: (month) => `Tickets im ${month}`,
  monthBefore: (month, number) => `${month}: ${number}`,
  costOf: (month) => `Kosten im ${month}`,
  costBefore: (month, cost, share) => `${month}: ${cost}. Dazu zahlen Beschäftigte ${share}.`,
  answeredContracts: 'Beantwortete Verträge',
  answeredOf: (answered, offered) => `${answered} von ${offered}`,
  openContracts: (count) =>
    count === 0 ? 'Keiner ist offen.' : count === 1 ? '1 ist offen.' : `${n(count)} sind offen.`,
  openNewTerms: (count) =>
    count === 1 ? 'Dazu 1 mit neuen Beträgen.' : `Dazu ${n(count)} mit neuen Beträgen.`,
  steps: {
    title: 'So kommen Sie zu den ersten Tickets',
    progress: (done, all) => `${n(done)} von ${n(all)} Schritten sind erledigt.`,
    done: 'erledigt',
    names: {
      integration: 'Anbindung anlegen',
      delivery: 'Erste Liste senden',
      tickets: 'Festlegen, wer Tickets bekommt',
      contractData: 'Firmendaten ergänzen',
    },
    texts: {
      integration: 'Sie steht für das HR-System, aus dem Ihre Liste der Beschäftigten kommt.',
      delivery: 'Durch ein Programm mit API-Schlüssel oder als Datei auf der Seite der Anbindung.',
      tickets:
        'Tarif und Zuschuss einstellen, dann automatisch bestellen oder unter „Beschäftigte“ auswählen.',
      contractData: 'Firma, Anschrift und Steuernummer stehen auf Verträgen und Belegen.',
    },
  },
  nextIssue: 'Nächste Ausgabe',
  inDays: (days) => (days === 0 ? 'heute' : days === 1 ? 'morgen' : `in ${n(days)} Tagen`),
  byStatus: 'Abos',
  syncs: 'Letzte Abgleiche',
  syncsText: 'Was jeder Abgleich geändert hat.',
  added: 'Neu',
  updated: 'Geändert',
  offboarded: 'Ausgeschieden',
  marks: { held: 'Wartet auf Freigabe', failed: 'Fehlgeschlagen', unchanged: 'Nichts geändert' },
  cut: 'Einzelne Abgleiche ragen weit heraus. Ihre Spalten sind oben abgeschnitten; darüber steht die ganze Zahl.',
  noSyncs: 'Bisher ist keine Liste angekommen',
  noSyncsText:
    'Legen Sie eine Anbindung an und erzeugen Sie einen Schlüssel, dann senden Sie die erste Liste. Vorher ist eine Vorschau möglich.',
  chartTable: 'Dasselbe als Tabelle',
  run: 'Abgleich',
  time: 'Zeit',
};
