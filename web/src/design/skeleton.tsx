import { useMessages } from '../language/use-messages.ts';

const WIDTHS = [72, 54, 63, 48, 69, 57, 61, 52];

/** A placeholder for text that is loading. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  const m = useMessages();
  return (
    <div className="stack card-body" role="status">
      <span className="hidden-visually">{m.common.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
          key={line}
          className="skeleton"
          style={{ width: `${WIDTHS[line % WIDTHS.length]}%` }}
        />
      ))}
    </div>
  );
}
