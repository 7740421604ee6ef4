import { connect } from 'node:net';
import { after } from 'node:test';
import type { App } from '../../../src/http/app.ts';
import type { Answer } from './problem.ts';

export async function listenOnLoopback(app: App): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the app does not listen on a port');
  return address.port;
}

/** Writes the pieces and reads until the server closes the connection. */
export async function converse(port: number, ...pieces: (string | Buffer)[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  after(() => socket.destroy());
  for (const piece of pieces) socket.write(piece);
  return await readToEnd(socket);
}

export async function readToEnd(socket: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Splits the text into HTTP answers. An answer without a Content-Length must be the last. */
export function parseAnswers(text: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const start = end + 4;
    const length = Number(headers['content-length'] ?? rest.length - start);
    answers.push({
      statusCode: Number(statusLine.split(' ')[1]),
      headers,
      body: rest.slice(start, start + length),
    });
    rest = rest.slice(start + length);
  }
  return answers;
}
