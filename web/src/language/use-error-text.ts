import { ApiError, UnreachableError } from '../api/api-error.ts';
import { useMessages } from './use-messages.ts';

/** What an error means, and what to do about it, in the reader's language where we have words for it. */
export function useErrorText(): (error: unknown) => string {
  const { errors, refusals } = useMessages();
  return (error) => {
    if (error instanceof UnreachableError) return errors.unreachable;
    if (!(error instanceof ApiError)) return errors.unexpected;
    if (error.code === 'too-many-requests') return errors.tooMany(error.retryAfterSeconds ?? 60);
    const known = (errors.codes as Record<string, string>)[error.code];
    if (known) return known;
    const first = error.errors[0];
    if (first) return `${errors.invalid} ${first.pointer.slice(1)}: ${first.message}`;
    for (const { said, means } of refusals) {
      const match = said.exec(error.message);
      if (match) return means(...match.slice(1));
    }
    return error.message;
  };
}
