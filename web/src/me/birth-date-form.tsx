import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Refusal } from './api.ts';
import { isDay, toDate } from './birth-date.ts';
import { FormProblem } from './form-problem.tsx';
import { useFocusOnWrong } from './use-focus.ts';
import { m } from './words.ts';

interface Button<Name extends string> {
  name: Name;
  label: string;
  isPrimary: boolean;
}

const FIELDS = [
  { name: 'day', length: 2, complete: 'bday-day' },
  { name: 'month', length: 2, complete: 'bday-month' },
  { name: 'year', length: 4, complete: 'bday-year' },
] as const;
type Part = (typeof FIELDS)[number]['name'];
const PARTS = FIELDS.map(({ name }) => name);

interface Problem {
  text: string;
  /** The parts of the date in question, or the fields above it. */
  wrong: readonly (Part | 'before')[];
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
  /** Fields above the date. They refer to what is wrong with them by its id. */
  before?: (problemId: string | undefined) => ReactNode;
  /** What is wrong with those fields, before anything is sent. */
  check?: () => string | undefined;
  buttons: readonly Button<Name>[];
  send: (dateOfBirth: string, button: Name) => Promise<void>;
}) {
  const [year0 = '', month0 = '', day0 = ''] = first.split('-');
  const [parts, setParts] = useState({ day: day0, month: month0, year: year0 });
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState<Name>();
  const id = useId();
  const problemId = `${id}-problem`;
  const form = useFocusOnWrong(problem);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = buttons.find(({ name }) => name === submitter?.getAttribute('value')) ?? buttons[0];
    if (!button || busy) return;
    const wrongBefore = check?.();
    const found =
      wrongBefore === undefined ? problemOf(parts) : { text: wrongBefore, wrong: ['before' as const] };
    setProblem(found);
    if (found) return;
    setBusy(button.name);
    try {
      await send(toDate(parts), button.name);
    } catch (error) {
      setProblem({ text: textOf(error), wrong: wrongBy(error) });
    } finally {
      setBusy(undefined);
    }
  };

  const isWrong = (name: Part | 'before') => problem?.wrong.includes(name) ?? false;
  return (
    <form ref={form} className="stack" onSubmit={(event) => void submit(event)} noValidate>
      {before?.(isWrong('before') ? problemId : undefined)}
      {isWrong('before') && <FormProblem id={problemId} text={problem?.text} />}
      <fieldset className="field">
        <legend className="field-label">{m.birthDate.legend}</legend>
        <p className="field-help" id={`${id}-help`}>
          {m.birthDate.help}
        </p>
        <div className="me-birth-date">
          {FIELDS.map(({ name, length, complete }) => (
            <label key={name} className="field">
              <span className="small">{m.birthDate[name]}</span>
              <input
                className="input"
                name={name}
                inputMode="numeric"
                autoComplete={complete}
                maxLength={length}
                aria-describedby={isWrong(name) ? `${id}-help ${problemId}` : `${id}-help`}
                aria-invalid={isWrong(name)}
                value={parts[name]}
                onInput={({ currentTarget }) =>
                  setParts((before) => ({ ...before, [name]: currentTarget.value.trim() }))
                }
              />
            </label>
          ))}
        </div>
      </fieldset>
      {!isWrong('before') && <FormProblem id={problemId} text={problem?.text} />}
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

function problemOf(parts: Record<Part, string>): Problem | undefined {
  if (isDay(parts)) return undefined;
  const missing = PARTS.filter((name) => parts[name] === '');
  return missing.length > 0
    ? { text: m.birthDate.missing, wrong: missing }
    : { text: m.birthDate.notADay, wrong: PARTS };
}

function wrongBy(error: unknown): Problem['wrong'] {
  if (!(error instanceof Refusal)) return [];
  if (error.code === 'wrong-date-of-birth') return PARTS;
  return error.code === 'invalid-values' ? ['before'] : [];
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
