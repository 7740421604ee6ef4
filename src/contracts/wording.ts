import type { ErrorCode } from '../errors.ts';
import type { Language } from '../language/language.ts';
import type { OfferReason } from '../subscriptions/offers-sql.ts';

interface Wording {
  specimen: string;
  intro: Record<OfferReason, string>;
  ifRejected: Record<OfferReason, string>;
  answerUntil: (day: string) => string;
  accept: string;
  reject: string;
  acceptedOn: (moment: string) => string;
  rejectedOn: (moment: string) => string;
  /** The first day under an accepted offer. */
  begins: Record<OfferReason, (day: string) => string>;
  afterRejection: Record<OfferReason, string>;
  canStillAccept: (day: string) => string;
  keep: string;
  proof: (version: string, digest: string) => string;
  back: string;
  toNewOffer: string;
}

export const WORDING: Record<Language, Wording> = {
  de: {
    specimen:
      'MUSTER / SPECIMEN: Dies ist eine Testumgebung. Was hier angenommen wird, verpflichtet niemanden.',
    intro: {
      enrolment:
        'Ihr Arbeitgeber bietet Ihnen ein Jobticket an. Bitte lesen Sie die Vereinbarung und antworten Sie darunter.',
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
    answerUntil: (day) => `Sie können bis zum ${day} antworten.`,
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
    keep: 'Sie können diese Seite drucken oder speichern. Fragen beantwortet Ihr Arbeitgeber.',
    proof: (version, digest) => `Fassung ${version}, SHA-256 des Textes ${digest}`,
    back: 'Zur Vereinbarung',
    toNewOffer: 'Zum neuen Angebot',
  },
  en: {
    specimen: 'SPECIMEN / MUSTER: This is a test environment. What is accepted here binds nobody.',
    intro: {
      enrolment: 'Your employer offers you a job ticket. Please read the agreement and answer below.',
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
    answerUntil: (day) => `You can answer until ${day}.`,
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
    keep: 'You can print or save this page. Your employer answers questions.',
    proof: (version, digest) => `Version ${version}, SHA-256 of the text ${digest}`,
    back: 'To the agreement',
    toNewOffer: 'To the new offer',
  },
};

interface Trouble {
  title: string;
  text: string;
  /** Whether opening the link again may help. */
  again: boolean;
}

const TROUBLES: Partial<Record<ErrorCode, Record<Language, Trouble>>> = {
  'not-found': {
    de: {
      title: 'Dieser Link stimmt nicht',
      text: 'Bitte öffnen Sie ihn noch einmal so, wie Sie ihn bekommen haben, vollständig bis zum letzten Zeichen.',
      again: false,
    },
    en: {
      title: 'This link is not right',
      text: 'Please open it once more just as you received it, complete to the last character.',
      again: false,
    },
  },
  'link-expired': {
    de: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Bitte fragen Sie Ihren Arbeitgeber nach einem neuen Angebot.',
      again: false,
    },
    en: {
      title: 'This link has expired',
      text: 'Please ask your employer for a new offer.',
      again: false,
    },
  },
  'link-ended': {
    de: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Es gibt inzwischen einen neuen. Bitte fragen Sie Ihren Arbeitgeber danach.',
      again: false,
    },
    en: {
      title: 'This link no longer works',
      text: 'A newer one has replaced it. Please ask your employer for it.',
      again: false,
    },
  },
  'offer-withdrawn': {
    de: {
      title: 'Dieses Angebot gilt nicht mehr',
      text: 'Es wurde zurückgezogen oder durch ein neues ersetzt. Fragen beantwortet Ihr Arbeitgeber.',
      again: false,
    },
    en: {
      title: 'This offer no longer stands',
      text: 'It was withdrawn or replaced by another one. Your employer answers questions.',
      again: false,
    },
  },
  'offer-replaced': {
    de: {
      title: 'Für Sie gibt es ein neueres Angebot',
      text: 'Es ersetzt das Angebot, das hier stand, zum Beispiel weil sich die Beträge geändert haben.',
      again: false,
    },
    en: {
      title: 'There is a newer offer for you',
      text: 'It replaces the offer that was here, for instance because the amounts have changed.',
      again: false,
    },
  },
  conflict: {
    de: {
      title: 'Dieses Angebot ist schon beantwortet',
      text: 'Es bleibt bei der ersten Antwort. Wenn das nicht in Ihrem Sinn ist, wenden Sie sich an Ihren Arbeitgeber.',
      again: true,
    },
    en: {
      title: 'This offer has already been answered',
      text: 'The first answer stands. If that is not what you want, talk to your employer.',
      again: true,
    },
  },
  'transition-refused': {
    de: {
      title: 'Dieses Angebot passt nicht mehr',
      text: 'Inzwischen hat sich etwas geändert, zum Beispiel das Ende der Beschäftigung. Bitte wenden Sie sich an Ihren Arbeitgeber.',
      again: true,
    },
    en: {
      title: 'This offer no longer fits',
      text: 'Something has changed meanwhile, for instance the end of the employment. Please talk to your employer.',
      again: true,
    },
  },
  'internal-error': {
    de: {
      title: 'Da ist bei uns etwas schiefgegangen',
      text: 'Der Fehler ist aufgezeichnet. Bitte versuchen Sie es später noch einmal.',
      again: true,
    },
    en: {
      title: 'Something went wrong on our side',
      text: 'It has been logged. Please try again later.',
      again: true,
    },
  },
};

/** Temporary causes: a roster is being applied, the database is unreachable, the server is stopping. */
const BUSY: Record<Language, Trouble> = {
  de: { title: 'Einen Moment bitte', text: 'Bitte versuchen Sie es gleich noch einmal.', again: true },
  en: { title: 'One moment, please', text: 'Please try again in a moment.', again: true },
};

const UNREADABLE: Record<Language, Trouble> = {
  de: {
    title: 'Das hat nicht geklappt',
    text: 'Bitte öffnen Sie den Link noch einmal und wählen Sie eine der Antworten.',
    again: true,
  },
  en: {
    title: 'That did not work',
    text: 'Please open the link once more and choose one of the answers.',
    again: true,
  },
};

const PASSING: readonly ErrorCode[] = [
  'sync-in-progress',
  'database-unavailable',
  'query-too-slow',
  'too-many-requests',
  'busy',
  'shutting-down',
];

export function troubleOf(code: ErrorCode, language: Language): Trouble {
  return TROUBLES[code]?.[language] ?? (PASSING.includes(code) ? BUSY : UNREADABLE)[language];
}
