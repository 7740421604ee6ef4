import { m } from './words.ts';

interface Props {
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}

export function EmailField({ value, isWrong, onChange }: Props) {
  return (
    <label className="field">
      <span className="field-label">{m.request.email}</span>
      <input
        className="input"
        type="email"
        autoComplete="email"
        value={value}
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
