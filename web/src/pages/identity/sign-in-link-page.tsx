import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../language/use-messages.ts';
import { Gate } from '../../shell/gate.tsx';
import { goToProvider } from './go-to-provider.ts';
import { ONCE } from './once.ts';
import { Outcome } from './outcome.tsx';

/** The link that a company gives to its people. It leads to the provider at once. */
export function SignInLinkPage({ link }: { link: string }) {
  const { identity } = useMessages();
  const leaving = useQuery({
    queryKey: ['identity-link', link],
    queryFn: async () => {
      await goToProvider(link);
      return null;
    },
    ...ONCE,
  });
  return (
    <Gate title={identity.forward} text={identity.forwardText}>
      <Outcome error={leaving.error} />
    </Gate>
  );
}
