import { inflateSync } from 'node:zlib';

/** A line of text on an A4 page. Positions are in points from the lower left corner. */
export interface Line {
  text: string;
  left: number;
  right: number;
  bottom: number;
}

interface Font {
  letters: string[];
  widths: number[];
}

/**
 * Returns the visible text of a PDF made with pdfkit. Supports only the parts of the format that pdfkit uses.
 */
export function linesOf(pdf: Buffer): Line[] {
  const objects = readObjects(pdf);
  const lines: Line[] = [];
  for (const page of objects.values()) {
    if (!/\/Type \/Page\n/.test(page)) continue;
    const resources = objects.get(referenced(page, 'Resources')) ?? '';
    const fonts = new Map<string, Font>();
    for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, readFont(objects, objects.get(id) ?? ''));
    lines.push(...readLines(objects.get(referenced(page, 'Contents')) ?? '', fonts));
  }
  return lines;
}

export function textOf(pdf: Buffer): string {
  return linesOf(pdf)
    .map(({ text }) => text)
    .join('\n');
}

/** Returns the objects by number, with decompressed streams. */
function readObjects(pdf: Buffer): Map<string, string> {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of pdf
    .toString('latin1')
    .matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) {
    const stream = /\nstream\n([\s\S]*)\nendstream$/.exec(body)?.[1];
    objects.set(
      id,
      stream === undefined ? body : inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
    );
  }
  return objects;
}

function referenced(object: string, name: string): string {
  return new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(object)?.[1] ?? '';
}

/** An embedded font numbers its letters; a standard font uses codes of one byte. */
function readFont(objects: Map<string, string>, font: string): Font {
  if (!font.includes('/Type0')) return { letters: [], widths: [] };
  const map = objects.get(referenced(font, 'ToUnicode')) ?? '';
  const descendant = objects.get(referenced(font, 'DescendantFonts')) ?? '';
  return {
    letters: [...map.matchAll(/<\w+> <\w+> \[([^\]]*)\]/g)].flatMap(([, range = '']) =>
      [...range.matchAll(/<([\w ]*)>/g)].map(([, hex = '']) =>
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    ),
    widths: (/\/W \[0 \[([^\]]*)\]/.exec(descendant)?.[1] ?? '').split(' ').map(Number),
  };
}

function readLines(content: string, fonts: Map<string, Font>): Line[] {
  const SHOWN = /1 0 0 1 ([\d.-]+) ([\d.-]+) Tm\n\/(F\d+) ([\d.]+) Tf\n(?:([\d.]+) Tc\n)?\[([^\]]*)\] TJ/g;
  return [...content.matchAll(SHOWN)].map(([, x, y, name = '', size, spacing = '0', shown = '']) => {
    const { letters, widths } = fonts.get(name) ?? { letters: [], widths: [] };
    const isNumbered = letters.length > 0;
    let [text, width] = ['', 0];
    for (const [, hex, shift] of shown.matchAll(/<(\w*)>|([\d.-]+)/g)) {
      if (shift !== undefined) width -= Number(shift);
      for (const code of (hex ?? '').match(isNumbered ? /.{4}/g : /../g) ?? []) {
        const number = Number.parseInt(code, 16);
        text += isNumbered ? (letters[number] ?? '') : String.fromCharCode(number);
        width += (isNumbered ? (widths[number] ?? 0) : 600) + (Number(spacing) / Number(size)) * 1000;
      }
    }
    const left = Number(x);
    return { text, left, right: left + (width * Number(size)) / 1000, bottom: Number(y) };
  });
}
