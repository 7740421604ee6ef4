/** Finds the known name that a misspelt name probably means: `updateSince` means `updatedSince`. */
export function similarName(given: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(given);
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const other = lettersOf(name);
    const max = Math.max(1, Math.floor(other.length / 4));
    if (Math.abs(other.length - letters.length) > max) continue;
    const edits = editsBetween(letters, other);
    if (edits > max || edits >= fewest) continue;
    nearest = name;
    fewest = edits;
  }
  return nearest;
}

/** `updated_since` and `UpdatedSince` are spelled like `updatedSince`. */
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Letters to insert, delete, replace, or swap with the next one (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(current, column - 1) + 1,
        at(above, column) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = above;
    above = current;
  }
  return at(above, b.length);
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
