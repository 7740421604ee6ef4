import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';

const ENDINGS = '.xlsx,.xlsm,.csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,application/json';

export function FileDrop({
  hasFile,
  busy,
  label,
  onFile,
}: {
  hasFile: boolean;
  busy: boolean;
  /** What is chosen, for screen readers. */
  label: string;
  onFile: (file: File) => void;
}) {
  const roster = useRosterText();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  const classes = ['file-drop', hasFile && 'file-drop-small', over && 'file-drop-over'];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside does the same
    <div
      className={classes.filter(Boolean).join(' ')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" />
      <p className="quiet">{busy ? roster.reading : roster.drop}</p>
      <Button kind={hasFile ? 'plain' : 'primary'} busy={busy} onClick={() => input.current?.click()}>
        {hasFile ? roster.other : roster.choose}
      </Button>
      <input
        ref={input}
        type="file"
        className="hidden-visually"
        tabIndex={-1}
        aria-label={label}
        accept={ENDINGS}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          target.value = '';
        }}
      />
    </div>
  );
}
