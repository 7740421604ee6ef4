import { TEXTS } from '../../../../texts/catalogue.ts';
import type { Letter, Part } from './letter.ts';

/** Lines of a text mail are at most this long, except addresses of links, which must stay whole. */
const WIDTH = 72;

export function letterAsText(letter: Letter, { isSpecimen }: { isSpecimen: boolean }): string {
  const { language, companyName, title, parts, footer, unsubscribe } = letter;
  const head = [
    ...(isSpecimen ? [TEXTS[language].mails.layout.specimen] : []),
    `${companyName}\n\n${title}\n${'='.repeat(Math.min(title.length, WIDTH))}`,
  ];
  const foot = [
    ...footer.map((sentence) => wrap(sentence)),
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : []),
  ];
  // Mail programs recognise "-- " as the beginning of the footer.
  return `${[...head, ...parts.map(asText), `-- \n${foot.join('\n\n')}`].join('\n\n')}\n`;
}

function asText(part: Part): string {
  switch (part.type) {
    case 'paragraph':
    case 'note':
      return wrap(part.text);
    case 'details': {
      const width = Math.max(...part.rows.map(([name]) => name.length));
      return part.rows.map(([name, value]) => `  ${`${name}:`.padEnd(width + 2)} ${value}`).join('\n');
    }
    case 'button':
      return `${part.label}:\n${part.url}`;
    case 'quotation':
      return [`${part.name}:`, ...part.lines.flatMap((line) => quoted(line))].join('\n');
    case 'entry':
      return `${wrap(`* ${part.title}`)}\n\n${wrap(part.text)}\n\n${part.label}:\n${part.url}`;
    case 'aside':
      return `${wrap(part.text)}\n\n${part.label}:\n${part.url}`;
    case 'buttons':
      return part.buttons.map(({ label, url }) => `${label}:\n${url}`).join('\n\n');
  }
}

const QUOTE = '> ';

function quoted(line: string): string[] {
  return wrap(line, WIDTH - QUOTE.length)
    .split('\n')
    .map((each) => `${QUOTE}${each}`.trimEnd());
}

function wrap(text: string, width = WIDTH): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}
