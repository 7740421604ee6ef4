import { isGuessable } from './guessable.ts';
import { invalid, readFile, text, type Variables } from './variables.ts';

type Environment = 'staging' | 'production';

const MAKE_ONE = 'Make one with: openssl rand -base64 32';
const MIN_KEY_LENGTH = 32;
const MIN_TOKEN_LENGTH = 16;

/**
 * The first key signs links that hand out tickets, so production refuses one that can be guessed. Later ones only verify:
 * they are accepted, because replacing a weak key needs both for a while.
 */
export function readSecretKeys(env: Variables, environment: Environment): string[] | undefined {
  const inline = text(env, 'SECRET_KEY');
  const file = text(env, 'SECRET_KEY_FILE');
  if (inline && file) throw invalid('SECRET_KEY', 'and SECRET_KEY_FILE are both set: give one of them');
  if (!inline && !file) return undefined;
  const name = file ? 'SECRET_KEY_FILE' : 'SECRET_KEY';
  const keys = (inline ?? readFile(name, file ?? '').toString('utf8'))
    .split(/[\s,]+/)
    .filter((key) => key !== '');
  const [first] = keys;
  if (first === undefined) throw invalid(name, 'holds no key');
  if (keys.some((key) => key.length < MIN_KEY_LENGTH))
    throw invalid(name, `must be at least ${MIN_KEY_LENGTH} characters long`);
  if (keys.some(repeatsItself)) throw invalid(name, `repeats itself and can be guessed. ${MAKE_ONE}`);
  if (environment === 'production' && isGuessable(first, 'SECRET_KEY'))
    throw invalid(
      name,
      `can be guessed: it consists of words, rows or repetitions. ${MAKE_ONE}. Put the new key before the present one, ` +
        'separated by a comma: links that were handed out and stored secrets need the present one for a while',
    );
  return keys;
}

/** Random keys of 32 characters have about 14 different characters even if they are hexadecimal. */
function repeatsItself(key: string): boolean {
  return new Set(key).size < 10 || /^(.+)\1+$/s.test(key);
}

export function metricsToken(env: Variables, environment: Environment): string | undefined {
  const token = text(env, 'METRICS_TOKEN');
  if (token !== undefined && token.length < MIN_TOKEN_LENGTH)
    throw invalid('METRICS_TOKEN', `must be at least ${MIN_TOKEN_LENGTH} characters long`);
  if (token !== undefined && environment === 'production' && isGuessable(token, 'METRICS_TOKEN'))
    throw invalid(
      'METRICS_TOKEN',
      `can be guessed: it consists of words, rows or repetitions. ${MAKE_ONE}. Give it to Prometheus as well`,
    );
  return token;
}

/** For a new backup. An existing one is restored whatever its passphrase is. */
export function refuseGuessablePassphrase(passphrase: string, environment: Environment): void {
  if (environment === 'production' && isGuessable(passphrase, 'BACKUP_PASSPHRASE'))
    throw invalid(
      'The passphrase',
      'can be guessed: it consists of words, rows or repetitions. Make one with: openssl rand -base64 24. ' +
        'Keep the present one for the backups that you have',
    );
}
