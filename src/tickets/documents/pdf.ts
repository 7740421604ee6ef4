import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { Language } from '../../../texts/language.ts';
import { INSTALLED_FALLBACKS, REGULAR } from '../../platform/fonts.ts';

export type Pdf = PDFKit.PDFDocument;

const FONTS = {
  regular: REGULAR,
  bold: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
  ),
};
type FontName = keyof typeof FONTS;

export const INK = '#1c2730';
export const FAINT = '#5b6973';
export const LINE = '#c9d1d6';
const WARNING = '#b3261e';

const MARGIN = 62;
const FOOTER_HEIGHT = 46;
const SPECIMEN = {
  de: 'Aus einer Testumgebung, ohne rechtliche Wirkung',
  en: 'From a test environment, without legal effect',
};

interface Description {
  title: string;
  author: string;
  language: Language;
  /** Fixed, so that the same document always has the same bytes. */
  createdAt: Date;
  /** Printed at the bottom of each page. */
  footer: string;
  isSpecimen: boolean;
}

/** Renders A4 pages. The font is embedded, so every supported letter is printed on any device. */
export async function renderPdf(description: Description, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const fonts = await loadFonts();
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    lang: description.language,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: description.title,
      Author: description.author,
      CreationDate: description.createdAt,
    },
  });
  const bytes = collect(pdf);
  // pdfkit reads a fallback font when it is used, anew for each document: so equal documents have equal bytes.
  for (const file of INSTALLED_FALLBACKS) pdf.registerFont(file, file);
  for (const name of ['bold', 'regular'] as const) registerFont(pdf, name, fonts[name]);
  pdf.font('regular').fillColor(INK);
  draw(pdf);
  drawFooters(pdf, description);
  pdf.end();
  return await bytes;
}

async function collect(pdf: Pdf): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of pdf) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

function drawFooters(pdf: Pdf, { footer, isSpecimen, language }: Description): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index);
    const { width, height, margins } = pdf.page;
    const place = { width: width - 2 * MARGIN, align: 'center', height: 14, ellipsis: true } as const;
    const top = height - MARGIN - 24;
    // The footer lies below the bottom margin, where text would otherwise start a new page.
    margins.bottom = 0;
    pdf
      .moveTo(MARGIN, top)
      .lineTo(width - MARGIN, top)
      .lineWidth(0.5)
      .stroke(LINE);
    const page = count > 1 ? ` · ${index - start + 1}/${count}` : '';
    pdf.font('regular').fontSize(8.5).fillColor(FAINT);
    pdf.text(`${footer}${page}`, MARGIN, top + 8, place);
    if (!isSpecimen) continue;
    pdf.font('bold').fontSize(12).fillColor(WARNING);
    pdf.text('SPECIMEN / MUSTER', MARGIN, top + 22, { ...place, characterSpacing: 1.5, height: 18 });
    pdf.font('regular').fontSize(8.5);
    pdf.text(SPECIMEN[language], MARGIN, top + 39, place);
  }
}

const read = new Map<FontName, unknown>();

async function loadFonts(): Promise<Record<FontName, unknown>> {
  const load = async (name: FontName) => read.get(name) ?? (await readFile(FONTS[name]));
  return { regular: await load('regular'), bold: await load('bold') };
}

/**
 * Reuses the parsed font: parsing takes 50 of the 60 ms of processor time for a document. pdfkit accepts a
 * parsed font but has no type for it. If a later version refuses it, passing the bytes works as well.
 */
function registerFont(pdf: Pdf, name: FontName, source: unknown): void {
  Reflect.apply(pdf.registerFont, pdf, [name, source]);
  pdf.font(name);
  const font: unknown = Reflect.get(Object(Reflect.get(pdf, '_font')), 'font');
  if (read.has(name) || !isParsed(font)) return;
  for (const code of font.characterSet) font.glyphForCodePoint(code);
  read.set(name, font);
}

interface ParsedFont {
  characterSet: readonly number[];
  /**
   * A glyph keeps the first character that asked for it, and a document says so to those who copy its text. Some characters share a
   * glyph, such as the space and the one that does not break. Asked in the order of their codes, a document has the same
   * bytes whatever was drawn before it.
   */
  glyphForCodePoint(code: number): unknown;
}

function isParsed(font: unknown): font is ParsedFont {
  return typeof Reflect.get(Object(font), 'glyphForCodePoint') === 'function';
}
