import { TEXTS } from '../../../../texts/catalogue.ts';
import type { Language } from '../../../../texts/language.ts';
import { Html, html } from '../html.ts';
import type { Letter, Part } from './letter.ts';

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const BREAK = new Html('<br>');

/** The portal's colours. */
const COLOURS = {
  paper: '#f6f6f3',
  surface: '#ffffff',
  line: '#e4e4de',
  text: '#17201d',
  quiet: '#56605c',
  accent: '#0b6355',
  onAccent: '#ffffff',
  warn: '#7d4e00',
  warnSoft: '#fbf0d9',
};

/**
 * Inline styles, because many mail programs ignore style sheets. The sheet only adds what cannot be inline: dark
 * colours, and narrower margins on a phone. `[data-ogsc]` is the dark mode of Outlook's web pages.
 */
const SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{color:${COLOURS.accent}}
@media (max-width:480px){.sheet{padding:24px 20px!important}.edge{padding-left:20px!important;padding-right:20px!important}.h1{font-size:21px!important;line-height:28px!important}.name{width:auto!important;padding-right:16px!important}.act,.act a{display:block!important}.act{margin-right:0!important;width:auto!important}}
@media (prefers-color-scheme:dark){
.paper{background:#111413!important}.sheet{background:#191d1b!important;border-color:#2d3331!important}
.ink{color:#eef2f0!important}.quiet,.quiet a{color:#a3afaa!important}.row{border-color:#2d3331!important}
.fill{background:#54c8b2!important}.fill a{color:#05231d!important}.hollow{border-color:#6d7873!important}.hollow a{color:#eef2f0!important}
.bar{background:#54c8b2!important}.link{color:#54c8b2!important}.warn{background:#3a2b0d!important;color:#f0bd62!important}}
[data-ogsc] .ink{color:#eef2f0!important}[data-ogsc] .quiet{color:#a3afaa!important}
`.trim();

export function letterAsHtml(letter: Letter, { isSpecimen }: { isSpecimen: boolean }): string {
  const { language, companyName, title, parts, preview, footer, unsubscribe } = letter;
  const { paper, surface, line, text, quiet, accent, warn, warnSoft } = COLOURS;
  const page = html`<!doctype html>
<html lang="${language}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${letter.subject}</title>
<style>${new Html(SHEET)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}${new Html('&#847;&zwnj;&nbsp;'.repeat(40))}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${paper}">
<tr><td align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="576" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:576px">
${
  isSpecimen
    ? html`<tr><td class="warn edge" style="padding:10px 40px;background:${warnSoft};color:${warn};font:600 13px/20px ${FONT};border-radius:8px">${TEXTS[language].mails.layout.specimen}</td></tr>
<tr><td style="height:16px;line-height:16px;font-size:0">&nbsp;</td></tr>`
    : undefined
}
<tr><td class="ink edge" style="padding:0 40px 16px;font:600 15px/22px ${FONT};color:${text}">${companyName}</td></tr>
<tr><td class="sheet" style="padding:36px 40px 40px;background:${surface};border:1px solid ${line};border-radius:12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td style="padding:0 0 20px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="bar" width="36" style="width:36px;height:4px;line-height:4px;font-size:0;background:${accent};border-radius:2px">&nbsp;</td></tr></table></td></tr>
<tr><td><h1 class="ink h1" style="margin:0 0 16px;font:700 24px/32px ${FONT};color:${text};letter-spacing:-.01em">${title}</h1></td></tr>
${parts.map((part) => asRow(part, language))}
</table>
</td></tr>
<tr><td class="quiet edge" style="padding:20px 40px 0;font:13px/20px ${FONT};color:${quiet}">
${footer.map((sentence) => html`<p style="margin:0 0 8px">${sentence}</p>`)}
${unsubscribe ? html`<p style="margin:0 0 8px"><a href="${unsubscribe.url}" target="_blank" style="color:${quiet};text-decoration:underline">${unsubscribe.label}</a></p>` : undefined}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
  return page.text;
}

function asRow(part: Part, language: Language): Html {
  return html`<tr><td>${asHtml(part, language)}</td></tr>
`;
}

function asHtml(part: Part, language: Language): Html {
  const { text, quiet, accent, line } = COLOURS;
  switch (part.type) {
    case 'paragraph':
      return html`<p class="ink" style="margin:0 0 16px;font:16px/25px ${FONT};color:${text}">${part.text}</p>`;
    case 'note':
      return html`<p class="quiet" style="margin:0 0 12px;font:14px/21px ${FONT};color:${quiet}">${part.text}</p>`;
    case 'details':
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px">${part.rows.map(
        ([name, value], index) => {
          const border = index === 0 ? '' : `border-top:1px solid ${line};`;
          return html`<tr><td class="quiet row name" valign="top" width="150" style="${border}width:150px;padding:9px 16px 9px 0;font:14px/21px ${FONT};color:${quiet}">${name}</td><td class="ink row" valign="top" style="${border}padding:9px 0;overflow-wrap:anywhere;word-break:break-word;font:600 14px/21px ${FONT};color:${text}">${value}</td></tr>`;
        },
      )}</table>`;
    case 'quotation':
      return html`<p class="quiet" style="margin:4px 0 6px;font:14px/21px ${FONT};color:${quiet}">${part.name}</p><blockquote class="ink row" style="margin:0 0 20px;padding:2px 0 2px 14px;border-left:3px solid ${line};overflow-wrap:anywhere;word-break:break-word;font:16px/25px ${FONT};color:${text}">${part.lines.map((each, index) => html`${index === 0 ? undefined : BREAK}${each}`)}</blockquote>`;
    case 'button':
      return html`${actions([{ ...part, isPrimary: true }])}<p class="quiet" style="margin:0 0 16px;font:13px/20px ${FONT};color:${quiet};word-break:break-word">${TEXTS[language].mails.layout.orOpen}<br><a class="link" href="${part.url}" target="_blank" style="color:${accent};text-decoration:underline;word-break:break-all">${part.url}</a></p>`;
    case 'aside':
      return html`<p class="ink" style="margin:0 0 12px;font:16px/25px ${FONT};color:${text}">${part.text}</p>${actions([{ ...part, isPrimary: false }])}`;
    case 'entry':
      return html`<h2 class="ink row" style="margin:0;padding:16px 0 6px;border-top:1px solid ${line};font:600 17px/25px ${FONT};color:${text}">${part.title}</h2><p class="ink" style="margin:0 0 8px;font:15px/23px ${FONT};color:${text}">${part.text}</p><p style="margin:0 0 18px;font:600 15px/23px ${FONT}"><a class="link" href="${part.url}" target="_blank" style="color:${accent};text-decoration:underline">${part.label}</a></p>`;
    case 'buttons':
      return actions(part.buttons.map((each) => ({ ...each, isPrimary: true })));
  }
}

/**
 * A table cell with a background is a button in Outlook too, which ignores the padding of a link. Several buttons are
 * equally wide. On a phone they fill the width; for that, the `tbody` that browsers would add needs the class, too.
 */
function actions(buttons: readonly { label: string; url: string; isPrimary: boolean }[]): Html {
  const width = buttons.length > 1 ? 'width:280px;' : '';
  return html`<div style="margin:8px 0 14px">${buttons.map(({ label, url, isPrimary }) => {
    const { accent, onAccent, text, surface } = COLOURS;
    const [fill, ink, border] = isPrimary ? [accent, onAccent, accent] : [surface, text, '#8b938f'];
    const kind = isPrimary ? 'fill' : 'hollow';
    return html`<table role="presentation" class="act" cellpadding="0" cellspacing="0" border="0" style="display:inline-table;${width}margin:0 12px 10px 0"><tbody class="act"><tr class="act"><td class="${kind} act" align="center" ${isPrimary ? new Html(`bgcolor="${accent}"`) : undefined} style="${isPrimary ? `background:${fill};` : ''}border:1px solid ${border};border-radius:9px;mso-padding-alt:13px 24px"><a href="${url}" target="_blank" style="display:inline-block;padding:13px 24px;font:600 16px/22px ${FONT};color:${ink};text-decoration:none;border-radius:9px">${label}</a></td></tr></tbody></table>`;
  })}</div>`;
}
