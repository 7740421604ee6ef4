import type { Format } from '../../../texts/format.ts';
import { useLanguage } from './use-language.ts';

export const useFormat = (): Format => useLanguage().format;
