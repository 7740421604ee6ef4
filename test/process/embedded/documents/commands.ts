import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { runCommand } from '../../../database/support/command-line.ts';

/**
 * Defines `npm` in a shell so that `npm run -s transit -- …` is run by this process: to start a process for a command takes ten
 * times as long. The environment comes first, then an empty text, then the arguments.
 */
const NPM = (socket: string) => `npm() {
  [ "$1 $2 $3 $4" = 'run -s transit --' ] || { command npm "$@"; return; }
  shift 4
  { env -0; printf '\\0'; printf '%s\\0' "$@"; } |
    curl -s --unix-socket ${socket} --data-binary @- -D ${socket}.head http://commands/
  sed -n 's/^stderr: //p' ${socket}.head | tr -d '\\r' | base64 -d >&2
  return "$(sed -n 's/^exit-code: \\([0-9]*\\).*/\\1/p' ${socket}.head)"; }`;

/** Runs commands in the working folder of this process. */
export async function serveCommands(folder: string): Promise<{ npm: string; close: () => void }> {
  const socket = join(folder, 'commands.sock');
  const server = createServer(async (request, response) => {
    const texts = (await buffer(request)).toString().split('\0').slice(0, -1);
    const end = texts.indexOf('');
    const env = Object.fromEntries(texts.slice(0, end).map((line) => split(line)));
    const { code, stdout, stderr } = await runCommand(texts.slice(end + 1), env);
    response.writeHead(200, { 'exit-code': code, stderr: Buffer.from(stderr).toString('base64') });
    response.end(stdout);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return { npm: NPM(socket), close: () => server.close() };
}

function split(line: string): [name: string, value: string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}
