import type { FileType } from '../tickets/documents/file-types.ts';
import { cancellation, certificate, INFO_SHEET, type Letter, subsidyOverview } from './letters.ts';
import { renderPdf } from './pdf.ts';
import { PEOPLE } from './people.ts';
import { FULL, type Person } from './person.ts';
import { dateOfBirth } from './person-facts.ts';
import { drawPortrait, SEASON_TICKET_JPEG } from './pictures.ts';
import { addDays, earlier, later, type Timeline } from './timeline.ts';

export interface DemoDocument {
  /** The index of the owner in people.ts. */
  owner: number;
  name: string;
  downloadable: boolean;
  createdAt: Date;
  fileType: FileType;
  bytes: Buffer;
}

interface Draft {
  name: string;
  isBlocked: boolean;
  createdAt: Date;
  content: Letter | { fileType: FileType; bytes: Buffer };
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Renders the documents in the order of their dates. `since` has the creation time of each person's record.
 */
export async function renderDocuments(
  timeline: Timeline,
  sender: string,
  since: readonly Date[],
): Promise<DemoDocument[]> {
  const rendered = new Map<Letter, Promise<Buffer>>();
  const render = async (letter: Letter) => {
    const bytes = rendered.get(letter) ?? renderPdf(sender, letter);
    rendered.set(letter, bytes);
    return { fileType: 'pdf' as const, bytes: await bytes };
  };
  const documents = PEOPLE.flatMap((person, owner) => {
    const earliest = new Date((since[owner] ?? timeline.now).getTime() + DAY);
    return draftsFor(person, owner, timeline, earliest).map(async ({ content, isBlocked, ...draft }) => {
      const file = 'bytes' in content ? content : await render(content);
      return { owner, downloadable: !isBlocked, ...draft, ...file };
    });
  });
  return (await Promise.all(documents)).sort((one, other) => +one.createdAt - +other.createdAt);
}

function draftsFor(person: Person, owner: number, timeline: Timeline, earliest: Date): Draft[] {
  const on = (date: string) => earlier(later(new Date(`${date}T08:30:00Z`), earliest), timeline.now);
  const { term } = person;
  const drafts: Draft[] = [];
  const add = (name: string, createdAt: Date, content: Draft['content'], isBlocked = false) =>
    drafts.push({ name, createdAt, content, isBlocked });
  const addLetter = (letter: Letter) => add(letter.title, letter.createdAt, letter);

  const name = `${person.firstName} ${person.lastName}`;
  const someDay = on(addDays(timeline.today, -((owner * 23) % 340)));
  if (owner % 3 === 0 && term) {
    const isDraft = owner % 12 === 3;
    const letter = certificate(name, dateOfBirth(person, timeline), someDay);
    add(isDraft ? `${letter.title} (in Prüfung)` : letter.title, someDay, letter, isDraft);
  }
  if (owner % 4 === 1) {
    const isOutdated = owner % 8 === 5;
    add(isOutdated ? `${INFO_SHEET.title} (überholt)` : INFO_SHEET.title, someDay, INFO_SHEET, isOutdated);
  }
  if (owner % 4 === 2 && term && person.plan !== FULL) addLetter(subsidyOverview(name, someDay));
  if (term?.end !== undefined && term.end <= 0)
    addLetter(cancellation(name, timeline.month(term.end), on(timeline.day(term.end - 1, 22))));
  if (owner % 6 === 0) {
    const bytes = drawPortrait(owner / 6);
    add(`Lichtbild für den Fahrausweis – ${person.lastName}`, someDay, { fileType: 'png', bytes });
  }
  if (owner % 9 === 4) {
    const isBlocked = owner % 18 === 13;
    add('Scan der früheren Zeitkarte', someDay, { fileType: 'jpeg', bytes: SEASON_TICKET_JPEG }, isBlocked);
  }
  return drafts;
}
