import { readPart } from './part.ts';
import { damaged } from './unreadable.ts';
import { attributesOf, type XmlHandler } from './xml.ts';
import type { Zip } from './zip.ts';

interface Sheet {
  name: string;
  isHidden: boolean;
  relation: string;
}

/** Where the parts of a workbook are. */
export interface Workbook {
  sheets: readonly Sheet[];
  /** Serial numbers of dates begin in 1904. */
  is1904: boolean;
  /** By their relation. */
  sheetParts: ReadonlyMap<string, string>;
  sharedTexts: string | undefined;
  styles: string | undefined;
}

interface Relation {
  id: string;
  type: string;
  target: string;
}

export async function readWorkbook(zip: Zip): Promise<Workbook> {
  const root = (await relationsOf(zip, '_rels/.rels')).find(hasType('officeDocument'));
  if (!root) throw damaged('it has no workbook');
  const path = resolve('', root.target);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations = await relationsOf(zip, `${folder}_rels/${path.slice(folder.length)}.rels`);
  const partOf = (type: string) => {
    const relation = relations.find(hasType(type));
    const part = relation && resolve(folder, relation.target);
    return part !== undefined && zip.has(part) ? part : undefined;
  };
  return {
    ...(await readSheets(zip, path)),
    sheetParts: new Map(
      relations.filter(hasType('worksheet')).map(({ id, target }) => [id, resolve(folder, target)]),
    ),
    sharedTexts: partOf('sharedStrings'),
    styles: partOf('styles'),
  };
}

/** Types are addresses; those of strict workbooks begin otherwise. */
const hasType =
  (wanted: string) =>
  ({ type }: Relation) =>
    type.endsWith(`/${wanted}`);

function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path: string[] = [];
  for (const part of `${folder}${target}`.split('/'))
    if (part === '..') path.pop();
    else if (part !== '' && part !== '.') path.push(part);
  return path.join('/');
}

async function relationsOf(zip: Zip, name: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  if (!zip.has(name)) return relations;
  await readPart(
    zip,
    name,
    onOpen({
      Relationship(attributes) {
        const [id, type, target] = ['Id', 'Type', 'Target'].map((key) => attributes.get(key));
        if (id && type && target) relations.push({ id, type, target });
      },
    }),
  );
  return relations;
}

async function readSheets(zip: Zip, path: string): Promise<Pick<Workbook, 'sheets' | 'is1904'>> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readPart(
    zip,
    path,
    onOpen({
      // Extensions have elements of this name too.
      workbookPr(attributes) {
        is1904 ||= /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
      },
      sheet(attributes) {
        const name = attributes.get('name');
        const relation = [...attributes].find(([key]) => key.endsWith(':id'))?.[1];
        const isHidden = /^(?:hidden|veryHidden)$/.test(attributes.get('state') ?? '');
        if (name && relation) sheets.push({ name, isHidden, relation });
      },
    }),
  );
  return { sheets, is1904 };
}

type Openings = Readonly<Record<string, (attributes: ReadonlyMap<string, string>) => void>>;

/** For parts that say everything in attributes. */
function onOpen(openings: Openings): XmlHandler {
  return {
    open(name, attributes) {
      if (Object.hasOwn(openings, name)) openings[name]?.(attributesOf(attributes));
    },
    close() {},
    text() {},
  };
}
