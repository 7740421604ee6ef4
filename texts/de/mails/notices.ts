import type {
  Count,
  contactNotice as enContactNotice,
  notices as enNotices,
} from '../../en/mails/notices.ts';

const people = ({ number, shown }: Count) => (number === 1 ? '1 Person' : `${shown} Personen`);

const ticketsStay =
  'Bis die nächste Liste übernommen ist, bleiben die Tickets, wie sie sind: Neue Personen bekommen keins, und wer ausgeschieden ist, behält seins.';

const seeSync = 'Abgleich ansehen';
const seeIntegration = 'Anbindung ansehen';

export const notices: typeof enNotices = {
  held: (name, since, count) => {
    const would = count.number === 1 ? 'würde' : 'würden';
    return {
      title: `Bitte entscheiden: ${people(count)} von ${name} ${would} ausscheiden`,
      text: `Die Liste vom ${since} ist übernommen, aber ${people(count)} ${would} damit ausscheiden. Das sind mehr, als für diese Anbindung eingestellt ist.`,
      meaning: 'Diese Personen behalten ihr Ticket, bis jemand freigibt oder verwirft.',
      action: seeSync,
    };
  },
  heldNumbers: (name, since, count) => {
    const wait = count.number === 1 ? 'wartet' : 'warten';
    return {
      title: `Bitte entscheiden: ${people(count)} von ${name} ${wait} auf Freigabe`,
      text: `Die Liste vom ${since} ist übernommen, aber ${people(count)} ${wait} auf Freigabe: Die Liste führt ungewöhnlich viele Personen unter neuen Personalnummern.`,
      meaning: 'Diese Personen behalten ihre Nummer und ihr Ticket, bis jemand freigibt oder verwirft.',
      action: seeSync,
    };
  },
  failed: (name, since) => ({
    title: `Eine Liste von ${name} konnte nicht übernommen werden`,
    text: `Die Liste vom ${since} ist angekommen, aber alle Versuche sind fehlgeschlagen. Es wurde nichts geändert.`,
    meaning: ticketsStay,
    action: seeSync,
  }),
  refused: (name, since, count, reason, isIgnored) => {
    const done = isIgnored ? 'nicht beachtet' : 'abgewiesen';
    return {
      title: `Eine Liste von ${name} wurde ${done}`,
      text:
        count.number === 1
          ? `Das war am ${since}. ${reason}.`
          : `Seit dem ${since} wurden ${count.shown} Listen aus dem gleichen Grund ${done}. ${reason}.`,
      meaning: ticketsStay,
      action: seeIntegration,
    };
  },
  notFetched: (name, since, count, reason) => ({
    title: `Die Liste von ${name} konnte nicht abgeholt werden`,
    text:
      count.number === 1
        ? `Das war am ${since}. ${reason}.`
        : `Seit dem ${since} ist es ${count.shown}-mal aus dem gleichen Grund fehlgeschlagen. ${reason}.`,
    meaning: ticketsStay,
    action: seeIntegration,
  }),
  silent: (name, since, last) => ({
    title: `Von ${name} fehlt eine Liste`,
    text: last
      ? `Die letzte Liste kam am ${last}. Die nächste wurde bis zum ${since} erwartet.`
      : `Die erste Liste wurde bis zum ${since} erwartet.`,
    meaning: ticketsStay,
    action: seeIntegration,
  }),
  conflicts: (name, since, count) => ({
    title:
      count.number === 1
        ? `Bitte entscheiden: Wem gehört eine Personalnummer von ${name}?`
        : `Bitte entscheiden: Wem gehören ${count.shown} Personalnummern von ${name}?`,
    text: `Seit dem ${since} ${count.number === 1 ? 'scheint eine bekannte Nummer' : 'scheinen bekannte Nummern'} zu einer anderen Person zu gehören.`,
    meaning: 'Bis jemand entscheidet, wird nichts davon übernommen. Wer ein Ticket hat, behält es.',
    action: seeIntegration,
  }),
  entriesWaiting: (name, since, count) => ({
    title:
      count.number === 1
        ? `Bitte entscheiden: Zu wem gehört ein Eintrag von ${name}?`
        : `Bitte entscheiden: Zu wem gehören ${count.shown} Einträge von ${name}?`,
    text: `Seit dem ${since} ${count.number === 1 ? 'steht dort die E-Mail-Adresse einer Person' : 'stehen dort E-Mail-Adressen von Personen'}, auf die der sendende API-Schlüssel keinen Zugriff hat.`,
    meaning:
      'Bis jemand entscheidet, wird nichts davon übernommen, und der Schlüssel erfährt nichts über diese Personen. Wer ein Ticket hat, behält es.',
    action: seeIntegration,
  }),
  webhookDisabled: (name, since, reason) => ({
    title: `Der Webhook zu ${name} ist abgeschaltet`,
    text:
      reason === 'gone'
        ? `Der Empfänger hat am ${since} geantwortet, dass es die Adresse nicht mehr gibt.`
        : `Seit dem ${since} ist jeder Versuch fehlgeschlagen. Nach drei Tagen wird ein Webhook abgeschaltet.`,
    meaning:
      'Für Tickets ändert sich nichts. Das Programm dort erfährt nichts mehr, bis Sie den Webhook wieder einschalten.',
    action: 'Webhook ansehen',
  }),
  keyExpiring: (name, until) => ({
    title: `Der API-Schlüssel „${name}“ läuft bald ab`,
    text: `Er gilt bis zum ${until}.`,
    meaning:
      'Danach werden Listen abgewiesen, die mit ihm gesendet werden, und die Tickets folgen ihnen nicht mehr. Erzeugen Sie vorher einen neuen.',
    action: 'API-Schlüssel ansehen',
  }),
  monthReady: (month) => ({
    title: `${month}: bereit für die Lohnabrechnung`,
    text: `Die Tickets für ${month} sind ausgegeben, die Dateien für die Lohnabrechnung liegen bereit.`,
    meaning:
      'Prüfen Sie sie und übergeben Sie den Monat. Was sich danach noch ändert, steht als Korrektur in den Dateien des Folgemonats.',
    action: 'Zu den Kosten',
  }),
  invalidEntries: (name, since, count) => ({
    title: `Listen von ${name} haben immer wieder fehlerhafte Einträge`,
    text: `Das ist seit dem ${since} so. Die letzte Liste hat ${count.number === 1 ? '1 fehlerhaften Eintrag' : `${count.shown} fehlerhafte Einträge`}.`,
    meaning:
      'Für diese Personen ändert sich nichts: Neue bekommen kein Ticket, und wer ausgeschieden ist, behält seins.',
    action: seeIntegration,
  }),
  groupMovesHeld: (name, since, { shown }, all) => ({
    title: `Bitte entscheiden: ${shown} von ${all.shown} Personen kämen in eine andere Gruppe`,
    text: `Die Liste von ${name} vom ${since} ist übernommen. Sie hat Felder geändert, die über Gruppen entscheiden, etwa Abteilung oder Kostenstelle.`,
    meaning:
      'Bis jemand entscheidet, wechselt niemand, und alle zahlen wie bisher. Fehlt im Export eine Spalte, senden Sie eine vollständige Liste: Dann wechselt niemand.',
    action: 'Gruppen ansehen',
  }),
  largeOffboarding: (name, since, count, all) => ({
    title: `Bitte prüfen: ${count.shown} von ${all.shown} Personen von ${name} sind ausgeschieden`,
    text: `Mit der Liste vom ${since} sind ${count.shown} von ${all.shown} Personen ausgeschieden. Für diese Anbindung ist nicht eingestellt, dass so viele Austritte angehalten werden.`,
    meaning:
      'War die Liste unvollständig, senden Sie noch heute die vollständige: Dann sind alle wieder da. Wessen Abo erst noch beginnen sollte, wartet danach auf eine neue Bestellung, wenn nicht automatisch bestellt wird.',
    action: seeSync,
  }),
  requestsWaiting: (since, { number, shown }) => ({
    title:
      number === 1
        ? 'Eine Anfrage aus der Belegschaft wartet'
        : `${shown} Anfragen aus der Belegschaft warten`,
    text: `Die älteste ist vom ${since}.`,
    meaning: 'Für Fristen zählt der Tag der Anfrage, solange ihr Monat noch nicht begonnen hat.',
    action: 'Anfragen beantworten',
  }),
  digest: (count) =>
    count.number === 1 ? 'Ein Hinweis zu Ihren Jobtickets' : `${count.shown} Hinweise zu Ihren Jobtickets`,
  footer: (company) =>
    `Diese Mail betrifft die Jobtickets von ${company}. Welche Mails Sie bekommen, stellen Sie im Portal bei Ihrem Konto ein.`,
};

export const contactNotice: typeof enContactNotice = {
  held: (name) => `Eine Liste von ${name} wartet auf eine Entscheidung`,
  portal: (company) =>
    `Die Personalabteilung von ${company} sieht im Portal mehr dazu. Was Sie am Export prüfen können, steht in der Anleitung (auf Englisch).`,
  action: 'Anleitung öffnen',
  reason: 'Antwort der API',
  places: 'Stellen in der Liste',
  footer: (company, name) =>
    `Sie bekommen diese Mail, weil ${company} Ihre Adresse als technischen Kontakt der Anbindung ${name} eingetragen hat.`,
  unsubscribe: 'Diese Mails abbestellen und die Adresse löschen',
};
