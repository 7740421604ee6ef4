import type { Person, Term } from '../../api/routes.ts';

/** The term that actions change and the status is about. A term that follows after a gap comes after it in the list. */
export function presentTerm(terms: Person['terms']): Term | undefined {
  return terms.findLast(({ isFollowing }) => !isFollowing);
}
