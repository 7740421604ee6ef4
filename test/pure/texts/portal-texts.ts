import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../../texts/language.ts';

const texts = join(import.meta.dirname, '../../../texts');

/** All texts of the portal: those of its catalogue, and those that only some pages load. */
export async function portalTexts(language: Language): Promise<Record<string, object>> {
  const files = globSync(`${language}/portal/*.ts`, { cwd: texts, exclude: ['**/catalogue.ts'] });
  const catalogue: { [name in Language]?: object } = await import(
    join(texts, language, 'portal/catalogue.ts')
  );
  const parts: object[] = await Promise.all(files.map((file) => import(join(texts, file))));
  return Object.assign({}, catalogue[language], ...parts);
}
