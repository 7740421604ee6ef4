import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { useMessages } from '../../language/use-messages.ts';

export function FileDrop({ hasFile, onFile }: { hasFile: boolean; onFile: (file: File) => void }) {
  const { roster } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside does the same
    <div
      className={over ? 'file-drop file-drop-over' : 'file-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" />
      <p className="quiet">{roster.drop}</p>
      <Button kind={hasFile ? 'plain' : 'primary'} onClick={() => input.current?.click()}>
        {hasFile ? roster.other : roster.choose}
      </Button>
      <input
        ref={input}
        type="file"
        className="hidden-visually"
        tabIndex={-1}
        aria-label={roster.choose}
        accept=".csv,.json,text/csv,application/json"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          target.value = '';
        }}
      />
    </div>
  );
}
