import { type Language, languageOf, writtenLocale } from '../../../../texts/language.ts';
import { formatDay } from '../../../platform/language/dates.ts';
import { formatEuros } from '../../../platform/language/money.ts';
import { button, details, type Letter, note, paragraph } from '../letter/letter.ts';
import { companyWords, greeting } from './names.ts';

type Reason = 'enrolment' | 'plan-change' | 'new-terms';

export interface ContractFacts {
  kind: 'contract-offered' | 'contract-reminder';
  companyName: string;
  locale: string;
  firstName: string;
  lastName: string;
  reason: Reason;
  /** What the employee pays a month. */
  contributionCents: number;
  plannedStart: string;
  answerUntil: string;
  link: string;
}

const TITLES: Record<Language, Record<Reason, string>> = {
  de: {
    enrolment: 'Ihr Jobticket wartet auf Sie',
    'plan-change': 'Ihr Jobticket anders bezahlen',
    'new-terms': 'Neue Bedingungen für Ihr Jobticket',
  },
  en: {
    enrolment: 'Your job ticket is waiting for you',
    'plan-change': 'Another way to pay for your job ticket',
    'new-terms': 'New terms for your job ticket',
  },
};

const INTROS: Record<Language, Record<Reason, (company: string) => string>> = {
  de: {
    enrolment: (company) =>
      `${company} bietet Ihnen ein Jobticket an. Bitte lesen Sie die Vereinbarung und antworten Sie online.`,
    'plan-change': (company) =>
      `${company} bietet Ihnen an, Ihr Jobticket künftig anders zu bezahlen. Bitte lesen Sie die Vereinbarung und antworten Sie online.`,
    'new-terms': () =>
      'Ihr Anteil am Jobticket ändert sich bald. Bitte lesen Sie die Vereinbarung und antworten Sie online.',
  },
  en: {
    enrolment: (company) =>
      `${company} offers you a job ticket. Please read the agreement and answer online.`,
    'plan-change': (company) =>
      `${company} offers you another way to pay for your job ticket. Please read the agreement and answer online.`,
    'new-terms': () =>
      'Your share of the job ticket will change. Please read the agreement and answer online.',
  },
};

export function contractLetter(facts: ContractFacts): Letter {
  const { locale, reason, link } = facts;
  const language = languageOf(locale);
  const company = companyWords(language, facts.companyName);
  const isReminder = facts.kind === 'contract-reminder';
  const amount = formatEuros(facts.contributionCents, writtenLocale(locale));
  const start = formatDay(facts.plannedStart, locale);
  const until = formatDay(facts.answerUntil, locale);
  const title = TITLES[language][reason];
  const intro = INTROS[language][reason](company.subject);
  if (language === 'de')
    return {
      language,
      companyName: company.head,
      subject: isReminder ? `Erinnerung: ${title}` : title,
      preview: `Bitte antworten Sie bis zum ${until}.`,
      title,
      parts: [
        paragraph(greeting(language, facts)),
        paragraph(isReminder ? `Sie haben noch nicht geantwortet. ${intro}` : intro),
        details(['Ihr Anteil', `${amount} im Monat`], ['Ab', start], ['Antwort bis', until]),
        button('Vereinbarung ansehen', link),
        note('Der Link ist nur für Sie. Zum Antworten brauchen Sie Ihr Geburtsdatum.'),
      ],
      footer: [
        `Sie bekommen diese Mail, weil ${company.subjectWithin} Ihnen ein Jobticket anbietet. Fragen beantwortet Ihr Arbeitgeber.`,
      ],
    };
  return {
    language,
    companyName: company.head,
    subject: isReminder ? `Reminder: ${title}` : title,
    preview: `Please answer until ${until}.`,
    title,
    parts: [
      paragraph(greeting(language, facts)),
      paragraph(isReminder ? `You have not answered yet. ${intro}` : intro),
      details(['Your share', `${amount} a month`], ['From', start], ['Answer until', until]),
      button('Read the agreement', link),
      note('The link is only for you. To answer, you need your date of birth.'),
    ],
    footer: [
      `You get this mail because ${company.subjectWithin} offers you a job ticket. Your employer answers questions.`,
    ],
  };
}
