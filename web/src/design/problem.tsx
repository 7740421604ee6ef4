import { ApiError } from '../api/api-error.ts';
import { useErrorText } from '../language/use-error-text.ts';
import { Callout } from './callout.tsx';

/** Why something did not work. Errors of single fields stand at the fields, unless `fields` does not know them. */
export function Problem({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  const errorText = useErrorText();
  if (!error) return null;
  const elsewhere =
    error instanceof ApiError &&
    error.errors.length > 0 &&
    error.errors.every(({ pointer }) => fields.includes(pointer.split('/')[1] ?? ''));
  if (elsewhere) return null;
  return (
    <Callout tone="bad" urgent>
      {errorText(error)}
    </Callout>
  );
}
