import { useMutation } from '@tanstack/react-query';
import { Button } from '../../design/button.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { goToProvider } from '../identity/go-to-provider.ts';

/** An invitation is also accepted by signing in through the company's identity provider. */
export function AcceptAtProvider({
  email,
  provider: { link, isOnlyWayIn },
}: {
  email: string;
  provider: { link: string; isOnlyWayIn: boolean };
}) {
  const { identity } = useMessages();
  const go = useMutation({ mutationFn: () => goToProvider(link, email) });
  return (
    <div className="form">
      <p>{identity.invitation}</p>
      <Problem error={go.error} />
      <Button kind="primary" wide busy={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
        {identity.button}
      </Button>
      {!isOnlyWayIn && <p className="small quiet">{identity.orPassword}</p>}
    </div>
  );
}
