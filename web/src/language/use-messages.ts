import type { Messages } from '../../../texts/en/portal/catalogue.ts';
import { useLanguage } from './use-language.ts';

export const useMessages = (): Messages => useLanguage().messages;
