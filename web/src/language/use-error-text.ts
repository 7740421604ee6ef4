import { ApiError, UnreachableError } from '../api/api-error.ts';
import type { Filling } from '../messages/en/refusals.ts';
import type { Format } from './format.ts';
import { useFormat } from './use-format.ts';
import { useMessages } from './use-messages.ts';

/** What an error means, and what to do about it, in the reader's language where we have words for it. */
export function useErrorText(): (error: unknown) => string {
  const { errors, refusals } = useMessages();
  const format = useFormat();
  return (error) => {
    if (error instanceof UnreachableError) return errors.unreachable;
    if (!(error instanceof ApiError)) return errors.unexpected;
    if (error.code === 'too-many-requests') return errors.tooMany(error.retryAfterSeconds ?? 60);
    const known = (errors.codes as Record<string, string>)[error.code];
    if (known) return known;
    const first = error.errors[0];
    if (first) return `${errors.invalid} ${first.pointer.slice(1)}: ${first.message}`;
    const refusal = (refusals as Record<string, (filling: Filling) => string>)[error.reason ?? ''];
    return refusal ? refusal(asWritten(error.values, format)) : error.message;
  };
}

/** Days and months as people of the language write them. */
function asWritten(values: ApiError['values'], format: Format): Filling {
  const write = (name: string, value: string | number) =>
    name === 'day' || name === 'month' ? format[name](String(value)) : String(value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(name, value)]));
}
