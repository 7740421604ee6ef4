const HEADER = /^basic +([A-Za-z0-9+/]+={0,2})$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads `Authorization: Basic …` strictly: canonical base64, valid UTF-8, split at the first colon. */
export function readBasicCredentials(
  header: string | undefined,
): { username: string; password: string } | undefined {
  const encoded = HEADER.exec(header ?? '')?.[1];
  if (!encoded) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return undefined;
  const text = decode(bytes);
  const colon = text?.indexOf(':') ?? -1;
  if (!text || colon < 0) return undefined;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
