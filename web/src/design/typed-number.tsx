import { TextField } from './field.tsx';

/** Whether the number was typed. Separators do not matter. */
export const isTyped = (typed: string, number: number): boolean =>
  typed.replaceAll(/[\s.,]/g, '') === String(number);

/** A number to be typed before many people are offboarded. */
export function TypedNumber({
  label,
  help,
  wrong,
  number,
  value,
  onChange,
}: {
  label: string;
  help: string;
  wrong: string;
  number: number;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <TextField
      label={label}
      help={help}
      error={value !== '' && !isTyped(value, number) ? wrong : undefined}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={onChange}
    />
  );
}
