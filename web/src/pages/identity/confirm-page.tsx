import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useMessages } from '../../language/use-messages.ts';
import { Gate } from '../../shell/gate.tsx';
import { ONCE } from './once.ts';
import { Outcome } from './outcome.tsx';

/** Opened in a window of its own, so that the form that needs the confirmation stays as it is. */
export function ConfirmPage() {
  const { identity } = useMessages();
  const leaving = useQuery({
    queryKey: ['identity-confirm'],
    queryFn: async () => {
      const { url } = await call('POST /identity/confirm');
      window.location.assign(url);
      return null;
    },
    ...ONCE,
  });
  return (
    <Gate title={identity.confirmAtProvider} text={identity.forwardText}>
      <Outcome error={leaving.error} />
    </Gate>
  );
}
