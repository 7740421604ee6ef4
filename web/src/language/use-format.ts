import type { Format } from './format.ts';
import { useLanguage } from './use-language.ts';

export const useFormat = (): Format => useLanguage().format;
