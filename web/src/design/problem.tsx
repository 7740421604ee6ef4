import { ApiError } from '../api/api-error.ts';
import { useErrorText } from '../language/use-error-text.ts';
import { Callout } from './callout.tsx';

/** Shows an error, unless the form shows it at its `fields`. */
export function Problem({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  const errorText = useErrorText();
  if (!error) return null;
  const isShownAtFields =
    error instanceof ApiError &&
    error.errors.length > 0 &&
    error.errors.every(({ pointer }) => fields.includes(pointer.split('/')[1] ?? ''));
  if (isShownAtFields) return null;
  return (
    <Callout tone="bad" urgent>
      {errorText(error)}
    </Callout>
  );
}
