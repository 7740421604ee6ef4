import { Link } from 'wouter';
import { type Part, type RecordedAction, sentenceOf } from '../../../texts/sentence.ts';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';

/** The sentence of an entry, with links to the people and integrations that it names. */
export function SentenceLine({ recorded }: { recorded: RecordedAction }) {
  const parts = sentenceOf(recorded, useMessages(), useFormat());
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have a fixed order.
  return parts.map((part, index) => <Piece key={index} part={part} />);
}

function Piece({ part: { text, to } }: { part: Part }) {
  return to ? <Link href={to}>{text}</Link> : text;
}
