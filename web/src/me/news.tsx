import { Callout } from '../design/callout.tsx';
import { useFocus } from './use-focus.ts';

/** What the person has just done. It takes the focus: the button that they pressed is gone, and so may be its place. */
export function News({ lines }: { lines: readonly string[] }) {
  const box = useFocus<HTMLDivElement>(lines);
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
