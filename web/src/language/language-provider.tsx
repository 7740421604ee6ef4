import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Messages } from '../../../texts/en/portal/catalogue.ts';
import { createFormat } from '../../../texts/format.ts';
import type { Language } from '../../../texts/language.ts';
import { LanguageContext } from './context.ts';
import { loadMessages, rememberLanguage } from './language.ts';

/** The first catalogue is loaded before the first page is shown. */
export function LanguageProvider({
  first,
  children,
}: {
  first: { language: Language; messages: Messages };
  children: ReactNode;
}) {
  const [{ language, messages }, setLoaded] = useState(first);
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const value = useMemo(
    () => ({
      language,
      messages,
      format: createFormat(language, timeZone),
      setTimeZone,
      setLanguage: (next: Language) => {
        rememberLanguage(next);
        void loadMessages(next).then((loaded) => setLoaded({ language: next, messages: loaded }));
      },
    }),
    [language, messages, timeZone],
  );
  return <LanguageContext value={value}>{children}</LanguageContext>;
}
