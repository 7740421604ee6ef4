import type { Messages } from '../messages/en/catalogue.ts';
import { useLanguage } from './use-language.ts';

export const useMessages = (): Messages => useLanguage().messages;
