import type { Filling } from '../../../texts/en/portal/refusals.ts';
import type { Format } from '../../../texts/format.ts';
import { ApiError, errorAt, type FieldError, type Reason, UnreachableError } from '../api/api-error.ts';
import { PasskeyError } from '../api/passkeys.ts';
import { useFormat } from './use-format.ts';
import { useMessages } from './use-messages.ts';

/** The text for the error of one value of a form or a file. */
export function useValueText(): (error: FieldError) => string {
  const { errors } = useMessages();
  return ({ code, pointer, message }) => errors.value(code, pointer.split('/').at(-1) ?? '') ?? message;
}

/** The text for the error of a field of a form, if it has one. */
export function useFieldText(): (error: unknown, field: string) => string | undefined {
  const valueText = useValueText();
  return (error, field) => {
    const found = errorAt(error, field);
    return found && valueText(found);
  };
}

/** The text for an error, in the reader's language if there is a message for it. */
export function useErrorText(): (error: unknown) => string {
  const { errors, refusals } = useMessages();
  const format = useFormat();
  const valueText = useValueText();
  return (error) => {
    if (error instanceof UnreachableError) return errors.unreachable;
    if (error instanceof PasskeyError) return errors.passkey[error.reason];
    if (!(error instanceof ApiError)) return errors.unexpected;
    if (error.code === 'too-many-requests') return errors.tooMany(error.retryAfterSeconds ?? 60);
    if (error.code === 'too-many-mails') {
      const { bound, most } = asWritten(error.values, format);
      const text = errors.tooManyMails[bound === 'company' ? bound : 'recipient'];
      return text(String(most), Math.ceil((error.retryAfterSeconds ?? 3_600) / 3_600));
    }
    const first = error.errors[0];
    if (first) return `${errors.invalid} ${first.pointer.slice(1)}: ${valueText(first)}`;
    const refusal = error.reason && refusals[error.reason];
    if (refusal) return refusal(asWritten(error.values, format));
    return errors.codes[error.code] ?? error.message;
  };
}

/** The text for a refusal that is no error, for example in the preview of an action. */
export function useRefusalText(): (
  refusal: Pick<ApiError, 'values' | 'message'> & { reason: Reason },
) => string {
  const { refusals } = useMessages();
  const format = useFormat();
  return ({ reason, values, message }) => refusals[reason]?.(asWritten(values, format)) ?? message;
}

/** Formats the days, months and numbers among the values of a refusal. */
export function asWritten(values: ApiError['values'], format: Format): Filling {
  const write = (name: string, value: string | number) =>
    typeof value === 'number'
      ? format.number(value)
      : name === 'day' || name === 'month'
        ? format[name](value)
        : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(name, value)]));
}
