import { useState } from 'react';
import { useFieldText } from '../language/use-error-text.ts';
import { useMessages } from '../language/use-messages.ts';
import { TextField } from './field.tsx';

export const PASSWORD_LENGTH = 12;

/** One field with a button that shows the password: a second, hidden field makes people choose shorter passwords. */
export function NewPasswordField({
  label,
  value,
  error,
  field = 'password',
  onChange,
}: {
  label: string;
  value: string;
  error: unknown;
  field?: string;
  onChange: (value: string) => void;
}) {
  const m = useMessages();
  const fieldText = useFieldText();
  const [shown, setShown] = useState(false);
  return (
    <div className="stack-s">
      <TextField
        label={label}
        help={m.gate.passwordHelp}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        value={value}
        onChange={onChange}
        error={fieldText(error, field)}
      />
      <label className="choice">
        <input type="checkbox" checked={shown} onChange={(event) => setShown(event.target.checked)} />
        <span className="small">{m.gate.showPassword}</span>
      </label>
    </div>
  );
}
