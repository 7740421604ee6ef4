import { isDateFormat } from './dates.ts';
import { readPart } from './part.ts';
import { attributesOf } from './xml.ts';
import type { Zip } from './zip.ts';

/** For each style of cells, whether its numbers are dates. */
export async function readDateStyles(zip: Zip, part: string): Promise<readonly boolean[]> {
  const formats = new Map<string, string>();
  const formatIds: string[] = [];
  let isInCells = false;
  // Styles of conditional formats have such elements too.
  let isInFormats = false;
  await readPart(zip, part, {
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true;
      else if (name === 'numFmts') isInFormats = true;
      else if (name === 'xf' && isInCells) formatIds.push(attributesOf(attributes).get('numFmtId') ?? '0');
      else if (name === 'numFmt' && isInFormats) {
        const format = attributesOf(attributes);
        formats.set(format.get('numFmtId') ?? '', format.get('formatCode') ?? '');
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
      else if (name === 'numFmts') isInFormats = false;
    },
    text() {},
  });
  const known = new Map<string, boolean>();
  return formatIds.map((id) => {
    const isDate = known.get(id) ?? isDateFormat(id, formats.get(id));
    known.set(id, isDate);
    return isDate;
  });
}
