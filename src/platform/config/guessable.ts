/** Words of which people make secrets, and those of this service. */
const WORDS = [
  ...['admin', 'backup', 'changeit', 'changeme', 'change', 'default', 'demo', 'dummy', 'example', 'geheim'],
  ...[
    'hunter',
    'key',
    'letmein',
    'login',
    'metrics',
    'passphrase',
    'passwort',
    'password',
    'please',
    'production',
  ],
  ...[
    'prometheus',
    'random',
    'sample',
    'secret',
    'service',
    'schluessel',
    'staging',
    'string',
    'test',
    'this',
  ],
  ...['ticket', 'token', 'transit', 'welcome', 'willkommen', 'your'],
];

/** A row is what somebody types who thinks of nothing: letters of the alphabet, digits, keys side by side. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
];
const MIN_PART_LENGTH = 3;

/** Of the shortest allowed random secret of digits, hexadecimal or base64, more characters are surprising. */
export const MIN_UNPREDICTABLE_CHARACTERS = {
  SECRET_KEY: 18,
  METRICS_TOKEN: 8,
  BACKUP_PASSPHRASE: 7,
} as const;

/**
 * Whether so few characters of a secret are surprising that it can be guessed. Not surprising are known words, what repeats
 * an earlier part, and what continues a row in either direction. Of a random secret nearly all characters are surprising.
 */
export function isGuessable(secret: string, name: keyof typeof MIN_UNPREDICTABLE_CHARACTERS): boolean {
  return countUnpredictable(secret.toLowerCase()) < MIN_UNPREDICTABLE_CHARACTERS[name];
}

function countUnpredictable(text: string): number {
  let surprises = 0;
  for (let at = 0; at < text.length; ) {
    const known = expectedAt(text, at);
    // The first character of what follows is a choice; the rest of it is not.
    at += Math.max(known, 1);
    surprises += 1;
  }
  return surprises;
}

/** The length of the longest part from here on that somebody would guess as a whole. */
function expectedAt(text: string, at: number): number {
  const rest = text.slice(at);
  const word = WORDS.filter((each) => rest.startsWith(each)).reduce(
    (max, each) => Math.max(max, each.length),
    0,
  );
  return Math.max(word, lengthOfRow(rest), lengthOfRepetition(text, at));
}

function lengthOfRow(rest: string): number {
  const rows = [
    ...ROWS,
    ...ROWS.map((row) => [...row].reverse().join('')),
    (rest[0] ?? '').repeat(rest.length),
  ];
  const lengths = rows.map((row) => {
    const from = row.indexOf(rest[0] ?? '');
    let length = 0;
    while (from >= 0 && length < rest.length && row[from + length] === rest[length]) length += 1;
    return length;
  });
  const longest = Math.max(...lengths);
  return longest >= MIN_PART_LENGTH ? longest : 0;
}

function lengthOfRepetition(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && text.indexOf(text.slice(at, at + length + 1)) < at) length += 1;
  return length >= MIN_PART_LENGTH ? length : 0;
}
