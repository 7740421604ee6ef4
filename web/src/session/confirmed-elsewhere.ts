const CHANNEL = 'transit-confirmed';

/** Tells the other windows of the portal that the session is confirmed. A page of the provider may cut `opener` off. */
export function announceConfirmed(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Returns how to stop listening. */
export function onConfirmed(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
