import { ButtonLink } from '../../design/button.tsx';
import { Problem } from '../../design/problem.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { useMessages } from '../../language/use-messages.ts';

/** While the portal waits for the provider, and what has gone wrong. */
export function Outcome({ error }: { error: unknown }) {
  const { identity } = useMessages();
  if (!error) return <Skeleton lines={2} />;
  return (
    <div className="form">
      <Problem error={error} />
      <ButtonLink to="/">{identity.toSignIn}</ButtonLink>
    </div>
  );
}
