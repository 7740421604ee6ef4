import type { proof } from './en/proof.ts';

type Words = typeof proof;

interface Party {
  type: keyof Words['party'];
  name: string | null;
}

interface Proof {
  by: 'mailed' | 'shown' | 'paper';
  mailedTo?: string | null;
  addressChanged?: { at: string; by: Party } | null;
  shownTo?: readonly Party[];
}

/**
 * How a contract was answered. A change of the mailed address is a sentence of its own, so that a page can stress it. `day`
 * writes the day of a moment.
 */
export function proofText(
  { by, mailedTo, addressChanged, shownTo = [] }: Proof,
  words: Words,
  day: (moment: string) => string,
  maxNamed = Infinity,
): { text: string; addressChanged: string | null } {
  const party = ({ type, name }: Party) => words.party[type](name ?? '–');
  const alone = (text: string) => ({ text, addressChanged: null });
  if (by === 'paper') return alone(words.paper);
  if (by === 'shown') {
    if (shownTo.length === 0) return alone(words.shownToNobody);
    const named = shownTo.slice(0, maxNamed).map(party);
    const left = shownTo.length - named.length;
    return alone(words.shown(left > 0 ? `${named.join(', ')} ${words.more(left)}` : named.join(', ')));
  }
  return {
    text: words.mailed(mailedTo ?? '–'),
    addressChanged: addressChanged ? words.changed(day(addressChanged.at), party(addressChanged.by)) : null,
  };
}
