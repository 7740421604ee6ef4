import { useMutation, useQueryClient } from '@tanstack/react-query';
import { say } from '../say.ts';
import { ApiError } from './api-error.ts';
import { SESSION } from './session-key.ts';

/**
 * A change of data: sends it, says that it is done, and lets every page ask again. Which pages a change concerns is
 * for the service to know, not for a list here that somebody forgets to extend.
 */
export function useChange<Input, Result>({
  send,
  done,
  next,
}: {
  send: (input: Input) => Promise<Result>;
  done?: string | ((result: Result) => string);
  next?: (result: Result) => void;
}) {
  const client = useQueryClient();
  const askAgain = () =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
  return useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      const said = typeof done === 'function' ? done(result) : done;
      if (said) say(said);
      askAgain();
      next?.(result);
    },
    onError: (error) => {
      // What the page shows is not how it is any more.
      if (error instanceof ApiError && error.status === 409) askAgain();
    },
  });
}
