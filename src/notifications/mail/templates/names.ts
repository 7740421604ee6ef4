import { TEXTS } from '../../../../texts/catalogue.ts';
import type { Language } from '../../../../texts/language.ts';
import { printableName } from '../printable-name.ts';

/** A company as sentences name it. */
type CompanyWords = (typeof TEXTS)[Language]['mails']['unnamed']['company'];

/** The company's name, or other words if mails do not print it. */
export function companyWords(language: Language, companyName: string): CompanyWords {
  const name = printableName(companyName);
  if (name === null) return TEXTS[language].mails.unnamed.company;
  return { head: name, subject: name, subjectWithin: name, of: name };
}

/** The first line of a mail to an employee. */
export function greeting(language: Language, person: { firstName: string; lastName: string }): string {
  return TEXTS[language].mails.greeting(printableName(person.firstName), printableName(person.lastName));
}

/** The name of an integration, after „von“ or “of”. */
export function integrationName(language: Language, name: string): string {
  return printableName(name) ?? TEXTS[language].mails.unnamed.integration;
}
