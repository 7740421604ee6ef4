import { deviceName } from '../../../../texts/device-name.ts';
import { useMessages } from '../../language/use-messages.ts';

/** A name for a passkey of this device. */
export function useDeviceName(): string {
  const m = useMessages();
  return deviceName(navigator.userAgent, m) ?? m.passkeys.passkey;
}
