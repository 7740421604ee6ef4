import { escapeHtml, type RenderedPage } from './render-page.ts';
import { GUIDES, type Page, REFERENCES } from './table-of-contents.ts';

export type Rendered = ReadonlyMap<string, RenderedPage>;

/** The whole HTML of a page, with the list of all pages beside it. */
export function layOut(page: Page, rendered: Rendered): string {
  const shown = rendered.get(page.name);
  if (!shown) throw new Error(`The page ${page.name} is not rendered.`);
  const list = (pages: readonly Page[]) =>
    `<ul>${pages.map((other) => listItem(other, page, rendered)).join('\n')}</ul>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(shown.title)} – Transit Ticket Service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/portal/favicon.svg">
<link rel="stylesheet" href="/guides/guides.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/guides">Transit Ticket Service</a>
<nav aria-label="Places"><a class="menu" href="#pages">All pages</a> <a href="/guides" aria-current="true">Guides</a> <a href="/docs">API</a> <a href="/portal">Portal</a></nav>
</header>
<div class="frame">
<nav class="pages" id="pages" aria-label="Pages">
<p>Guides</p>${list(GUIDES)}
<p>Reference</p>${list(REFERENCES)}
</nav>
<main id="content">
<article>
${shown.html}</article>
${following(page, rendered)}
</main>
</div>
</body>
</html>
`;
}

function listItem(page: Page, shown: Page, rendered: Rendered): string {
  const { title = page.name, sections = [] } = rendered.get(page.name) ?? {};
  const isShown = page.name === shown.name;
  const inner =
    isShown && sections.length > 1
      ? `<ul>${sections.map((section) => `<li><a href="#${section.id}">${escapeHtml(section.title)}</a></li>`).join('')}</ul>`
      : '';
  return `<li><a href="/guides/${page.name}"${isShown ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>${inner}</li>`;
}

/** The guides are read in order. */
function following(page: Page, rendered: Rendered): string {
  const place = GUIDES.findIndex(({ name }) => name === page.name);
  const next = place === -1 ? undefined : GUIDES[place + 1];
  if (!next) return '';
  return `<p class="next">Next: <a href="/guides/${next.name}">${escapeHtml(rendered.get(next.name)?.title ?? '')}</a></p>`;
}
