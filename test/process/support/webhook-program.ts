import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../pure/support/free-port.ts';
import { until } from '../../pure/support/until.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The program of docs/webhooks.md, which receives and verifies webhooks, as a process of its own. */
export async function startDocumentedReceiver(secret: () => string) {
  const docs = readFileSync(`${ROOT}/docs/webhooks.md`, 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(docs)?.[1]?.replaceAll(/^ {3}/gm, '');
  if (!code) throw new Error('docs/webhooks.md has no program');
  const port = await freePort();
  return {
    url: `http://127.0.0.1:${port}/`,
    /** Begins with the secret, which the creation of the webhook shows. */
    start: async () => {
      const { PATH } = process.env;
      const env = { PATH, PORT: String(port), WEBHOOK_SECRET: secret() };
      const program = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT, env });
      after(() => program.kill('SIGKILL'));
      let printed = '';
      for (const stream of [program.stdout, program.stderr])
        stream.setEncoding('utf8').on('data', (piece: string) => {
          printed += piece;
        });
      await until('the receiver listens', () => listens(port));
      return () => printed;
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
