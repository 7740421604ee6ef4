import { posix } from 'node:path';
import { Marked } from 'marked';
import { addressOf, PAGES, type Page } from './table-of-contents.ts';

export interface RenderedPage {
  title: string;
  /** The sections of the page: the id and the text of each heading. */
  sections: { id: string; title: string }[];
  html: string;
}

/** Turns the Markdown of a page into HTML. */
export function renderPage(page: Page, markdown: string): RenderedPage {
  const sections: RenderedPage['sections'] = [];
  let title = '';
  const anchors = new Set<string>();
  /** The first row about a code has the code as its id: errors link to it. */
  const anchorOf = (row: readonly { text: string }[]): string => {
    const code = row.map(({ text }) => /^`([\w-]+)`$/.exec(text)?.[1]).find((found) => found !== undefined);
    if (code === undefined || anchors.has(code)) return '';
    anchors.add(code);
    return ` id="${code}"`;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = idOf(text);
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) title = plain(text);
        if (depth === 2) sections.push({ id, title: plain(text) });
        return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = targetOf(page, href);
        // Files that are not served: the reader of a checkout follows the link, the reader of this page sees its name.
        return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      },
      code({ text, lang }) {
        const language = (lang ?? '').split(' ')[0] ?? '';
        return `<pre tabindex="0"><code data-language="${escapeHtml(language)}">${escapeHtml(text)}</code></pre>\n`;
      },
      table(token) {
        const cell = (name: string) => (inner: { tokens: (typeof token.header)[0]['tokens'] }) =>
          `<${name}>${this.parser.parseInline(inner.tokens)}</${name}>`;
        const head = token.header.map(cell('th')).join('');
        const rows = token.rows
          .map((row) => `<tr${anchorOf(row)}>${row.map(cell('td')).join('')}</tr>`)
          .join('\n');
        return `<div class="table" tabindex="0"><table><thead><tr>${head}</tr></thead>\n<tbody>${rows}</tbody></table></div>\n`;
      },
      image: ({ href, text }) =>
        `<img src="${escapeHtml(pictureAddress(page, href))}" alt="${escapeHtml(text)}" loading="lazy">`,
      html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title, sections, html };
}

/** Where a link leads on the server; undefined if the file is not served. */
function targetOf({ file = '' }: Page, href: string): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  const page = PAGES.find((known) => known.file === target);
  return page && `/guides/${addressOf(page)}${anchor ? `#${anchor}` : ''}`;
}

/** Pictures are in the folder of their page, which is that of its language. */
const pictureAddress = ({ language }: Page, file: string): string => `/guides/pictures/${language}/${file}`;

/** The id that GitHub gives a heading, so that links work in both places. */
export function idOf(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** A heading without the marks of Markdown. */
const plain = (text: string) => text.replaceAll(/[`*]|\[([^[\]]*)\]\([^()]*\)/g, '$1');

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
