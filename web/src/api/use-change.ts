import { useMutation, useQueryClient } from '@tanstack/react-query';
import { say } from '../say.ts';
import { ApiError } from './api-error.ts';
import { SESSION } from './session-key.ts';

/**
 * Sends a change, confirms it with a message, and reloads the data of every page: a list of the queries that a change
 * affects would soon miss one.
 */
export function useChange<Input, Result>({
  send,
  done,
  next,
}: {
  send: (input: Input) => Promise<Result>;
  done?: string | ((result: Result) => string);
  next?: (result: Result, input: Input) => void;
}) {
  const client = useQueryClient();
  const reloadAll = () =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
  return useMutation({
    mutationFn: send,
    onSuccess: (result, input) => {
      const said = typeof done === 'function' ? done(result) : done;
      if (said) say(said);
      reloadAll();
      next?.(result, input);
    },
    onError: (error) => {
      // The page shows an outdated state.
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) reloadAll();
    },
  });
}
