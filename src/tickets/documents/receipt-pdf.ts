import { TEXTS } from '../../../texts/catalogue.ts';
import { formatDayOf, formatEuros, formatMonth, formatPeriod } from '../../../texts/format.ts';
import { type Language, languageOf, writtenLocale } from '../../../texts/language.ts';
import { isPrintable } from '../../platform/fonts.ts';
import { drawMixedText } from './mixed-text.ts';
import { FAINT, INK, LINE, type Pdf, renderPdf } from './pdf.ts';
import { figuresOf, type Receipt, shownNumber } from './receipt.ts';

interface Issue {
  createdAt: Date;
  timeZone: string;
  isSpecimen: boolean;
  /** Stands beside a name that cannot be printed. */
  email: string;
}

export async function renderReceipt(receipt: Receipt, issue: Issue): Promise<Buffer> {
  const language = languageOf(receipt.locale);
  const { receiptDocument: words, documentTitles } = TEXTS[language];
  const number = shownNumber(receipt.number);
  const title = documentTitles[receipt.charge.reversedNumber === null ? 'receipt' : 'refund'];
  const month = formatMonth(receipt.charge.month, receipt.locale);
  const companyName = receipt.companyName.normalize('NFC');
  const name = `${receipt.firstName} ${receipt.lastName}`.normalize('NFC').trim();
  const description = {
    title: `${title} ${number}`,
    author: companyName,
    language,
    createdAt: issue.createdAt,
    footer: `${title} ${number} · ${month}`,
    isSpecimen: issue.isSpecimen,
  };
  return await renderPdf(description, (pdf) => {
    pdf.font('bold').fontSize(26).text(title);
    pdf.font('regular').fontSize(12).fillColor(FAINT).text(words.product);
    pdf.moveDown(2);
    drawFacts(pdf, [
      [
        [words.issuer, [companyName, receipt.address?.normalize('NFC')].filter(Boolean).join('\n')],
        [words.number, number],
      ],
      [
        [words.recipient, isPrintable(name) ? name || '–' : `${name}\n${issue.email}`],
        [words.issuedOn, formatDayOf(issue.createdAt, receipt.locale, issue.timeZone)],
      ],
      [
        [words.month, month],
        [words.period, formatPeriod(receipt.validFrom, receipt.validUntil, receipt.locale)],
      ],
      [
        [words.taxNumber, receipt.taxNumber],
        [words.personnelNumber, receipt.personnelNumber],
      ],
    ]);
    pdf.moveDown(1.5);
    drawFigures(pdf, receipt, words);
  });
}

type Fact = readonly [label: string, value: string | undefined];

/** Draws pairs of a wide and a narrow text in two columns. Each row is as high as its longer text. Unknown facts are left out. */
function drawFacts(pdf: Pdf, rows: readonly (readonly [Fact, Fact])[]): void {
  const { left, right } = pdf.page.margins;
  const width = pdf.page.width - left - right;
  const columns = [
    { x: left, width: width * 0.58 - 24 },
    { x: left + width * 0.58, width: width * 0.42 },
  ] as const;
  for (const row of rows) {
    const top = pdf.y;
    if (row.every(([, value]) => value === undefined)) continue;
    const bottoms = row.map(([label, value], index) => {
      if (value === undefined) return top;
      const { x, width: columnWidth } = columns[index === 0 ? 0 : 1];
      pdf.font('regular').fontSize(9).fillColor(FAINT).text(label, x, top, { width: columnWidth });
      pdf.fontSize(11.5).fillColor(INK);
      drawMixedText(pdf, value, { x, y: pdf.y + 1, width: columnWidth });
      return pdf.y;
    });
    pdf.y = Math.max(...bottoms) + 13;
  }
  pdf.x = left;
}

function drawFigures(
  pdf: Pdf,
  { charge, locale }: Receipt,
  words: (typeof TEXTS)[Language]['receiptDocument'],
): void {
  const { grossCents, netCents, vatCents } = figuresOf(charge);
  const euros = (cents: number) => formatEuros(Math.abs(cents), writtenLocale(locale));
  const signed = (cents: number) => (cents < 0 ? `−${euros(cents)}` : euros(cents));
  drawRow(pdf, words.price, signed(charge.priceCents));
  if (charge.discountCents !== 0) drawRow(pdf, words.discount, signed(-charge.discountCents));
  drawRow(pdf, words.gross, signed(grossCents), 'sum');
  drawRow(pdf, words.net, signed(netCents), 'part');
  drawRow(pdf, words.vat, signed(vatCents), 'part');
  pdf.y += 5;
  drawRow(pdf, words.subsidy, signed(-charge.employerCents));
  drawRow(pdf, words.contribution, signed(charge.employeeCents), 'result');
  pdf.moveDown(1.2);
  const note =
    charge.reversedNumber === null
      ? words.paid[charge.planType]
      : `${words.reverses(shownNumber(charge.reversedNumber))} ${words.refunded[charge.planType]}`;
  pdf.font('regular').fontSize(10).fillColor(FAINT).text(note);
}

function drawRow(
  pdf: Pdf,
  label: string,
  amount: string,
  kind: 'plain' | 'sum' | 'part' | 'result' = 'plain',
): void {
  const { left, right } = pdf.page.margins;
  const width = pdf.page.width - left - right;
  const isBold = kind === 'sum' || kind === 'result';
  if (kind !== 'part') {
    const rule = kind === 'result' ? { width: 1.2, colour: INK } : { width: 0.5, colour: LINE };
    pdf
      .moveTo(left, pdf.y)
      .lineTo(left + width, pdf.y)
      .lineWidth(rule.width)
      .stroke(rule.colour);
    pdf.y += 6;
  }
  const top = pdf.y;
  pdf.font(isBold ? 'bold' : 'regular').fontSize(kind === 'result' ? 13 : kind === 'part' ? 10 : 11.5);
  pdf.fillColor(kind === 'part' ? FAINT : INK);
  pdf.text(label, left + (kind === 'part' ? 12 : 0), top, { width: width - 130 });
  const bottom = pdf.y;
  pdf.text(amount, left + width - 120, top, { width: 120, align: 'right' });
  pdf.y = bottom + (kind === 'part' ? 2 : 5);
  pdf.x = left;
}
