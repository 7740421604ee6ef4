import type { employeePage as en } from '../en/employee-page.ts';
import { actNames, acts } from './acts.ts';
import { documentTitles } from './document-titles.ts';
import { n } from './number.ts';
import { ticket } from './ticket.ts';

/** In minutes. Nobody waits for longer on a page. */
const LONG_WAIT = 120;

export const employeePage: typeof en = {
  title: 'Mein Jobticket',
  specimen: 'MUSTER / SPECIMEN: Testumgebung. Nichts auf dieser Seite gilt.',
  loading: 'Einen Moment bitte …',
  hello: (name) => `Guten Tag, ${name}`,
  by: (company) => `Jobticket von ${company}`,
  proof: {
    title: 'Sind Sie es?',
    text: 'Ihr Geburtsdatum schützt diese Seite. Auf diesem Gerät fragen wir nur einmal danach.',
    open: 'Seite öffnen',
  },
  birthDate: {
    legend: 'Geburtsdatum',
    day: 'Tag',
    month: 'Monat',
    year: 'Jahr',
    help: 'Zum Beispiel 31 3 1990',
    missing: 'Bitte geben Sie Tag, Monat und Jahr Ihrer Geburt ein.',
    notADay: 'Diesen Tag gibt es nicht. Bitte prüfen Sie Tag, Monat und Jahr.',
  },
  errors: {
    wrongBirthDate: (left) =>
      `Das Geburtsdatum stimmt nicht mit den Daten Ihres Arbeitgebers überein. ${
        left === 0
          ? 'Bitte versuchen Sie es in einer Stunde wieder oder wenden Sie sich an Ihren Arbeitgeber.'
          : left === 1
            ? 'Sie haben noch einen Versuch.'
            : `Sie haben noch ${n(left)} Versuche.`
      }`,
    tooOften: (minutes) =>
      minutes > LONG_WAIT
        ? 'Das waren zu viele Versuche. Bitte lassen Sie sich von Ihrem Arbeitgeber einen neuen Link geben.'
        : `Das waren zu viele Versuche. Bitte warten Sie ${minutes === 1 ? 'eine Minute' : `${n(minutes)} Minuten`}. Wenn es eilt, kann Ihr Arbeitgeber Ihnen einen neuen Link geben.`,
    unreachable: 'Keine Verbindung. Bitte versuchen Sie es noch einmal.',
    other: 'Das hat nicht geklappt. Bitte laden Sie die Seite neu und versuchen Sie es noch einmal.',
    answered: 'Dieses Angebot ist schon anders beantwortet. Es bleibt bei der ersten Antwort.',
    unfit:
      'Dieses Angebot passt nicht mehr, zum Beispiel weil die Beschäftigung endet. Bitte wenden Sie sich an Ihren Arbeitgeber.',
    busy: 'Im Moment wird gerade etwas geändert. Bitte versuchen Sie es gleich noch einmal.',
    gone: 'Dieses Angebot gilt nicht mehr. Bitte laden Sie die Seite neu.',
    missingEmail: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
    invalidEmail: 'Das ist keine E-Mail-Adresse.',
  },
  status: {
    title: 'Stand',
    canOrder: 'Sie haben noch kein Jobticket. Hier können Sie eines bestellen.',
    none: 'Sie haben kein Jobticket. Wenn Sie eines möchten, fragen Sie Ihren Arbeitgeber.',
    offered: 'Ihr Jobticket liegt bereit. Es beginnt erst, wenn Sie den Vertrag annehmen.',
    scheduled: (day) =>
      day
        ? `Ihr Jobticket ist bestellt. Das erste Ticket kommt am ${day}.`
        : 'Ihr Jobticket ist bestellt. Es beginnt mit einer Pause; danach bekommen Sie das erste Ticket.',
    active: 'Ihr Jobticket läuft und verlängert sich von selbst.',
    running: 'Ihr Jobticket läuft.',
    pauses: (day) => `Am ${day} beginnt eine Pause.`,
    next: (day) => `Das nächste Ticket kommt am ${day}.`,
    paused: (next) =>
      next
        ? `Ihr Jobticket macht Pause. Das nächste Ticket kommt am ${next}.`
        : 'Ihr Jobticket macht Pause. Nach der Pause bekommen Sie wieder ein Ticket.',
    'scheduled-cancellation': (day) => `Ihr Jobticket endet. Der letzte Tag ist der ${day}.`,
    cancelled: (day) => `Ihr Jobticket ist beendet. Der letzte Tag war der ${day}.`,
    pays: (amount) => `Ihr Anteil: ${amount} im Monat.`,
    paysNothing: 'Ihr Arbeitgeber zahlt das Ticket ganz.',
    paidBy: {
      'fully-subsidized-plan': '',
      'split-pay-plan': 'Sie zahlen ihn selbst.',
      'deferred-plan': 'Er wird vom Gehalt abgezogen.',
    },
    byEmployer: 'Möchten Sie pausieren, kündigen oder etwas ändern? Sagen Sie es Ihrem Arbeitgeber.',
  },
  ticket: {
    title: (month) => `Ticket ${month}`,
    valid: ticket.valid,
    number: ticket.number,
    apple: ticket.addToApple,
    google: ticket.addToGoogle,
    specimen: 'Muster, keine Fahrkarte',
    device:
      'Öffnen Sie diese Seite auf dem Telefon, auf dem Sie das Ticket haben möchten. Es erneuert sich dort jeden Monat von selbst.',
    noWallet: 'Wie Sie Ihr Ticket bekommen, sagt Ihnen Ihr Arbeitgeber.',
  },
  months: {
    title: 'Ein Jahr im Überblick',
    states: { ticket: 'Ticket', paused: 'Pause', ahead: 'geplant', none: 'kein Ticket' },
    now: 'dieser Monat',
  },
  contract: {
    headings: {
      enrolment: 'Vertrag',
      'plan-change': 'Vertrag: anders bezahlen',
      'new-terms': 'Vertrag: neue Bedingungen',
    },
    otherLanguage: 'Der Vertrag ist auf Englisch geschrieben.',
    intro: {
      enrolment: 'Bitte lesen Sie den Vertrag und antworten Sie darunter.',
      'plan-change':
        'Ihr Jobticket soll künftig anders bezahlt werden. Bitte lesen Sie den Vertrag und antworten Sie darunter.',
      'new-terms':
        'Für Ihr Jobticket werden Ihnen neue Bedingungen angeboten. Bitte lesen Sie den Vertrag und antworten Sie darunter.',
    },
    summary: {
      from: 'Beginn, wenn Sie heute annehmen',
      share: 'Ihr Anteil',
      pays: (amount) => `${amount} im Monat.`,
      ending: 'Kündigen',
      here: 'Zum Monatsende, auf dieser Seite.',
      byEmployer: 'Zum Monatsende, bei Ihrem Arbeitgeber.',
    },
    ifRejected: {
      enrolment: 'Wenn Sie ablehnen, beginnt kein Jobticket.',
      'plan-change': 'Wenn Sie ablehnen, bleibt alles, wie es ist.',
      'new-terms': 'Wenn Sie ablehnen, endet Ihr Jobticket, bevor die neuen Bedingungen gelten.',
    },
    until: (day) => `Sie können bis zum ${day} antworten.`,
    signTitle: 'Ihre Antwort',
    signText: 'Mit Ihrem Geburtsdatum bestätigen Sie, dass Sie selbst antworten.',
    accept: 'Annehmen',
    reject: 'Ablehnen',
    answered: {
      accepted: 'Danke, Ihre Antwort ist gespeichert: Sie nehmen den Vertrag an.',
      rejected: 'Ihre Antwort ist gespeichert: Sie lehnen den Vertrag ab.',
    },
    acceptedOn: (moment) => `Angenommen am ${moment}.`,
    rejectedOn: (moment) => `Abgelehnt am ${moment}.`,
    begins: {
      enrolment: (day) => `Ihr Jobticket beginnt am ${day}.`,
      'plan-change': (day) => `Die Änderung gilt ab dem ${day}.`,
      'new-terms': (day) => `Die neuen Bedingungen gelten ab dem ${day}.`,
    },
    afterRejection: {
      enrolment:
        'Es beginnt kein Jobticket. Wenn Sie es sich anders überlegen, bitten Sie Ihren Arbeitgeber um ein neues Angebot.',
      'plan-change': 'Es bleibt alles, wie es ist.',
      'new-terms': 'Ihr Jobticket endet.',
    },
    canOrder: 'Es beginnt kein Jobticket. Wenn Sie es sich anders überlegen, bestellen Sie es hier.',
    canStillAccept: (day) =>
      `Ihr Jobticket endet: Der erste Tag ohne Ticket ist der ${day}. Bis dahin können Sie noch annehmen.`,
    read: 'Text des Vertrags',
    proof: (version, digest) => `Fassung ${version}, SHA-256 des Textes ${digest}`,
  },
  acts: {
    title: 'Was Sie tun können',
    names: actNames,
    texts: {
      enrol: 'Ein Monatsticket, das sich von selbst verlängert.',
      'change-plan': 'Ab dem nächsten Monat.',
      pause: 'Ganze Monate ohne Ticket, zum Beispiel für einen langen Urlaub.',
      resume: 'Ab dem nächsten Monat wieder ein Ticket.',
      cancel: 'Zu einem Monatsende.',
      'withdraw-cancellation': 'Ihr Jobticket geht weiter wie zuvor.',
    },
    resumeAhead: 'Die geplante Pause fällt weg.',
    happens: acts,
    plan: 'So bezahlen Sie',
    plans: {
      'fully-subsidized-plan': 'Ihr Arbeitgeber zahlt das ganze Ticket.',
      'split-pay-plan': 'Ihr Arbeitgeber gibt einen Zuschuss, Ihren Anteil zahlen Sie selbst.',
      'deferred-plan': 'Ihr Arbeitgeber gibt einen Zuschuss, Ihr Anteil geht vom Gehalt ab.',
    },
    planNames: {
      'fully-subsidized-plan': 'Arbeitgeber zahlt alles',
      'split-pay-plan': 'Zuschuss, Eigenanteil direkt bezahlt',
      'deferred-plan': 'Zuschuss, Eigenanteil vom Gehalt',
    },
    cancelUntil: (day) =>
      `Kündigungen bis zum ${day}. eines Monats gelten zum Ende dieses Monats, spätere zum Ende des nächsten.`,
    fromMonth: 'Erster Monat ohne Ticket',
    untilMonth: 'Letzter Monat ohne Ticket',
    openEnd: 'Bis ich die Pause beende',
    working: 'Einen Moment bitte …',
    free: 'Sie zahlen nichts.',
    pays: (amount) => `Sie zahlen ${amount} im Monat.`,
    asks: 'Darüber entscheidet Ihr Arbeitgeber. Die Antwort bekommen Sie per E-Mail. Für die Frist zählt der Tag, an dem Sie fragen.',
    ask: 'Anfrage senden',
    binding: {
      enrol: 'Verbindlich bestellen',
      'change-plan': 'Verbindlich ändern',
      pause: 'Jetzt pausieren',
      resume: 'Pause jetzt beenden',
      cancel: 'Jetzt kündigen',
      'withdraw-cancellation': 'Kündigung zurücknehmen',
    },
    back: 'Abbrechen',
    done: 'Erledigt.',
    sign: 'Bitte unterschreiben Sie noch den Vertrag. Er steht hier darunter, und ohne ihn gilt nichts.',
    asked: 'Ihre Anfrage ist bei Ihrem Arbeitgeber. Die Antwort bekommen Sie per E-Mail.',
    changed: 'Inzwischen hat sich etwas geändert. Bitte sehen Sie noch einmal hin.',
    impossible: 'Das ist jetzt nicht möglich.',
    refusals: {
      'offer-open': () => 'Ein Vertrag wartet auf Ihre Antwort. Bitte beantworten Sie ihn zuerst.',
      'employment-ends': (on) => `Ihre Beschäftigung endet am ${on}.`,
      'too-early-to-pause': (on) => `Der erste Monat, der noch pausiert werden kann, ist ${on}.`,
      'pause-ends-first': () => 'Die Pause würde enden, bevor sie beginnt.',
      'request-open': () =>
        'Dazu haben Sie schon gefragt. Bitte warten Sie auf die Antwort oder nehmen Sie die Anfrage zurück.',
      'not-listed': () => 'Ihr Arbeitgeber führt Sie nicht mehr in seiner Liste.',
    },
  },
  requests: {
    title: 'Ihre Anfragen',
    states: {
      open: 'wartet auf Antwort',
      approved: 'genehmigt',
      refused: 'abgelehnt',
      withdrawn: 'zurückgenommen',
      lapsed: 'erledigt, weil Sie nicht mehr dort arbeiten',
    },
    asked: (day) => `Angefragt am ${day}`,
    later: 'Später als angefragt, weil der Monat vor der Antwort begonnen hat.',
    answer: (text) => `Antwort: ${text}`,
    withdraw: 'Anfrage zurücknehmen',
    withdrawn: 'Ihre Anfrage ist zurückgenommen.',
  },
  notices: {
    'offer-replaced':
      'Das Angebot, zu dem Ihr Link gehört, wurde durch ein neues ersetzt, zum Beispiel weil sich die Beträge geändert haben.',
    'offer-withdrawn': 'Das Angebot, zu dem Ihr Link gehört, wurde zurückgezogen.',
    'link-expired':
      'Die Frist für das Angebot, zu dem Ihr Link gehört, ist vorbei. Ihr Arbeitgeber kann Ihnen ein neues machen.',
  },
  documents: {
    title: 'Belege und Dokumente',
    none: 'Noch keine. Belege und angenommene Verträge finden Sie später hier.',
    titles: documentTitles,
    kinds: { receipt: 'Beleg', contract: 'Vertrag', upload: 'Dokument' },
    all: 'Alle Dokumente zeigen',
  },
  request: {
    title: 'Link zu Ihrem Jobticket',
    text: 'Geben Sie die E-Mail-Adresse ein, die Ihr Arbeitgeber von Ihnen hat. Wir schicken Ihnen den Link.',
    email: 'E-Mail-Adresse',
    send: 'Link schicken',
    sent: 'Sehen Sie in Ihr Postfach',
    sentTo: 'Ihre Eingabe:',
    otherAddress: 'Andere Adresse eingeben',
    sentText:
      'Wenn wir die Adresse kennen, ist die Mail in ein paar Minuten da. Sonst fragen Sie Ihren Arbeitgeber nach dem Link. Mehr als drei Mails am Tag schicken wir nicht.',
    off: 'Fragen Sie Ihren Arbeitgeber',
    offText:
      'Dieser Dienst verschickt keine Mails. Ihre Personalabteilung kann Ihnen den Link zu Ihrer Seite geben.',
  },
  join: {
    title: 'Ihr Jobticket',
    by: (company) => `Von ${company}`,
    text: 'Ein Jobticket ist ein Monatsticket für den Nahverkehr, das Ihr Arbeitgeber bezahlt oder bezuschusst. Geben Sie die E-Mail-Adresse ein, die Ihr Arbeitgeber von Ihnen hat, und Ihr Geburtsdatum. Wir schicken Ihnen den Link zu Ihrer eigenen Seite: Dort finden Sie Ihr Ticket, Ihren Vertrag und Ihre Belege.',
    sentText:
      'Wenn Ihr Arbeitgeber Sie mit dieser Adresse und diesem Geburtsdatum führt, ist die Mail in ein paar Minuten da. Sonst fragen Sie Ihren Arbeitgeber. Mehr als drei Mails am Tag schicken wir nicht.',
  },
  troubles: {
    'not-found': {
      title: 'Dieser Link stimmt nicht',
      text: 'Bitte öffnen Sie ihn noch einmal so, wie Sie ihn bekommen haben, vollständig bis zum letzten Zeichen.',
    },
    'link-ended': {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Es gibt inzwischen einen neuen, zum Beispiel weil sich Ihre E-Mail-Adresse geändert hat.',
    },
    'ticket-not-valid': {
      title: 'Dieses Ticket gilt nicht mehr',
      text: 'Sein Monat ist vorbei, oder es wurde ersetzt. Auf Ihrer Seite finden Sie das gültige.',
    },
    'wallet-not-configured': {
      title: 'Dieses Wallet ist hier nicht eingerichtet',
      text: 'Bitte fragen Sie Ihren Arbeitgeber, wie Sie Ihr Ticket bekommen.',
    },
    busy: { title: 'Einen Moment bitte', text: 'Bitte versuchen Sie es gleich noch einmal.' },
    other: {
      title: 'Das hat nicht geklappt',
      text: 'Bitte versuchen Sie es später noch einmal. Wenn das nicht hilft, wenden Sie sich an Ihren Arbeitgeber.',
    },
  },
  toRequest: 'Link per E-Mail anfordern',
  again: 'Noch einmal versuchen',
  forget: 'Dieses Gerät vergessen',
  forgetText: 'Danach fragt die Seite hier wieder nach dem Geburtsdatum.',
  explains:
    'Ein Jobticket ist ein Monatsticket für den Nahverkehr, das Ihr Arbeitgeber bezahlt oder bezuschusst. Auf dieser Seite finden Sie Ihr Ticket, Ihren Vertrag und Ihre Belege. Ein Konto brauchen Sie nicht.',
  contact: 'Fragen? Wenden Sie sich an:',
  privacy: 'Datenschutz',
  what: 'Was ist das für eine Seite?',
  questions: 'Fragen beantwortet Ihr Arbeitgeber.',
};
