const MAX_MESSAGES = 5;
const MAX_MESSAGE_LENGTH = 200;
/** Of longer messages the rest is not read: anybody may send them. */
const READ_LENGTH = 2 * MAX_MESSAGE_LENGTH;

/** What a phone reports, as the log may have it: short, and without serial numbers, tokens, names of devices and addresses. */
export function loggable(messages: readonly string[]): string[] {
  return messages.slice(0, MAX_MESSAGES).map(withoutNames);
}

function withoutNames(message: string): string {
  const words = message.slice(0, READ_LENGTH).split(/\s/);
  // The rest of the last word is missing: what is left of a token might be too short to be taken for one.
  if (message.length > READ_LENGTH) words.splice(-1, 1, '…');
  return words
    .map((word) => (/[@/]/.test(word) ? '…' : word.replace(/[\w.+=-]{12,}/g, '…')))
    .join(' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, MAX_MESSAGE_LENGTH);
}
