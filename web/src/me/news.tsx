import { useEffect, useRef } from 'react';
import { Callout } from '../design/callout.tsx';

/** What the person has just done. It takes the focus: the button that they pressed is gone, and so may be its place. */
export function News({ lines }: { lines: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines are news too.
  useEffect(() => box.current?.focus(), [lines]);
  return (
    <div ref={box} className="me-news" tabIndex={-1} role="status">
      <Callout tone="good">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Callout>
    </div>
  );
}
