import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { UnreachableError } from '../api/api-error.ts';
import { useErrorText } from '../language/use-error-text.ts';
import { useMessages } from '../language/use-messages.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import { Skeleton } from './skeleton.tsx';

/** Shows the data of a query, a placeholder while it loads, or its error with a button to try again. */
export function Loaded<Data>({
  query,
  lines,
  children,
}: {
  query: UseQueryResult<Data>;
  lines?: number;
  children: (data: Data) => ReactNode;
}) {
  const m = useMessages();
  const errorText = useErrorText();
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Skeleton {...(lines && { lines })} />;
  return (
    <Empty
      icon={query.error instanceof UnreachableError ? 'plug' : 'warn'}
      title={m.errors.title}
      action={
        <Button icon="undo" busy={query.isFetching} onClick={() => void query.refetch()}>
          {m.common.tryAgain}
        </Button>
      }
    >
      {errorText(query.error)}
    </Empty>
  );
}
