import type { Messages } from './en/portal/catalogue.ts';

/** In this order: Edge and Opera also call themselves Chrome, and Chrome also calls itself Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** In this order: Android also calls itself Linux, and an iPhone also calls itself Mac OS. */
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and system that a `User-Agent` header names, such as "Chrome on Windows". */
export function deviceName(userAgent: string | null, { common }: Messages): string | undefined {
  const nameIn = (names: readonly [RegExp, string][]) =>
    names.find(([form]) => form.test(userAgent ?? ''))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  return browser && system ? common.onSystem(browser, system) : undefined;
}
