import { m } from './words.ts';

interface Props {
  value: string;
  /** The id of the text that says what is wrong with it. */
  problemId: string | undefined;
  onChange: (value: string) => void;
}

export function EmailField({ value, problemId, onChange }: Props) {
  return (
    <label className="field">
      <span className="field-label">{m.request.email}</span>
      <input
        className="input"
        type="email"
        autoComplete="email"
        value={value}
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}

/** What is wrong with the address at first sight. The service looks at it again. */
export function problemOf(email: string): string | undefined {
  if (email.trim() === '') return m.errors.missingEmail;
  return /^\S+@\S+$/.test(email.trim()) ? undefined : m.errors.invalidEmail;
}
