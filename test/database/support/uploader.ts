import { once } from 'node:events';
import { connect } from 'node:net';
import { after } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Answer } from './problem.ts';
import { parseAnswers } from './socket.ts';

/** Opens a connection for one upload. The test controls when each part of the body is sent. */
export async function openUpload(
  port: number,
  path: string,
  headers: Record<string, string | undefined>,
): Promise<Uploader> {
  const socket = connect({ port, host: '127.0.0.1' });
  after(() => socket.destroy());
  let text = '';
  let closed = false;
  socket.on('data', (chunk) => {
    text += chunk;
  });
  // A connection that the server resets counts as closed.
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
  });
  await once(socket, 'connect');
  const lines = Object.entries(headers).flatMap(([name, value]) => (value ? `${name}: ${value}\r\n` : []));
  const type = headers['Content-Type'] ? '' : 'Content-Type: application/json\r\n';
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${type}Transfer-Encoding: chunked\r\n${lines.join('')}\r\n`,
  );

  const write = async (bytes: string | Buffer) => {
    // Lets other tasks run between the writes.
    await setImmediate();
    if (closed || socket.destroyed || socket.write(bytes)) return;
    await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
  };
  const until = async (condition: () => boolean) => {
    while (!condition()) {
      if (closed) throw new Error(`the connection was closed after ${JSON.stringify(text)}`);
      await setTimeout(5);
    }
  };
  const answers = () => parseAnswers(text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''));
  return {
    send: (body) =>
      write(
        Buffer.concat([
          Buffer.from(`${Buffer.byteLength(body).toString(16)}\r\n`),
          Buffer.from(body),
          Buffer.from('\r\n'),
        ]),
      ),
    end: () => write('0\r\n\r\n'),
    write,
    continueReceived: () => until(() => text.includes('100 Continue')),
    hasReceivedContinue: () => text.includes('100 Continue'),
    answer: async () => {
      await until(() => /^HTTP\/1\.1 (?!100)\d+ .*\r\n(.+\r\n)+\r\n/m.test(text));
      const [first] = answers();
      if (!first) throw new Error(`no answer in ${JSON.stringify(text)}`);
      return first;
    },
    isAnswered: () => /^HTTP\/1\.1 (?!100)\d+ /m.test(text),
    answersUntilClosed: async () => {
      if (!closed) await once(socket, 'close');
      return answers();
    },
    isClosed: () => closed,
    abandon: () => socket.destroy(),
  };
}

export interface Uploader {
  send(body: string | Buffer): Promise<void>;
  end(): Promise<void>;
  /** Sends bytes outside the body. */
  write(bytes: string): Promise<void>;
  continueReceived(): Promise<void>;
  hasReceivedContinue(): boolean;
  answer(): Promise<Answer>;
  isAnswered(): boolean;
  answersUntilClosed(): Promise<Answer[]>;
  isClosed(): boolean;
  abandon(): void;
}
