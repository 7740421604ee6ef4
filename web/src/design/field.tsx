import { type ComponentProps, type ReactNode, useId } from 'react';
import { useMessages } from '../language/use-messages.ts';
import { useAsText } from './as-text.ts';
import { Icon } from './icon.tsx';

interface Described {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
}

function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p className="field-error" id={id}>
      <Icon name="warn" />
      {children}
    </p>
  );
}

type ControlProps = Pick<ComponentProps<'input'>, 'className' | 'id' | 'aria-describedby' | 'aria-invalid'>;

/** Connects a control with its label, help and error for screen readers. */
function Field({
  label,
  help,
  error,
  children,
}: Described & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        className: 'input',
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
      })}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The value of a field that the person may not change. */
function Value({ label, children }: { label: string; children: ReactNode }) {
  const { common } = useMessages();
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <div>{children || <span className="quiet">{common.notSet}</span>}</div>
    </div>
  );
}

type InputProps = Described &
  Omit<ComponentProps<'input'>, 'onChange' | 'className' | 'id'> & {
    onChange: (value: string) => void;
    suffix?: string;
  };

export function TextField({ label, help, error, onChange, suffix, ...rest }: InputProps) {
  if (useAsText()) return <Value label={label}>{rest.value && `${rest.value} ${suffix ?? ''}`}</Value>;
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className="input-suffix">
          <input {...control} onChange={(event) => onChange(event.target.value)} {...rest} />
          {suffix && <span className="quiet nowrap">{suffix}</span>}
        </div>
      )}
    </Field>
  );
}

export function TextAreaField({
  label,
  help,
  error,
  onChange,
  ...rest
}: Described &
  Omit<ComponentProps<'textarea'>, 'onChange' | 'className' | 'id'> & { onChange: (value: string) => void }) {
  if (useAsText())
    return <Value label={label}>{rest.value && <span className="preserve-lines">{rest.value}</span>}</Value>;
  return (
    <Field label={label} help={help} error={error}>
      {(control) => <textarea {...control} onChange={(event) => onChange(event.target.value)} {...rest} />}
    </Field>
  );
}

export function SelectField<Value extends string>({
  label,
  help,
  error,
  value,
  options,
  onChange,
  disabled = false,
}: Described & {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
}) {
  if (useAsText())
    return <Value label={label}>{options.find((option) => option.value === value)?.label}</Value>;
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <select
          {...control}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Screen readers read the explanation after the label, not as part of it. */
function Choice({
  label,
  text,
  value: _,
  ...rest
}: { label: string; text?: ReactNode } & ComponentProps<'input'>) {
  const id = useId();
  return (
    <label className="choice choice-card">
      <input aria-labelledby={`${id}-label`} aria-describedby={text ? `${id}-text` : undefined} {...rest} />
      <span className="choice-label" id={`${id}-label`}>
        {label}
      </span>
      {text && (
        <span className="choice-text" id={`${id}-text`}>
          {text}
        </span>
      )}
    </label>
  );
}

/** A choice of several options, each with an explanation. */
export function Checkboxes<Value extends string>({
  label,
  help,
  error,
  values,
  options,
  onChange,
}: Described & {
  values: readonly Value[];
  options: readonly { value: Value; label: string; text?: string }[];
  onChange: (values: Value[]) => void;
}) {
  const id = useId();
  if (useAsText()) {
    const chosen = options.filter(({ value }) => values.includes(value));
    return <Value label={label}>{chosen.map((option) => option.label).join(', ')}</Value>;
  }
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label">{label}</legend>
      {help && <p className="field-help">{help}</p>}
      {options.map((option) => (
        <label key={option.value} className="choice choice-card">
          <input
            type="checkbox"
            checked={values.includes(option.value)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...values, option.value] : values.filter((value) => value !== option.value),
              )
            }
          />
          <span className="choice-label">{option.label}</span>
          {option.text && <span className="choice-text">{option.text}</span>}
        </label>
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

/** A choice of one option, each with an explanation. */
export function Radios<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; text?: ReactNode }[];
  onChange: (value: Value) => void;
}) {
  const name = useId();
  const chosen = options.find((option) => option.value === value);
  if (useAsText())
    return (
      <Value label={label}>
        {chosen?.label}
        {chosen?.text && <p className="small quiet">{chosen.text}</p>}
      </Value>
    );
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      {options.map((option) => (
        <Choice
          key={option.value}
          {...option}
          type="radio"
          name={name}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        />
      ))}
    </fieldset>
  );
}
