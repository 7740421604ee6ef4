import tlds from 'tlds' with { type: 'json' };

const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(tlds);

/** Full stops that programs read as one in an address. */
const DOTS = /[.\u3002\uff0e\uff61]/u;
/** The end of a domain: a dot, then letters, digits and hyphens until anything else. */
const LABEL_AFTER_DOT = new RegExp(`(?<=[\\p{L}\\p{N}])${DOTS.source}([\\p{L}\\p{N}-]+)`, 'gu');

/** A German legal form that would be a domain of Kyrgyzstan. */
const LEGAL_FORM = /\bCo\.KG\b/gi;

/**
 * The name as mails print it; null if mail programs would turn a part of it into a link. Names come from rosters and settings,
 * and our mails reach strangers: nobody may send them a link in our name (docs/mail.md).
 */
export function printableName(name: string): string | null {
  // Without characters that nobody sees, as a program that looks for addresses might read it.
  const visible = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  if (/:\/\/|www\./i.test(visible)) return null;
  const labels = visible.replace(LEGAL_FORM, '').matchAll(LABEL_AFTER_DOT);
  for (const [, label = ''] of labels) if (isTopLevelDomain(label.toLowerCase())) return null;
  return name;
}

/** The list has the names in their own script, such as `рф`; links also have them in ASCII, `xn--p1ai`. */
const isTopLevelDomain = (label: string): boolean => label.startsWith('xn--') || TOP_LEVEL_DOMAINS.has(label);
