import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Callout } from '../design/callout.tsx';
import { Refusal } from './api.ts';
import { isDay, toDate } from './birth-date.ts';
import { m } from './words.ts';

interface Button<Name extends string> {
  name: Name;
  label: string;
  isPrimary: boolean;
}

/** The date of birth in three fields: calendars are slow for years long ago. */
export function BirthDateForm<Name extends string>({
  first,
  before,
  check,
  buttons,
  send,
}: {
  /** The date that was given before, or an empty text. */
  first: string;
  /** Fields above the date. */
  before?: ReactNode;
  /** What is wrong with those fields, before anything is sent. */
  check?: () => string | undefined;
  buttons: readonly Button<Name>[];
  send: (dateOfBirth: string, button: Name) => Promise<void>;
}) {
  const [year0 = '', month0 = '', day0 = ''] = first.split('-');
  const [parts, setParts] = useState({ day: day0, month: month0, year: year0 });
  const [problem, setProblem] = useState<string>();
  const [isDateWrong, setDateWrong] = useState(false);
  const [busy, setBusy] = useState<Name>();
  const id = useId();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = buttons.find(({ name }) => name === submitter?.getAttribute('value')) ?? buttons[0];
    if (!button || busy) return;
    const wrongBefore = check?.();
    const isWrong = wrongBefore === undefined && !isDay(parts);
    setDateWrong(isWrong);
    if (wrongBefore !== undefined || isWrong) {
      const isMissing = Object.values(parts).includes('');
      setProblem(wrongBefore ?? (isMissing ? m.birthDate.missing : m.birthDate.notADay));
      return;
    }
    setBusy(button.name);
    setProblem(undefined);
    try {
      await send(toDate(parts), button.name);
    } catch (error) {
      setDateWrong(error instanceof Refusal && error.code === 'wrong-date-of-birth');
      setProblem(textOf(error));
    } finally {
      setBusy(undefined);
    }
  };

  const fields = [
    { name: 'day', length: 2, complete: 'bday-day' },
    { name: 'month', length: 2, complete: 'bday-month' },
    { name: 'year', length: 4, complete: 'bday-year' },
  ] as const;
  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      {before}
      <fieldset className="field">
        <legend className="field-label">{m.birthDate.legend}</legend>
        <p className="field-help" id={`${id}-help`}>
          {m.birthDate.help}
        </p>
        <div className="me-birth-date">
          {fields.map(({ name, length, complete }) => (
            <label key={name} className="field">
              <span className="small">{m.birthDate[name]}</span>
              <input
                className="input"
                name={name}
                inputMode="numeric"
                autoComplete={complete}
                maxLength={length}
                aria-describedby={`${id}-help`}
                aria-invalid={isDateWrong}
                value={parts[name]}
                onInput={({ currentTarget }) =>
                  setParts((before) => ({ ...before, [name]: currentTarget.value.trim() }))
                }
              />
            </label>
          ))}
        </div>
      </fieldset>
      {problem !== undefined && (
        <Callout tone="bad" urgent>
          {problem}
        </Callout>
      )}
      <div className="me-buttons">
        {buttons.map(({ name, label, isPrimary }) => (
          <button
            key={name}
            type="submit"
            value={name}
            className={isPrimary ? 'button button-primary' : 'button'}
            disabled={busy !== undefined}
            aria-busy={busy === name}
          >
            {busy === name && <span className="spinner" aria-hidden="true" />}
            {label}
          </button>
        ))}
      </div>
    </form>
  );
}

function textOf(error: unknown): string {
  if (!(error instanceof Refusal)) return m.errors.other;
  switch (error.code) {
    case 'wrong-date-of-birth':
      return m.errors.wrongBirthDate(error.left ?? 0);
    case 'invalid-values':
      return m.errors.invalidEmail;
    case 'too-many-requests':
      return m.errors.tooOften(Math.ceil((error.retryAfterSeconds ?? 60) / 60));
    case 'unreachable':
      return m.errors.unreachable;
    case 'conflict':
      return m.errors.answered;
    case 'transition-refused':
      return m.errors.unfit;
    case 'sync-in-progress':
    case 'busy':
    case 'database-unavailable':
    case 'shutting-down':
      return m.errors.busy;
    case 'link-expired':
    case 'link-ended':
    case 'offer-replaced':
    case 'offer-withdrawn':
      return m.errors.gone;
    default:
      return m.errors.other;
  }
}
