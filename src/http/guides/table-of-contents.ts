import { hrSystems } from '../../../texts/en/hr-systems.ts';
import { LANGUAGES, type Language } from '../../../texts/language.ts';

/** One page. The title is its first heading. */
export interface Page {
  /** The last part of its address. */
  name: string;
  language: Language;
  /** Its file below `docs/`. None for a page about connecting an HR system, which is made of the texts of the portal. */
  file?: string;
  /** The HR system that it is about. */
  system?: string;
}

const guide = (name: string): Page => ({ name, language: 'en', file: `guides/${name}.md` });
const reference = (name: string): Page => ({
  name: `reference-${name}`,
  language: 'en',
  file: `${name}.md`,
});

const connecting = (language: Language): Page[] =>
  Object.keys(hrSystems.systems).map((system) => ({ name: `connect-${system}`, language, system }));

const forHr = (name: string, language: Language): Page => ({
  name,
  language,
  file: `${HR_FOLDER}/${language}/${name}.md`,
});

/** Below `docs/`: a folder for each language, with the pictures of its pages. */
export const HR_FOLDER = 'hr';

/** For HR, in every language. */
export const HR_GUIDES: readonly Page[] = LANGUAGES.flatMap((language) => [
  forHr('month-of-hr', language),
  ...connecting(language),
]);

/** In the order in which they are read. A test demands that every guide is listed. */
export const GUIDES: readonly Page[] = [
  'quick-start',
  'nightly-sync',
  'what-happens-to-a-roster',
  'next-morning',
  'who-gets-a-ticket',
  'webhooks-and-events',
  'costs-and-payroll',
  'errors-and-limits',
  'going-live',
  'install',
  'administration',
].map(guide);

/** The rules, for those who look one up. */
export const REFERENCES: readonly Page[] = [
  'integrating',
  'sync',
  'connecting',
  'subscriptions',
  'lifecycle',
  'events',
  'webhooks',
  'mail',
  'employee-page',
  'costs',
  'operating',
  'security',
].map(reference);

export const PAGES: readonly Page[] = [...GUIDES, ...HR_GUIDES, ...REFERENCES];

/** The part of the address behind `/guides/`. */
export const addressOf = ({ name, language }: Page): string =>
  language === 'en' ? name : `${language}/${name}`;
