import { createContext } from 'react';
import type { Messages } from '../../../texts/en/portal/catalogue.ts';
import type { Format } from '../../../texts/format.ts';
import type { Language } from '../../../texts/language.ts';

export interface LanguageContextValue {
  language: Language;
  messages: Messages;
  format: Format;
  setLanguage: (language: Language) => void;
  setTimeZone: (timeZone: string) => void;
}

export const LanguageContext = createContext<LanguageContextValue | null>(null);
