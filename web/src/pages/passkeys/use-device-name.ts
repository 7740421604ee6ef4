import { deviceOf } from '../../domain/device.ts';
import { useMessages } from '../../language/use-messages.ts';

/** A name for a passkey of this device, such as "Chrome on Windows". */
export function useDeviceName(): string {
  const { users, passkeys } = useMessages();
  const device = deviceOf(navigator.userAgent);
  return device ? users.onSystem(device.browser, device.system) : passkeys.passkey;
}
