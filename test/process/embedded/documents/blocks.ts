import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUIDES } from '../../../../src/http/guides/table-of-contents.ts';

export const ROOT = join(import.meta.dirname, '../../../..');

/** A fenced block of a document. What follows its language says what the test does with it. */
export interface Block {
  /** `docs/guides/quick-start.md:14` */
  place: string;
  language: string;
  /** `run`, `start`, `answer`, `skip: REASON` or the path of a file. */
  task: string;
  text: string;
}

export const GUIDE_FILES = GUIDES.map(({ name }) => `docs/guides/${name}.md`);

export function readGuideFolder(): string[] {
  return readdirSync(join(ROOT, 'docs/guides')).map((name) => `docs/guides/${name}`);
}

export function readBlocks(file: string): Block[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  const blocks: Block[] = [];
  let open: (Block & { indent: number; lines: string[] }) | undefined;
  for (const [index, line] of lines.entries()) {
    const [, indent = '', info = ''] = /^( *)```(.*)$/.exec(line) ?? [];
    if (!/^ *```/.test(line)) open?.lines.push(line.slice(open.indent));
    else if (open) {
      blocks.push({
        place: open.place,
        language: open.language,
        task: open.task,
        text: open.lines.join('\n'),
      });
      open = undefined;
    } else {
      const [language = '', ...rest] = info.split(' ');
      const place = `${file}:${index + 1}`;
      open = { place, language, task: rest.join(' '), text: '', indent: indent.length, lines: [] };
    }
  }
  return blocks;
}
