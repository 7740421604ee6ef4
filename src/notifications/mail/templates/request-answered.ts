import { TEXTS } from '../../../../texts/catalogue.ts';
import { describeAct } from '../../../../texts/describe-act.ts';
import { formatDay, formatEuros, formatMonth } from '../../../../texts/format.ts';
import { languageOf, writtenLocale } from '../../../../texts/language.ts';
import type { PlanType } from '../../../domain/plans/plan-types.ts';
import type { EmployeeAction } from '../../../tickets/subscriptions/actions/employee-actions.ts';
import { button, details, type Letter, note, paragraph, quotation } from '../letter/letter.ts';
import { printableName } from '../printable-name.ts';
import { companyWords, greeting } from './names.ts';

export interface RequestAnsweredFacts {
  kind: 'request-answered';
  companyName: string;
  locale: string;
  firstName: string;
  lastName: string;
  action: EmployeeAction;
  planType: PlanType | null;
  askedOn: string;
  isApproved: boolean;
  /** What HR has approved. */
  effectiveOn: string | null;
  untilOn: string | null;
  contributionCents: number | null;
  offered: boolean;
  dropped: boolean;
  /** Whether it counts for a later month than the employee asked for. */
  isLater: boolean;
  /** What HR wrote. */
  answer: string | null;
  /** The link to the employee's page. */
  page: string;
}

export function requestAnsweredLetter(facts: RequestAnsweredFacts): Letter {
  const { locale, isApproved, answer, contributionCents } = facts;
  const language = languageOf(locale);
  const { mails, acts, actNames, vocabulary } = TEXTS[language];
  const words = mails.requestAnswered;
  const company = companyWords(language, facts.companyName);
  const day = (date: string) => formatDay(date, locale);
  const title = isApproved ? words.approved : words.refused;
  const plan = facts.planType && vocabulary.plan[facts.planType];
  const happens = describeAct({ ...facts, plan }, acts, {
    day,
    month: (month) => formatMonth(`${month}-01`, locale),
  });
  // Nobody may send a link in our name, not even in a reason.
  const printed = answer === null ? null : printableName(answer);
  return {
    language,
    companyName: company.head,
    subject: title,
    preview: actNames[facts.action],
    title,
    parts: [
      paragraph(greeting(language, facts)),
      paragraph(words.asked(actNames[facts.action], day(facts.askedOn))),
      ...(isApproved ? [paragraph([...happens, ...(facts.isLater ? [words.later] : [])].join(' '))] : []),
      ...(isApproved && contributionCents !== null
        ? [
            details([
              words.share,
              mails.contract.monthly(formatEuros(contributionCents, writtenLocale(locale))),
            ]),
          ]
        : []),
      ...(answer === null
        ? []
        : [printed === null ? paragraph(words.answerOnPage) : quotation(words.answer, printed)]),
      button(words.openPage, facts.page),
      note(words.note),
    ],
    footer: [words.footer(company.of)],
  };
}
