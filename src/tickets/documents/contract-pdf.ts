import { TEXTS } from '../../../texts/catalogue.ts';
import { formatDayOf, formatMoment } from '../../../texts/format.ts';
import { proofText } from '../../../texts/proof-text.ts';
import { isPrintable } from '../../platform/fonts.ts';
import { type ContractText, contractTextOf, type OfferedText } from '../subscriptions/contract-text.ts';
import type { Proof } from '../subscriptions/proof.ts';
import { drawMixedText } from './mixed-text.ts';
import { FAINT, INK, LINE, type Pdf, renderPdf } from './pdf.ts';

/** So many users are named. A company rarely has more admins. */
const MAX_NAMED = 10;

interface Issue {
  timeZone: string;
  isSpecimen: boolean;
  /** They identify a person whose name cannot be printed. */
  email: string;
  personnelNumber: string | null;
  /** What the company says now. They are no part of the signed text. */
  contact?: string | null;
  privacyNote?: string | null;
}

/** Renders the accepted text with its proof of acceptance. */
export async function renderContract(
  offer: OfferedText & { acceptedAt: Date; proof: Proof | null },
  { timeZone, isSpecimen, ...person }: Issue,
): Promise<Buffer> {
  const text = contractTextOf(offer);
  const { companyName, firstName, lastName, locale } = offer.terms;
  const { contractDocument: words, proof: proofWords } = TEXTS[text.language];
  const dayOf = (moment: string) => formatDayOf(new Date(moment), locale, timeZone);
  function describe(proof: Proof): string {
    const { text: way, addressChanged } = proofText(proof, proofWords, dayOf, MAX_NAMED);
    return addressChanged ? `${way} ${addressChanged}` : way;
  }
  const description = {
    title: `${text.title} – ${firstName} ${lastName}`.normalize('NFC'),
    author: companyName.normalize('NFC'),
    language: text.language,
    createdAt: offer.acceptedAt,
    footer: text.title,
    isSpecimen,
  };
  return await renderPdf(description, (pdf) => {
    drawText(pdf, text);
    const number = person.personnelNumber === null ? [] : [words.personnelNumber(person.personnelNumber)];
    drawProof(pdf, [
      ...(isPrintable(`${firstName} ${lastName}`)
        ? []
        : [{ label: words.employee, value: [person.email, ...number].join(', ') }]),
      {
        label: offer.proof?.by === 'paper' ? words.onPaper : words.accepted,
        value: formatMoment(offer.acceptedAt, locale, timeZone),
      },
      ...(offer.proof ? [{ label: words.proof, value: describe(offer.proof) }] : []),
      { label: words.version, value: offer.textVersion },
      { label: words.digest, value: offer.textDigest.toString('hex'), isCode: true },
      ...(person.contact ? [{ label: words.contact, value: person.contact }] : []),
      ...(person.privacyNote ? [{ label: words.privacy, value: person.privacyNote }] : []),
    ]);
  });
}

function drawText(pdf: Pdf, { title, paragraphs }: ContractText): void {
  pdf.font('bold').fontSize(22).text(title.normalize('NFC'));
  pdf.moveDown(0.8);
  pdf.font('regular').fontSize(11.5);
  // `paragraphGap` would also separate the lines of a word that is too long for one line.
  for (const paragraph of paragraphs) {
    drawMixedText(pdf, paragraph, { lineGap: 2.5 });
    pdf.moveDown(0.55);
  }
}

function drawProof(pdf: Pdf, facts: readonly { label: string; value: string; isCode?: boolean }[]): void {
  const { left, right, bottom } = pdf.page.margins;
  const width = pdf.page.width - left - right;
  // The proof stays on one page.
  const height =
    30 + facts.reduce((sum, { value }) => sum + 22 + pdf.fontSize(11).heightOfString(value, { width }), 0);
  if (pdf.y + height > pdf.page.height - bottom) pdf.addPage();
  else pdf.moveDown(1);
  pdf
    .moveTo(left, pdf.y)
    .lineTo(left + width, pdf.y)
    .lineWidth(0.5)
    .stroke(LINE);
  pdf.y += 12;
  for (const { label, value, isCode } of facts) {
    pdf.font('regular').fontSize(9).fillColor(FAINT).text(label, left, pdf.y, { width });
    pdf
      .font(isCode ? 'Courier' : 'regular')
      .fontSize(isCode ? 9.5 : 11)
      .fillColor(INK)
      .text(value, left, pdf.y + (isCode ? 4 : 1), { width });
    pdf.y += 7;
  }
}
