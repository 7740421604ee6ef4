import { useState } from 'react';
import { TextField } from './field.tsx';

/** A number to be typed before many people are offboarded. Separators do not matter. */
export function TypedNumber({
  label,
  help,
  wrong,
  number,
  onTyped,
}: {
  label: string;
  help: string;
  wrong: string;
  number: number;
  onTyped: (isRight: boolean) => void;
}) {
  const [typed, setTyped] = useState('');
  const isRight = (text: string) => text.replaceAll(/[\s.,]/g, '') === String(number);
  return (
    <TextField
      label={label}
      help={help}
      error={typed !== '' && !isRight(typed) ? wrong : undefined}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onTyped(isRight(text));
      }}
    />
  );
}
