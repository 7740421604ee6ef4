import { useEffect } from 'react';
import { Button } from '../design/button.tsx';
import { useMessages } from '../language/use-messages.ts';
import { onConfirmed } from './confirmed-elsewhere.ts';

/** For sessions that began at the identity provider: their users may have no password. */
export function ConfirmAtProvider({ onDone }: { onDone: () => void }) {
  const { identity } = useMessages();
  useEffect(() => onConfirmed(onDone), [onDone]);
  return (
    <Button
      kind="primary"
      wide
      onClick={() => window.open('/portal/confirm-identity', '_blank', 'popup,width=560,height=760')}
    >
      {identity.confirmAtProvider}
    </Button>
  );
}
