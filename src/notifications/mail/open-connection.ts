import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { SmtpServer } from '../../platform/config/mail.ts';
import { connectOptions, type ResolveHost } from '../../platform/outgoing/resolve-host.ts';

interface Patience {
  connectMs: number;
  /** Gives the connection up. */
  signal: AbortSignal;
}

/** Connects to the mail server, without TLS. nodemailer's own look-up falls back to the one of the operating system. */
export async function openConnection(
  { host, port }: Pick<SmtpServer, 'host' | 'port'>,
  resolveHost: ResolveHost,
  { connectMs, signal }: Patience,
): Promise<Socket> {
  signal.throwIfAborted();
  const socket = connect({ host, port, ...connectOptions(resolveHost) });
  const giveUp = () => socket.destroy(new Error('the connection was given up'));
  const overdue = setTimeout(
    () => socket.destroy(new Error(`${host}:${port} cannot be reached within ${connectMs / 1000} seconds`)),
    connectMs,
  );
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await once(socket, 'connect');
    return socket;
  } finally {
    clearTimeout(overdue);
    signal.removeEventListener('abort', giveUp);
  }
}
