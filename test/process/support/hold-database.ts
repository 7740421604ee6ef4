// The tests run this file as a child process. It opens the database, reports that on standard output, and
// closes the database when its standard input ends.
import { text } from 'node:stream/consumers';
import { openEmbeddedDatabase } from '../../../src/platform/db/embedded/open.ts';
import { AppError } from '../../../src/platform/errors.ts';

const [dataDir = '', purpose] = process.argv.slice(2);

try {
  const database = await openEmbeddedDatabase({
    dataDir,
    purpose: purpose === 'serve' ? 'serve' : 'command',
  });
  process.stdout.write(`${JSON.stringify({ connection: database.connection })}\n`);
  await text(process.stdin);
  await database.close();
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stdout.write(`${JSON.stringify({ code: error.code, message: error.message })}\n`);
  process.stdin.destroy();
}
