import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPidFile } from './pid-file.ts';
import { identify } from './process.ts';
import { SOCKET_PORT, socketFile } from './socket-folder.ts';

const LONGEST_STOP_MS = 20_000;

export interface Postmaster {
  readonly socketFolder: string;
  readonly port: number;
}

/** The server of this cluster, if one runs; it may still be starting, or be about to stop. */
export async function findPostmaster(cluster: string, socketFolder: string): Promise<Postmaster | undefined> {
  const file = await readPidFile(cluster);
  if (!file) return undefined;
  // TMPDIR may have been another one where the server was started: its own word counts.
  const found = { socketFolder: file.socketFolder ?? socketFolder, port: file.port ?? SOCKET_PORT };
  const identity = await identify(file.pid, cluster);
  if (identity === 'postmaster' || identity === 'unsure') return found;
  // A server in another container has a number that means nothing here, but it answers.
  return (await answers(found)) ? found : undefined;
}

/** Stops the server, ending all connections. False when it has not stopped in time. */
export async function stopPostmaster(cluster: string): Promise<boolean> {
  const file = await readPidFile(cluster);
  if (!file) return true;
  const runs = async () => (await identify(file.pid, cluster)) === 'postmaster';
  if (!(await runs())) return true;
  process.kill(file.pid, 'SIGINT');
  const deadline = Date.now() + LONGEST_STOP_MS;
  while (await runs()) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

function answers({ socketFolder, port }: Postmaster): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketFile(socketFolder, port));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
