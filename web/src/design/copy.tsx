import { useState } from 'react';
import { useMessages } from '../language/use-messages.ts';
import { Button } from './button.tsx';

const SHOWN_MS = 2000;

export function CopyButton({
  text,
  label,
  size = 'small',
}: {
  text: string;
  label?: string;
  size?: 'small' | 'normal';
}) {
  const m = useMessages();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await writeClipboard(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <Button size={size} icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? m.common.copied : (label ?? m.common.copy)}</span>
    </Button>
  );
}

/** Text to paste into a terminal. */
export function CodeBlock({ text }: { text: string }) {
  return (
    <div className="code">
      <pre>{text}</pre>
      <CopyButton text={text} />
    </div>
  );
}

/** Browsers offer `navigator.clipboard` only over https and on localhost. `execCommand` works everywhere. */
async function writeClipboard(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
