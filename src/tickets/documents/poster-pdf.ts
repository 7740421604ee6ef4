import { TEXTS } from '../../../texts/catalogue.ts';
import type { Language } from '../../../texts/language.ts';
import { type QrCode, qrCode } from '../../platform/qr-code.ts';
import { drawMixedText } from './mixed-text.ts';
import { FAINT, INK, type Pdf, renderPdf } from './pdf.ts';

export interface Poster {
  companyName: string;
  /** The join link, as a code: it is too long to type. */
  link: string;
  /** The page that mails the link, in letters. */
  pageAddress: string;
  language: Language;
}

const CODE_POINTS = 260;
/** The light edge that a reader needs, in modules. */
const QUIET = 4;

/** A page to print and hang up: what it is, the code, and an address for people without a camera. */
export async function renderPoster(
  { companyName, link, pageAddress, language }: Poster,
  isSpecimen: boolean,
): Promise<Buffer> {
  const words = TEXTS[language].poster;
  const description = {
    title: words.title,
    author: companyName.normalize('NFC'),
    language,
    createdAt: new Date(0),
    footer: words.footer,
    isSpecimen,
  };
  return await renderPdf(description, (pdf) => {
    const { left, right } = pdf.page.margins;
    const width = pdf.page.width - left - right;
    pdf.font('bold').fontSize(34).text(words.title, { width });
    pdf.moveDown(0.3);
    pdf.font('regular').fontSize(17).fillColor(FAINT);
    drawMixedText(pdf, words.by(companyName), { lineGap: 2 });
    pdf.moveDown(0.8);
    pdf.fontSize(15).fillColor(INK);
    for (const step of words.steps) {
      pdf.text(step, { width, lineGap: 3 });
      pdf.moveDown(0.3);
    }
    drawCode(pdf, qrCode(link), { x: left + (width - CODE_POINTS) / 2, y: pdf.y + 10 });
    pdf
      .fontSize(13)
      .fillColor(FAINT)
      .text(words.orType, left, pdf.y + CODE_POINTS + 18, { width, align: 'center' });
    pdf
      .font('bold')
      .fontSize(15)
      .fillColor(INK)
      .text(pageAddress, left, pdf.y + 4, { width, align: 'center' });
  });
}

function drawCode(pdf: Pdf, code: QrCode, { x, y }: { x: number; y: number }): void {
  const module = CODE_POINTS / (code.length + 2 * QUIET);
  pdf.save();
  code.forEach((row, down) => {
    row.forEach((dark, across) => {
      if (dark) pdf.rect(x + (across + QUIET) * module, y + (down + QUIET) * module, module, module);
    });
  });
  pdf.fill('#000000').restore();
}
