import * as bidiModule from 'bidi-js';
import { REGULAR, splitByFont } from '../../platform/fonts.ts';
import type { Pdf } from './pdf.ts';

/** The package's types describe its ES module. Node loads the CommonJS one, whose default export is the factory. */
const bidi: bidiModule.Bidi = Reflect.apply(Object(bidiModule.default), undefined, []);

interface TextBox {
  x?: number;
  y?: number;
  width?: number;
  lineGap?: number;
}

/**
 * Draws text in the font `regular`, and with fallback fonts what that font lacks. pdfkit draws a text in one font and from
 * left to right, so a text that needs more is laid out here: broken into lines first, then each line is put in the order
 * in which it is seen.
 */
export function drawMixedText(
  pdf: Pdf,
  text: string,
  { x = pdf.x, y = pdf.y, ...options }: TextBox = {},
): void {
  const normal = text.normalize('NFC');
  pdf.font('regular');
  if (splitByFont(normal).every(({ file }) => file === REGULAR)) {
    pdf.text(normal, x, y, options);
    return;
  }
  const { page } = pdf;
  const width = options.width ?? page.width - page.margins.right - x;
  const lineHeight = pdf.currentLineHeight(true) + (options.lineGap ?? 0);
  pdf.y = y;
  for (const paragraph of normal.split('\n')) {
    const levels = bidi.getEmbeddingLevels(paragraph, 'ltr');
    for (const line of breakLines(pdf, paragraph, width)) {
      if (pdf.y + lineHeight > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
      const top = pdf.y;
      drawLine(pdf, visualRuns(paragraph, levels, line), { x, top });
      pdf.y = top + lineHeight;
    }
  }
  pdf.x = x;
  pdf.font('regular');
}

interface Line {
  from: number;
  to: number;
}

/** Breaks at spaces, and within a word that is too long for a line. */
function breakLines(pdf: Pdf, paragraph: string, width: number): Line[] {
  const lines: Line[] = [];
  let line: Line = { from: 0, to: 0 };
  const add = (to: number) => {
    if (line.to > line.from && widthOf(pdf, paragraph.slice(line.from, to).trimEnd()) > width) {
      lines.push(line);
      line = { from: line.to, to: line.to };
    }
    line.to = to;
  };
  for (const { 0: word, index } of paragraph.matchAll(/\S+\s*|^\s+/g)) {
    if (widthOf(pdf, word.trimEnd()) <= width) add(index + word.length);
    else for (const part of GRAPHEMES.segment(word)) add(index + part.index + part.segment.length);
  }
  return [...lines, line];
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function widthOf(pdf: Pdf, text: string): number {
  return splitByFont(text).reduce((sum, run) => {
    selectFont(pdf, run.file);
    return sum + pdf.widthOfString(run.text);
  }, 0);
}

/** The name under which a fallback font is registered is its path. A character that no font has is drawn as a box. */
function selectFont(pdf: Pdf, file: string | undefined): void {
  pdf.font(file === undefined || file === REGULAR ? 'regular' : file);
}

interface Run {
  text: string;
  file: string | undefined;
  level: number;
}

/** The parts of a line from left to right: rule L2 of the Unicode Bidirectional Algorithm, by parts instead of characters. */
function visualRuns(paragraph: string, { levels }: bidiModule.EmbeddingLevels, { from, to }: Line): Run[] {
  const runs: Run[] = [];
  let at = from;
  for (const { text, file } of splitByFont(paragraph.slice(from, to).trimEnd())) {
    for (const character of text) {
      const level = levels[at] ?? 0;
      at += character.length;
      const last = runs.at(-1);
      if (last && last.level === level && last.file === file) last.text += character;
      else runs.push({ text: character, file, level });
    }
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) reverseStretches(runs, (run) => run.level >= level);
  return runs.map((run) => {
    if (run.level % 2 === 1 && run.file === REGULAR) return { ...run, text: mirrored(run.text) };
    return ARABIC_DIGITS.test(run.text) ? { ...run, text: reversed(run.text) } : run;
  });
}

function reverseStretches(runs: Run[], isPart: (run: Run) => boolean): void {
  for (let from = 0; from < runs.length; from++) {
    let to = from;
    for (let run = runs[to]; run && isPart(run); run = runs[to]) to++;
    if (to > from) runs.splice(from, to - from, ...runs.slice(from, to).reverse());
    from = Math.max(from, to - 1);
  }
}

/** Arabic numbers are written from left to right, but shaping reverses them like letters. */
const ARABIC_DIGITS = /^[\u0660-\u0669\u06f0-\u06f9]+$/;

const reversed = (text: string) => [...text].reverse().join('');

/** Shaping reverses letters that are written from right to left. It does not reverse the spaces and brackets between them. */
function mirrored(text: string): string {
  return [...reversed(text)].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

function drawLine(pdf: Pdf, runs: readonly Run[], { x, top }: { x: number; top: number }): void {
  pdf.font('regular');
  // Fonts have different heights: all stand on the line of the regular one.
  const baseline = top + ascenderOf(pdf);
  let left = x;
  for (const { text, file } of runs) {
    selectFont(pdf, file);
    pdf.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
    left += pdf.widthOfString(text);
  }
}

function ascenderOf(pdf: Pdf): number {
  const { ascender }: { ascender: number } = Reflect.get(pdf, '_font');
  return (ascender / 1000) * Number(Reflect.get(pdf, '_fontSize'));
}
