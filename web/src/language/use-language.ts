import { useContext } from 'react';
import { LanguageContext, type LanguageContextValue } from './context.ts';

export function useLanguage(): LanguageContextValue {
  const value = useContext(LanguageContext);
  if (!value) throw new Error('there is no language around this part of the page');
  return value;
}
