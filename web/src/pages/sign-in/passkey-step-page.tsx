import { useLocation } from 'wouter';
import { PasskeyStep } from './passkey-step.tsx';

/** Reached from pages other than the sign-in form: an invitation, or the identity provider. */
export function PasskeyStepPage() {
  const [, go] = useLocation();
  const toStart = () => go('/', { replace: true });
  return <PasskeyStep onSignedIn={toStart} onRestart={toStart} />;
}
