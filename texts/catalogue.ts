import { de } from './de/catalogue.ts';
import { en } from './en/catalogue.ts';
import type { Language } from './language.ts';

/**
 * The German and English texts of everything that the service writes itself: mails, documents, wallet passes, files, small
 * pages. Those of the portal's pages are in `portal/` of each language, because a browser loads only one of them.
 *
 * - A file for each subject, under the same name in `en/` and `de/`. The German object has the type of the English one, so a
 *   missing text or a wrong value does not compile. `test/pure/texts/` finds unused texts and left out values.
 * - A text is a string, or a function of the values in it. Counts are numbers, so that each language decides about its plural.
 *   Dates and amounts are formatted before: by `format.ts` for the pages and their files, by `dates.ts` and `money.ts` in the
 *   company's locale (de-AT, en-US) for mails and documents.
 * - Words for codes (statuses, plans, outcomes, permissions, reasons) stand once, in `vocabulary.ts`.
 *
 * Not here: contracts, whose signed versions never change (`src/tickets/subscriptions/contract-wording/`); the letters of the demo
 * company, which are German only (`src/demo/letters.ts`); the API's problems and the command line, which are English only.
 */
export const TEXTS: Record<Language, typeof en> = { de, en };
