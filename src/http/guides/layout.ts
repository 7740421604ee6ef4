import { guides as de } from '../../../texts/de/guides.ts';
import { guides as en } from '../../../texts/en/guides.ts';
import { escapeHtml, type RenderedPage } from './render-page.ts';
import { addressOf, GUIDES, HR_GUIDES, PAGES, type Page, REFERENCES } from './table-of-contents.ts';

export type Rendered = ReadonlyMap<Page, RenderedPage>;

const TEXTS = { de, en };
const LANGUAGE_NAMES = { de: 'Deutsch', en: 'English' };

/** The whole HTML of a page, with the list of all pages of its language beside it. */
export function layOut(page: Page, rendered: Rendered): string {
  const text = TEXTS[page.language];
  const list = (title: string, all: readonly Page[]) => {
    const pages = all.filter(({ language }) => language === page.language);
    const items = pages.map((other) => listItem(other, page, rendered)).join('\n');
    return pages.length > 0 ? `<p>${title}</p><ul>${items}</ul>` : '';
  };
  const { title, html } = contentOf(page, rendered);
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} – Transit Ticket Service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/portal/favicon.svg">
<link rel="stylesheet" href="/guides/guides.css">
</head>
<body>
<a class="skip" href="#content">${text.skip}</a>
<header>
<a class="brand" href="/guides">Transit Ticket Service</a>
<nav aria-label="${text.places}"><a class="menu" href="#pages">${text.all}</a> <a href="/guides" aria-current="true">${text.guides}</a> <a href="/docs">${text.api}</a> <a href="/portal">${text.portal}</a>${translations(page)}</nav>
</header>
<div class="frame">
<nav class="pages" id="pages" aria-label="${text.pages}">
${list(text.guides, GUIDES)}${list(text.forHr, HR_GUIDES)}${list(text.reference, REFERENCES)}
</nav>
<main id="content">
<article>
${html}</article>
${following(page, rendered)}
</main>
</div>
</body>
</html>
`;
}

function contentOf(page: Page, rendered: Rendered): RenderedPage {
  const content = rendered.get(page);
  if (!content) throw new Error(`The page ${page.name} is not rendered.`);
  return content;
}

/** Links to the same page in other languages. */
function translations(page: Page): string {
  return PAGES.filter(({ name, language }) => name === page.name && language !== page.language)
    .map(
      (other) =>
        ` <a href="/guides/${addressOf(other)}" lang="${other.language}" hreflang="${other.language}">${LANGUAGE_NAMES[other.language]}</a>`,
    )
    .join('');
}

function listItem(page: Page, shown: Page, rendered: Rendered): string {
  const { title, sections } = contentOf(page, rendered);
  const isShown = page === shown;
  const inner =
    isShown && sections.length > 1
      ? `<ul>${sections.map((section) => `<li><a href="#${section.id}">${escapeHtml(section.title)}</a></li>`).join('')}</ul>`
      : '';
  return `<li><a href="/guides/${addressOf(page)}"${isShown ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>${inner}</li>`;
}

/** The guides are read in order. */
function following(page: Page, rendered: Rendered): string {
  const next = GUIDES.includes(page) ? GUIDES[GUIDES.indexOf(page) + 1] : undefined;
  if (!next) return '';
  const { title } = contentOf(next, rendered);
  return `<p class="next">${TEXTS[page.language].next}: <a href="/guides/${addressOf(next)}">${escapeHtml(title)}</a></p>`;
}
