/** The value of the header `authorization`. */
export function basic(key: { username: string; password: string }): string {
  return `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
}
