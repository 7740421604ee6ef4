import { createHash } from 'node:crypto';
import { TEXTS } from '../../../texts/catalogue.ts';
import { type Language, languageOf } from '../../../texts/language.ts';
import { Html, html } from './html.ts';

const STYLE = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;background:light-dark(#f6f6f3,#111413);color:light-dark(#17201d,#eef2f0);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:34rem;margin:0 auto;padding:2rem 1.25rem}
p.company{font-weight:600;font-size:.9375rem;margin:0 0 1.5rem}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 .75rem}
p{margin:0 0 1.25rem}
button{font:inherit;font-weight:600;min-height:3rem;padding:.5rem 1.5rem;border-radius:9px;border:1px solid light-dark(#0b6355,#54c8b2);background:light-dark(#0b6355,#54c8b2);color:light-dark(#fff,#05231d);cursor:pointer}
p.page{margin-top:2rem}
a{color:light-dark(#0b6355,#54c8b2)}
a:focus-visible,button:focus-visible{outline:3px solid light-dark(#1c569b,#8dbdf3);outline-offset:2px}
`;

/** The policy allows no scripts and nothing from elsewhere. The form may only be sent to our own origin. */
export const UNSUBSCRIBE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Opening the page changes nothing: mail programs open links to check them. */
export function unsubscribePage(found: { companyName: string; locale: string; isOptedOut: boolean }): string {
  const language = languageOf(found.locale);
  const { title, text, button, page, link } =
    TEXTS[language].unsubscribe.monthly[found.isOptedOut ? 'off' : 'on'];
  return layOut({ language, companyName: found.companyName, title, text }, [
    formOf(found.isOptedOut ? 'on' : 'off', button),
    html`<p class="page">${page} <a href="/me">${link}</a></p>`,
  ]);
}

/** For the technical contact of an integration. */
export function contactPage(found: {
  companyName: string;
  locale: string;
  name: string;
  isOptedOut: boolean;
}): string {
  const { companyName, name, isOptedOut } = found;
  const language = languageOf(found.locale);
  const { on, off } = TEXTS[language].unsubscribe.contact;
  const { title, text } = isOptedOut ? off : on;
  return layOut({ language, companyName, title, text: text(companyName, name) }, [
    ...(isOptedOut ? [] : [formOf('off', on.button)]),
  ]);
}

const formOf = (value: 'on' | 'off', button: string) =>
  html`<form method="post"><button name="mails" value="${value}">${button}</button></form>`;

function layOut(
  {
    language,
    companyName,
    title,
    text,
  }: { language: Language; companyName: string; title: string; text: string },
  parts: readonly Html[],
): string {
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${new Html(STYLE)}</style></head>
<body><main><p class="company">${companyName}</p><h1>${title}</h1><p>${text}</p>
${parts}
</main></body></html>
`;
  return page.text;
}
