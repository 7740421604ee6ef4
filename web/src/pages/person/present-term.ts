import type { Person, Term } from '../../api/routes.ts';

/** The term that actions change and the status is about. The next term, after a gap, comes after it in the list. */
export function presentTerm(terms: Person['terms']): Term | undefined {
  return terms.findLast(({ isNext }) => !isNext);
}
