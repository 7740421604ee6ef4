import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The font of documents. Source Sans (SIL Open Font License, which permits embedding) covers Latin, Greek and Cyrillic. */
export const REGULAR = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
);

/** Fonts for scripts that the font of documents lacks: paths in optional packages. The first that has a character prints it. */
const FALLBACKS = [
  '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  '@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf',
  '@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf',
  // Chinese, and Japanese with its kana.
  '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
  '@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf',
];

/** A font file, named by its path. */
export type FontFile = string;

/** Loads fontkit with the first text that needs it, because that takes as long as a tenth of a start. */
const loadFontkit = (): typeof import('fontkit') => createRequire(import.meta.url)('fontkit');

const characters = new Map<FontFile, ReadonlySet<number>>();

function charactersOf(file: FontFile): ReadonlySet<number> {
  const known = characters.get(file);
  if (known) return known;
  const font = loadFontkit().openSync(file);
  if (!('characterSet' in font)) throw new Error(`${file} has several fonts`);
  const all = new Set(font.characterSet);
  characters.set(file, all);
  return all;
}

/** The fallback fonts whose packages are installed. Packages may hide their files from `import.meta.resolve`. */
export const INSTALLED_FALLBACKS: readonly FontFile[] = FALLBACKS.flatMap((path): FontFile[] => {
  const [scope = '', name = '', ...file] = path.split('/');
  try {
    const main = import.meta.resolve(`${scope}/${name}`);
    const root = main.slice(0, main.lastIndexOf(`/${scope}/${name}/`));
    return [fileURLToPath([root, scope, name, ...file].join('/'))];
  } catch {
    return [];
  }
});

/** Whether the font of documents has every character, without looking at the font: ASCII and the Latin letters of Europe. */
const EUROPEAN = /^[\n -~À-ſ]*$/;
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
const MARK = /^\p{Mark}$/u;

/** A part of a text that one font prints. `file` is undefined if no font has its characters. */
export interface FontRun {
  text: string;
  file: FontFile | undefined;
}

/** Splits a text by the fonts that print it. `fonts` are tried in their order. */
export function splitByFont(
  text: string,
  fonts: readonly FontFile[] = [REGULAR, ...INSTALLED_FALLBACKS],
): FontRun[] {
  if (EUROPEAN.test(text)) return [{ text, file: REGULAR }];
  const runs: FontRun[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const file = chooseFont(character, last?.file, fonts);
    if (last && last.file === file) last.text += character;
    else runs.push({ text: character, file });
  }
  return runs;
}

/** An accent is printed by the font of its letter, else it would stand beside the letter. */
function chooseFont(
  character: string,
  before: FontFile | undefined,
  fonts: readonly FontFile[],
): FontFile | undefined {
  if (character === '\n') return REGULAR;
  if (INVISIBLE.test(character)) return before ?? REGULAR;
  const code = character.codePointAt(0) ?? 0;
  const has = (file: FontFile) => charactersOf(file).has(code);
  if (before !== undefined && MARK.test(character) && has(before)) return before;
  return fonts.find(has);
}

/** Whether the fonts that are installed have every character of a text. */
export function isPrintable(text: string, fonts?: readonly FontFile[]): boolean {
  return EUROPEAN.test(text) || splitByFont(text.normalize('NFC'), fonts).every(({ file }) => file);
}
