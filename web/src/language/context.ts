import { createContext } from 'react';
import type { Messages } from '../messages/en/catalogue.ts';
import type { Format } from './format.ts';
import type { Language } from './language.ts';

export interface LanguageContextValue {
  language: Language;
  messages: Messages;
  format: Format;
  setLanguage: (language: Language) => void;
  setTimeZone: (timeZone: string) => void;
}

export const LanguageContext = createContext<LanguageContextValue | null>(null);
