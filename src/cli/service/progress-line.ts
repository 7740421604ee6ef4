import type { Progress } from '../../demo/play-story.ts';

interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

/** Shows progress as one line that changes. Undefined if nobody looks: then a log has lines of its own. */
export function progressLine(output: NodeJS.WriteStream): ProgressLine | undefined {
  if (!output.isTTY) return undefined;
  const clear = () => void output.write('\r\u001b[K');
  return {
    show: (text) => {
      clear();
      output.write(text);
    },
    clear,
  };
}

/** The same words as `transit demo`. */
export function describeFilling({ month, percent }: Progress): string {
  return `Filling the demo company: ${month}, ${percent} %`;
}
