import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// test/run.ts loads this module into every process of test files, and not into those that the tests start. A hash of a password costs
// the service a quarter of a second of processor time, on purpose, and a backup a second. Here they cost a few milliseconds. A hash
// names its cost as before, which src/accounts/password.test.ts checks.
const MAX_N = 2 ** 10;

const { scrypt } = crypto;
const cheapScrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  bytes: number,
  options: ScryptOptions,
  callback: (error: Error | null, key: Buffer) => void,
) => scrypt(password, salt, bytes, { ...options, N: Math.min(options.N ?? MAX_N, MAX_N) }, callback);

Object.assign(crypto, { scrypt: cheapScrypt });
syncBuiltinESMExports();
