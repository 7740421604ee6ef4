import type { webhooks as en } from '../../en/portal/webhooks.ts';
import { n } from '../number.ts';

export const webhooks: typeof en = {
  title: 'Webhooks',
  text: 'Wir melden einem Programm Ihres Unternehmens Ereignisse, sobald sie eintreten: mit je einer signierten Anfrage.',
  one: 'Webhook',
  create: 'Webhook anlegen',
  none: 'Noch keine Webhooks',
  noneText:
    'Legen Sie einen an für das Programm, das von Tickets, Abgleichen oder Personen sofort erfahren soll.',
  url: 'Adresse',
  urlHelp:
    'Hier empfängt Ihr Programm die Ereignisse. Sie muss mit https:// beginnen und aus dem Internet erreichbar sein.',
  urlHelpLoopback:
    'Hier empfängt Ihr Programm die Ereignisse. In dieser Testumgebung sind Adressen desselben Rechners erlaubt.',
  urlWrong:
    'Bitte eine öffentliche Adresse angeben, die mit https:// beginnt, ohne Benutzername und Passwort.',
  events: 'Ereignisse',
  allEvents: 'Alle Ereignisse',
  allEventsText: 'Auch Arten, die später dazukommen.',
  someEvents: 'Nur ausgewählte Arten',
  chooseEvents: 'Arten',
  chooseEventsHelp:
    'Mehr als 1.000 auf einmal kommen als ein Ereignis an: zum Beispiel tickets.issued statt ticket.issued.',
  state: { active: 'Aktiv', failing: 'Gestört', disabled: 'Abgeschaltet', off: 'Aus' },
  failing: (attempts, next) =>
    attempts === 1
      ? `Der letzte Versuch ist fehlgeschlagen. Der nächste folgt ${next}; neuere Ereignisse warten.`
      : `${n(attempts)} Versuche sind fehlgeschlagen. Der nächste folgt ${next}; neuere Ereignisse warten.`,
  failingSince: 'Gestört seit',
  disabledFailing: (when) =>
    `Nach drei Tagen ohne Erfolg senden wir seit ${when} nichts mehr. Wartende Ereignisse folgen, wenn Sie den Webhook wieder einschalten.`,
  disabledGone: (when) =>
    `Seit ${when} senden wir nichts mehr: Der Empfänger hat mit 410 geantwortet und will keine Ereignisse mehr.`,
  offText:
    'Es wird nichts gesendet. Was inzwischen eintritt, folgt, wenn Sie den Webhook wieder einschalten.',
  waiting: 'Wartende Ereignisse',
  waitingMany: (count) => `mehr als ${n(count)}`,
  delivered: 'Zuletzt zugestellt',
  olderSecret: (until) => `Anfragen sind bis ${until} auch mit dem älteren Geheimnis signiert.`,
  switchOn: 'Einschalten',
  switchOff: 'Ausschalten',
  switchedOn: 'Der Webhook ist eingeschaltet.',
  switchedOff: 'Der Webhook ist ausgeschaltet.',
  tryNow: 'Jetzt versuchen',
  tryingNow: 'Der nächste Versuch läuft jetzt.',
  skip: 'Wartende überspringen',
  skipTitle: 'Wartende Ereignisse überspringen?',
  skipText:
    'Die wartenden Ereignisse werden nicht mehr gesendet. Der Webhook beginnt mit dem nächsten Ereignis. Sie können Ereignisse später erneut senden.',
  skipped: 'Die wartenden Ereignisse sind übersprungen.',
  edit: 'Ändern',
  editTitle: 'Webhook ändern',
  test: 'Test senden',
  testContent: 'Inhalt des Tests',
  testPlain: 'Nur ein Test',
  exampleOf: (name) => `Beispiel: ${name}`,
  tested: {
    delivered: (status) => `Angekommen: Die Antwort war ${n(status)}.`,
    failed: (status) => `Der Empfänger hat den Test abgelehnt: Die Antwort war ${n(status)}.`,
    problem: (why) => `Der Test ist nicht angekommen. ${why}`,
  },
  answered: (status) => `Die Antwort war ${n(status)}.`,
  rotate: 'Neues Geheimnis',
  rotateTitle: 'Neues Geheimnis für diesen Webhook',
  rotateText:
    'Eine Weile sind Anfragen mit beiden Geheimnissen signiert, damit Sie Ihres ohne Lücke wechseln können.',
  rotateButton: 'Neues Geheimnis erzeugen',
  overlap: 'Mit beiden signiert sind Anfragen noch',
  overlaps: {
    '0': 'gar nicht: Das alte endet sofort',
    '3600': 'eine Stunde',
    '86400': 'einen Tag',
    '604800': 'eine Woche',
  },
  secretTitle: 'Das Geheimnis Ihres Webhooks',
  secretText:
    'Es wird nur jetzt gezeigt. Speichern Sie es an einem sicheren Ort. Ihr Programm prüft damit jede Anfrage.',
  secret: 'Geheimnis',
  verify: 'Eine Anfrage in Node.js prüfen',
  saved: 'Ich habe das Geheimnis gespeichert',
  remove: 'Löschen',
  removeTitle: 'Diesen Webhook löschen?',
  removeText:
    'Sein Geheimnis und seine gespeicherten Anfragen werden mit gelöscht. Das lässt sich nicht rückgängig machen.',
  removed: 'Der Webhook wurde gelöscht.',
  deliveries: 'Anfragen',
  deliveriesText: 'Alle Anfragen, die noch gespeichert sind, die neueste zuerst.',
  onlyFailed: 'Nur fehlgeschlagene',
  noDeliveries: 'Noch keine Anfragen',
  noDeliveriesText: 'Sie erscheinen hier, sobald etwas passiert. Sie können auch einen Test senden.',
  noFailed: 'Keine fehlgeschlagenen Anfragen',
  event: 'Ereignis',
  time: 'Zeit',
  outcome: 'Antwort',
  attempt: (attempt) => `Versuch ${n(attempt)}`,
  took: (ms) => (ms < 1000 ? `${n(ms)} ms` : `${(ms / 1000).toFixed(1).replace('.', ',')} s`),
  kind: { event: '', replay: 'erneut', test: 'Test' },
  testEvent: 'Test',
  details: 'Details',
  deliveryTitle: (number) => `Ereignis ${n(number)}`,
  body: 'Inhalt der Anfrage',
  answer: 'Anfang der Antwort',
  noAnswer: 'Die Antwort hatte keinen Inhalt.',
  replay: 'Dieses Ereignis erneut senden',
  replayFrom: 'Ab hier erneut senden',
  replayed: (count) =>
    count === 1 ? 'Das Ereignis wird erneut gesendet.' : `${n(count)} Ereignisse werden erneut gesendet.`,
  problems: {
    'not-https': 'Die Adresse muss mit https:// beginnen.',
    'address-not-allowed': 'Der Name führt zu einer privaten oder lokalen Adresse. Das ist nicht erlaubt.',
    'unknown-host': 'Der Name des Servers lässt sich nicht auflösen.',
    certificate: 'Das Zertifikat des Servers ist nicht gültig.',
    unreachable: 'Der Server antwortet nicht.',
    'timed-out': 'Der Server hat länger als 15 Sekunden gebraucht.',
    redirected: 'Der Server hat mit einer Weiterleitung geantwortet. Der folgen wir nicht.',
    'too-large': 'Die Antwort ist zu groß.',
    'secret-unreadable': 'Das gespeicherte Geheimnis lässt sich nicht entschlüsseln. Erzeugen Sie ein neues.',
  },
};
