import { createHash } from 'node:crypto';
import type { ErrorCode } from '../errors.ts';
import { formatDay, formatMoment } from '../language/dates.ts';
import type { Language } from '../language/language.ts';
import { type Html, html } from './html.ts';
import type { Answer, Contract } from './read-contract.ts';
import { troubleOf, WORDING } from './wording.ts';

const STYLE = `
*{box-sizing:border-box}
body{margin:0;background:#eef1f3;color:#1c2730;font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:42rem;margin:0 auto;padding:1.75rem 1.25rem 2.5rem;background:#fff;min-height:100vh}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 1rem}
p{margin:0 0 1rem}
.specimen{background:#b3261e;color:#fff;margin:0;padding:.6rem 1.25rem;text-align:center;font-size:.9375rem}
.state{border-left:.3rem solid #8a6d00;background:#fff7db;padding:.75rem 1rem;margin:0 0 1.5rem}
.state.accepted{border-color:#1d7a46;background:#e6f5ec}
.state.rejected{border-color:#5b6973;background:#eef1f3}
.state p:last-child{margin:0}
form{display:flex;flex-direction:column;gap:.75rem;margin:1.5rem 0}
button{font:inherit;font-weight:600;min-height:3.25rem;padding:.5rem 1.5rem;border-radius:.5rem;border:2px solid #14603a;cursor:pointer}
button[value=accepted]{background:#14603a;color:#fff}
button[value=rejected]{background:#fff;color:#1c2730;border-color:#5b6973}
button:hover{filter:brightness(1.12)}
button:focus-visible,a:focus-visible{outline:3px solid #1a73e8;outline-offset:2px}
a{color:#14603a}
.small{color:#5b6973;font-size:.875rem}
.text{border-top:1px solid #c9d1d6;padding-top:1.25rem}
@media(min-width:40rem){main{padding:2.5rem 3rem;margin:2rem auto;min-height:0;border-radius:.5rem}form{flex-direction:row}button{flex:1}}
@media print{body{background:#fff}main{margin:0;padding:0}form{display:none}}
`;

/** The policy allows no external resources and no scripts; the form may only be sent to our own origin. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

// The style is part of the page byte for byte, because the policy contains its digest.
const HEAD_END = `<style>${STYLE}</style></head>`;

function page(language: Language, title: string, body: Html): string {
  const head = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">`;
  return `${head.text}\n${HEAD_END}\n${body.text}</html>\n`;
}

export function contractPage(contract: Contract, { isSpecimen }: { isSpecimen: boolean }): string {
  const { offer, text, answers } = contract;
  const words = WORDING[text.language];
  return page(
    text.language,
    text.title,
    html`<body>${isSpecimen ? html`<p class="specimen">${words.specimen}</p>` : undefined}<main>
<h1>${text.title}</h1>
<div class="state ${offer.status}" role="status">${state(contract).map((line) => html`<p>${line}</p>`)}</div>
<div class="text">${text.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}</div>
${answers.length > 0 ? form(contract) : html`<p>${words.keep}</p>`}
<p class="small">${words.proof(offer.textVersion, offer.textDigest.toString('hex'))}</p>
</main></body>`,
  );
}

/** Describes the state of the offer in a few sentences. */
function state({ offer, text, answers, timeZone, beginsOn }: Contract): string[] {
  const words = WORDING[text.language];
  const { locale } = offer.terms;
  if (offer.status === 'pending' || offer.decidedAt === null) return [words.intro[offer.reason]];
  const decidedAt = formatMoment(offer.decidedAt, locale, timeZone);
  if (offer.status === 'accepted')
    return [
      words.acceptedOn(decidedAt),
      ...(beginsOn === null ? [] : [words.begins[offer.reason](formatDay(beginsOn, locale))]),
    ];
  const canStillAccept = answers.length > 0 && offer.contractEnd !== null;
  return [
    words.rejectedOn(decidedAt),
    canStillAccept
      ? words.canStillAccept(formatDay(offer.contractEnd ?? '', locale))
      : words.afterRejection[offer.reason],
  ];
}

function form({ offer, text, answers }: Contract): Html {
  const words = WORDING[text.language];
  const labels: Record<Answer, string> = { accepted: words.accept, rejected: words.reject };
  const lastDay = offer.status === 'rejected' ? undefined : formatDay(offer.answerUntil, offer.terms.locale);
  return html`<form method="post">${answers.map(
    (answer) => html`<button type="submit" name="answer" value="${answer}">${labels[answer]}</button>`,
  )}</form>
<p class="small">${answers.includes('rejected') ? words.ifRejected[offer.reason] : undefined} ${lastDay && words.answerUntil(lastDay)}</p>`;
}

/**
 * Uses the reader's language: without a contract there is no company language. `newOffer` is the address of the offer
 * that replaced this one.
 */
export function troublePage(code: ErrorCode, language: Language, newOffer?: string): string {
  const { title, text, again } = troubleOf(code, language);
  const { back, toNewOffer } = WORDING[language];
  const link = newOffer !== undefined ? linkTo(newOffer, toNewOffer) : again ? linkTo('', back) : undefined;
  return page(language, title, html`<body><main><h1>${title}</h1><p>${text}</p>${link}</main></body>`);
}

function linkTo(address: string, text: string): Html {
  return html`<p><a href="${address}">${text}</a></p>`;
}
