import { TEXTS } from '../../../../texts/catalogue.ts';
import { formatDay, formatEuros } from '../../../../texts/format.ts';
import { languageOf, writtenLocale } from '../../../../texts/language.ts';
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
  /** The employee's monthly share. */
  contributionCents: number;
  /** The first day, if the offer is accepted now. */
  startsOn: string;
  answerUntil: string;
  link: string;
}

export function contractLetter(facts: ContractFacts): Letter {
  const { locale, reason, link } = facts;
  const language = languageOf(locale);
  const company = companyWords(language, facts.companyName);
  const words = TEXTS[language].mails.contract;
  const isReminder = facts.kind === 'contract-reminder';
  const amount = formatEuros(facts.contributionCents, writtenLocale(locale));
  const until = formatDay(facts.answerUntil, locale);
  const title = words.titles[reason];
  const intro = words.intros[reason](company.subject);
  return {
    language,
    companyName: company.head,
    subject: isReminder ? words.reminder(title) : title,
    preview: words.preview(until),
    title,
    parts: [
      paragraph(greeting(language, facts)),
      paragraph(isReminder ? words.notAnswered(intro) : intro),
      details(
        [words.share, words.monthly(amount)],
        [words.from, formatDay(facts.startsOn, locale)],
        [words.until, until],
      ),
      button(words.read, link),
      note(words.note),
    ],
    footer: [words.footer(company.subjectWithin)],
  };
}
