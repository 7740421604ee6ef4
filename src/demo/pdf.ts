import { german, type Letter } from './letters.ts';

/**
 * Renders one A4 page in one font, because parsing a font takes most of the time. The same letter gives the
 * same bytes.
 */
export async function renderPdf(sender: string, letter: Letter): Promise<Buffer> {
  // Imported lazily: loading pdfkit takes 0.2 s, which a start without a demo does not need.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 72,
    lang: 'de-DE',
    info: {
      Title: printable(letter.title),
      Author: printable(sender),
      CreationDate: letter.createdAt,
    },
  });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const isDone = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });

  pdf.rect(0, 0, pdf.page.width, 10).fill('#1d5f8a');
  pdf.fillColor('#44525c').fontSize(9).text(printable(sender));
  pdf
    .moveDown(4)
    .fillColor('#000000')
    .fontSize(11)
    .text(german(letter.createdAt.toISOString().slice(0, 10)), { align: 'right' });
  pdf.moveDown(2).fontSize(17).text(printable(letter.title));
  pdf.moveDown(1).fontSize(11);
  for (const paragraph of letter.paragraphs) pdf.text(printable(paragraph), { lineGap: 3 }).moveDown(0.8);
  pdf.moveDown(2).fillColor('#44525c').fontSize(9).text('Demonstrationsdokument ohne rechtliche Wirkung');
  pdf.end();

  await isDone;
  return Buffer.concat(pieces);
}

/** Letters that have no Unicode decomposition into letters of the font. */
const NEAREST: Record<string, string> = { ł: 'l', Ł: 'L', ı: 'i', đ: 'd', Đ: 'D' };

/** The standard PDF fonts contain Western European letters only; other diacritics are removed. */
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\u0020-\u00ff€–„“”’]/g, (letter) => NEAREST[letter] ?? plain(letter));
}

function plain(letter: string): string {
  return letter.normalize('NFD').replace(/\p{M}/gu, '');
}
