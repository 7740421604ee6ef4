import type { Language } from '../../../../texts/language.ts';
import { printableName } from '../printable-name.ts';

/** A company as sentences name it. */
interface CompanyWords {
  /** Above the mail. */
  head: string;
  /** Who offers something, at the beginning of a sentence and within it. */
  subject: string;
  subjectWithin: string;
  /** After „von“ or “of”. */
  of: string;
}

const UNNAMED: Record<Language, CompanyWords> = {
  de: {
    head: 'Jobticket',
    subject: 'Ihr Arbeitgeber',
    subjectWithin: 'Ihr Arbeitgeber',
    of: 'Ihrem Arbeitgeber',
  },
  en: { head: 'Job ticket', subject: 'Your employer', subjectWithin: 'your employer', of: 'your employer' },
};

/** The company's name, or other words if mails do not print it. */
export function companyWords(language: Language, companyName: string): CompanyWords {
  const name = printableName(companyName);
  return name === null ? UNNAMED[language] : { head: name, subject: name, subjectWithin: name, of: name };
}

/** The first line of a mail to an employee. */
export function greeting(language: Language, person: { firstName: string; lastName: string }): string {
  const [firstName, lastName] = [printableName(person.firstName), printableName(person.lastName)];
  if (language === 'en') return firstName === null ? 'Hello,' : `Hello ${firstName},`;
  return firstName === null || lastName === null ? 'Guten Tag,' : `Guten Tag ${firstName} ${lastName},`;
}

const UNNAMED_INTEGRATION: Record<Language, string> = { de: 'einer Anbindung', en: 'an integration' };

/** The name of an integration, after „von“ or “of”. */
export function integrationName(language: Language, name: string): string {
  return printableName(name) ?? UNNAMED_INTEGRATION[language];
}
