import { useState } from 'react';
import { LANGUAGES } from '../../../texts/language.ts';
import { Segments } from '../design/segments.tsx';
import { chooseTheme, chosenTheme, type Theme } from '../design/theme.ts';
import { useLanguage } from '../language/use-language.ts';

const ICONS = { system: 'screen', light: 'sun', dark: 'moon' } as const;
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export function ThemeSwitch() {
  const { messages: m } = useLanguage();
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <Segments
      label={m.common.theme}
      value={theme}
      options={THEMES.map((value) => ({ value, label: m.common.themes[value], icon: ICONS[value] }))}
      onChange={(next) => {
        chooseTheme(next);
        setTheme(next);
      }}
    />
  );
}

export function LanguageSwitch() {
  const { messages: m, language, setLanguage } = useLanguage();
  return (
    <Segments
      label={m.common.language}
      value={language}
      options={LANGUAGES.map((value) => ({ value, label: value.toUpperCase() }))}
      onChange={setLanguage}
    />
  );
}
