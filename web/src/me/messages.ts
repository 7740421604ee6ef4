import type { DocumentTitles } from '../../../texts/document-name.ts';
import type { EmployeePage, PageContract } from './routes.ts';

type Reason = PageContract['reason'];

/** In minutes. Nobody waits for longer on a page. */
const LONG_WAIT = 120;

interface Trouble {
  title: string;
  text: string;
}

interface Messages {
  title: string;
  specimen: string;
  loading: string;
  hello: (name: string) => string;
  by: (company: string) => string;
  proof: { title: string; text: string; open: string };
  birthDate: {
    legend: string;
    day: string;
    month: string;
    year: string;
    help: string;
    notADay: string;
  };
  errors: {
    wrongBirthDate: (left: number) => string;
    tooOften: (minutes: number) => string;
    unreachable: string;
    other: string;
    answered: string;
    unfit: string;
    busy: string;
    gone: string;
    invalidEmail: string;
  };
  status: {
    title: string;
    none: string;
    offered: string;
    scheduled: (day: string) => string;
    active: string;
    running: string;
    pauses: (day: string) => string;
    next: (day: string) => string;
    paused: (next: string | null) => string;
    'scheduled-cancellation': (day: string) => string;
    cancelled: (day: string) => string;
    pays: (amount: string) => string;
    paysNothing: string;
  };
  ticket: {
    title: (month: string) => string;
    valid: string;
    number: string;
    apple: string;
    google: string;
    specimen: string;
    device: string;
    noWallet: string;
  };
  months: { title: string; states: Record<EmployeePage['months'][number]['state'], string>; now: string };
  contract: {
    heading: string;
    intro: Record<Reason, string>;
    ifRejected: Record<Reason, string>;
    until: (day: string) => string;
    signTitle: string;
    signText: string;
    accept: string;
    reject: string;
    acceptedOn: (moment: string) => string;
    rejectedOn: (moment: string) => string;
    begins: Record<Reason, (day: string) => string>;
    afterRejection: Record<Reason, string>;
    canStillAccept: (day: string) => string;
    read: string;
    proof: (version: string, digest: string) => string;
  };
  notices: Record<NonNullable<EmployeePage['notice']>, string>;
  documents: {
    title: string;
    none: string;
    titles: DocumentTitles;
    kinds: Record<string, string>;
    all: string;
  };
  request: {
    title: string;
    text: string;
    email: string;
    send: string;
    sent: string;
    sentText: string;
    off: string;
    offText: string;
  };
  troubles: Record<
    'not-found' | 'link-ended' | 'ticket-not-valid' | 'wallet-not-configured' | 'busy' | 'other',
    Trouble
  >;
  toRequest: string;
  again: string;
  forget: string;
  forgetText: string;
  questions: string;
}

const de: Messages = {
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
    notADay: 'Diesen Tag gibt es nicht. Bitte prüfen Sie Tag, Monat und Jahr.',
  },
  errors: {
    wrongBirthDate: (left) =>
      `Das Geburtsdatum stimmt nicht mit den Daten Ihres Arbeitgebers überein. ${
        left === 0
          ? 'Bitte versuchen Sie es in einer Stunde wieder oder wenden Sie sich an Ihren Arbeitgeber.'
          : left === 1
            ? 'Sie haben noch einen Versuch.'
            : `Sie haben noch ${left} Versuche.`
      }`,
    tooOften: (minutes) =>
      minutes > LONG_WAIT
        ? 'Das waren zu viele Versuche. Bitte lassen Sie sich von Ihrem Arbeitgeber einen neuen Link geben.'
        : `Das waren zu viele Versuche. Bitte warten Sie ${minutes === 1 ? 'eine Minute' : `${minutes} Minuten`}. Wenn es eilt, kann Ihr Arbeitgeber Ihnen einen neuen Link geben.`,
    unreachable: 'Keine Verbindung. Bitte versuchen Sie es noch einmal.',
    other: 'Das hat nicht geklappt. Bitte laden Sie die Seite neu und versuchen Sie es noch einmal.',
    answered: 'Dieses Angebot ist schon anders beantwortet. Es bleibt bei der ersten Antwort.',
    unfit:
      'Dieses Angebot passt nicht mehr, zum Beispiel weil die Beschäftigung endet. Bitte wenden Sie sich an Ihren Arbeitgeber.',
    busy: 'Im Moment wird gerade etwas geändert. Bitte versuchen Sie es gleich noch einmal.',
    gone: 'Dieses Angebot gilt nicht mehr. Bitte laden Sie die Seite neu.',
    invalidEmail: 'Das ist keine E-Mail-Adresse.',
  },
  status: {
    title: 'Stand',
    none: 'Sie haben kein Jobticket. Wenn Sie eines möchten, fragen Sie Ihren Arbeitgeber.',
    offered:
      'Ihr Arbeitgeber bietet Ihnen ein Jobticket an. Es beginnt, sobald Sie die Vereinbarung annehmen.',
    scheduled: (day) => `Ihr Jobticket ist bestellt. Das erste Ticket kommt am ${day}.`,
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
  },
  ticket: {
    title: (month) => `Ticket ${month}`,
    valid: 'Gültig',
    number: 'Ticketnummer',
    apple: 'Zu Apple Wallet hinzufügen',
    google: 'Zu Google Wallet hinzufügen',
    specimen: 'Muster, keine Fahrkarte',
    device: 'Öffnen Sie diese Seite auf dem Telefon, auf dem Sie das Ticket haben möchten.',
    noWallet: 'Wie Sie Ihr Ticket bekommen, sagt Ihnen Ihr Arbeitgeber.',
  },
  months: {
    title: 'Ein Jahr im Überblick',
    states: { ticket: 'Ticket', paused: 'Pause', ahead: 'geplant', none: 'kein Ticket' },
    now: 'dieser Monat',
  },
  contract: {
    heading: 'Vereinbarung',
    intro: {
      enrolment: 'Bitte lesen Sie die Vereinbarung und antworten Sie darunter.',
      'plan-change':
        'Ihr Arbeitgeber bietet Ihnen an, Ihr Jobticket künftig anders zu bezahlen. Bitte lesen Sie die Vereinbarung und antworten Sie darunter.',
      'new-terms':
        'Für Ihr Jobticket werden Ihnen neue Bedingungen angeboten. Bitte lesen Sie die Vereinbarung und antworten Sie darunter.',
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
    canStillAccept: (day) =>
      `Ihr Jobticket endet: Der erste Tag ohne Ticket ist der ${day}. Bis dahin können Sie noch annehmen.`,
    read: 'Text der Vereinbarung',
    proof: (version, digest) => `Fassung ${version}, SHA-256 des Textes ${digest}`,
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
    none: 'Noch keine. Belege und angenommene Vereinbarungen finden Sie später hier.',
    titles: { receipt: 'Beleg', refund: 'Erstattung', contract: 'Vertrag Jobticket' },
    kinds: { receipt: 'Beleg', contract: 'Vereinbarung', upload: 'Dokument' },
    all: 'Alle zeigen',
  },
  request: {
    title: 'Link zu Ihrem Jobticket',
    text: 'Geben Sie die E-Mail-Adresse ein, die Ihr Arbeitgeber von Ihnen hat. Wir schicken Ihnen den Link.',
    email: 'E-Mail-Adresse',
    send: 'Link schicken',
    sent: 'Sehen Sie in Ihr Postfach',
    sentText:
      'Wenn wir die Adresse kennen, ist die Mail in ein paar Minuten da. Sonst fragen Sie Ihren Arbeitgeber nach dem Link. Mehr als drei Mails am Tag schicken wir nicht.',
    off: 'Fragen Sie Ihren Arbeitgeber',
    offText:
      'Dieser Dienst verschickt keine Mails. Ihre Personalabteilung kann Ihnen den Link zu Ihrer Seite geben.',
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
  questions: 'Fragen beantwortet Ihr Arbeitgeber.',
};

const en: Messages = {
  title: 'My job ticket',
  specimen: 'SPECIMEN / MUSTER: test environment. Nothing on this page is valid.',
  loading: 'One moment, please …',
  hello: (name) => `Hello, ${name}`,
  by: (company) => `Job ticket from ${company}`,
  proof: {
    title: 'Is it you?',
    text: 'Your date of birth protects this page. We ask for it once on this device.',
    open: 'Open the page',
  },
  birthDate: {
    legend: 'Date of birth',
    day: 'Day',
    month: 'Month',
    year: 'Year',
    help: 'For example 31 3 1990',
    notADay: 'There is no such day. Please check day, month and year.',
  },
  errors: {
    wrongBirthDate: (left) =>
      `The date of birth does not match your employer's data. ${
        left === 0
          ? 'Please try again in an hour, or talk to your employer.'
          : left === 1
            ? 'You have one more try.'
            : `You have ${left} more tries.`
      }`,
    tooOften: (minutes) =>
      minutes > LONG_WAIT
        ? 'Too many tries. Please ask your employer for a new link.'
        : `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}. If it is urgent, your employer can give you a new link.`,
    unreachable: 'No connection. Please try again.',
    other: 'That did not work. Please reload the page and try again.',
    answered: 'This offer has already been answered the other way. The first answer stands.',
    unfit:
      'This offer no longer fits, for instance because the employment ends. Please talk to your employer.',
    busy: 'Something is being changed at the moment. Please try again shortly.',
    gone: 'This offer no longer stands. Please reload the page.',
    invalidEmail: 'This is not an e-mail address.',
  },
  status: {
    title: 'Status',
    none: 'You have no job ticket. If you would like one, ask your employer.',
    offered: 'Your employer offers you a job ticket. It begins once you accept the agreement.',
    scheduled: (day) => `Your job ticket is ordered. The first ticket comes on ${day}.`,
    active: 'Your job ticket is active and renews itself.',
    running: 'Your job ticket is active.',
    pauses: (day) => `A pause begins on ${day}.`,
    next: (day) => `The next ticket comes on ${day}.`,
    paused: (next) =>
      next
        ? `Your job ticket is paused. The next ticket comes on ${next}.`
        : 'Your job ticket is paused. You get a ticket again after the pause.',
    'scheduled-cancellation': (day) => `Your job ticket ends. The last day is ${day}.`,
    cancelled: (day) => `Your job ticket has ended. The last day was ${day}.`,
    pays: (amount) => `Your share: ${amount} a month.`,
    paysNothing: 'Your employer pays for the whole ticket.',
  },
  ticket: {
    title: (month) => `Ticket ${month}`,
    valid: 'Valid',
    number: 'Ticket number',
    apple: 'Add to Apple Wallet',
    google: 'Add to Google Wallet',
    specimen: 'Specimen, not a ticket',
    device: 'Open this page on the phone that is to hold the ticket.',
    noWallet: 'Your employer tells you how you get your ticket.',
  },
  months: {
    title: 'A year at a glance',
    states: { ticket: 'ticket', paused: 'paused', ahead: 'planned', none: 'no ticket' },
    now: 'this month',
  },
  contract: {
    heading: 'Agreement',
    intro: {
      enrolment: 'Please read the agreement and answer below.',
      'plan-change':
        'Your employer offers you another way to pay for your job ticket. Please read the agreement and answer below.',
      'new-terms':
        'You are offered new terms for your job ticket. Please read the agreement and answer below.',
    },
    ifRejected: {
      enrolment: 'If you reject it, no job ticket begins.',
      'plan-change': 'If you reject it, everything stays as it is.',
      'new-terms': 'If you reject them, your job ticket ends before the new terms apply.',
    },
    until: (day) => `You can answer until ${day}.`,
    signTitle: 'Your answer',
    signText: 'With your date of birth you confirm that it is you who answers.',
    accept: 'Accept',
    reject: 'Reject',
    acceptedOn: (moment) => `Accepted on ${moment}.`,
    rejectedOn: (moment) => `Rejected on ${moment}.`,
    begins: {
      enrolment: (day) => `Your job ticket begins on ${day}.`,
      'plan-change': (day) => `The change applies from ${day}.`,
      'new-terms': (day) => `The new terms apply from ${day}.`,
    },
    afterRejection: {
      enrolment: 'No job ticket begins. If you change your mind, ask your employer for a new offer.',
      'plan-change': 'Everything stays as it is.',
      'new-terms': 'Your job ticket ends.',
    },
    canStillAccept: (day) =>
      `Your job ticket ends: the first day without a ticket is ${day}. Until then you can still accept.`,
    read: 'Text of the agreement',
    proof: (version, digest) => `Version ${version}, SHA-256 of the text ${digest}`,
  },
  notices: {
    'offer-replaced':
      'A new offer has replaced the one that your link was for, for instance because the amounts have changed.',
    'offer-withdrawn': 'The offer that your link was for has been withdrawn.',
    'link-expired':
      'The time to answer the offer that your link was for is over. Your employer can make a new one.',
  },
  documents: {
    title: 'Receipts and documents',
    none: 'None yet. You will find receipts and accepted agreements here.',
    titles: { receipt: 'Receipt', refund: 'Refund', contract: 'Job ticket contract' },
    kinds: { receipt: 'Receipt', contract: 'Agreement', upload: 'Document' },
    all: 'Show all',
  },
  request: {
    title: 'The link to your job ticket',
    text: 'Enter the e-mail address that your employer has of you. We send you the link.',
    email: 'E-mail address',
    send: 'Send the link',
    sent: 'Look into your inbox',
    sentText:
      'If we know the address, the mail arrives in a few minutes. Otherwise ask your employer for the link. We send at most three mails a day.',
    off: 'Ask your employer',
    offText: 'This service sends no mail. Your HR department can give you the link to your page.',
  },
  troubles: {
    'not-found': {
      title: 'This link is not right',
      text: 'Please open it once more just as you received it, complete to the last character.',
    },
    'link-ended': {
      title: 'This link no longer works',
      text: 'A newer one has replaced it, for instance because your e-mail address has changed.',
    },
    'ticket-not-valid': {
      title: 'This ticket is no longer valid',
      text: 'Its month is over, or it was replaced. Your page has the valid one.',
    },
    'wallet-not-configured': {
      title: 'This wallet is not set up here',
      text: 'Please ask your employer how you get your ticket.',
    },
    busy: { title: 'One moment, please', text: 'Please try again shortly.' },
    other: {
      title: 'That did not work',
      text: 'Please try again later. If that does not help, talk to your employer.',
    },
  },
  toRequest: 'Request the link by e-mail',
  again: 'Try again',
  forget: 'Forget this device',
  forgetText: 'After that, the page asks for the date of birth here again.',
  questions: 'Your employer answers questions.',
};

export const MESSAGES = { de, en };
