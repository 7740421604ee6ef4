/** UTF-8; or else what German Windows saves a spreadsheet in, whose umlauts are no UTF-8 and would be lost. */
export function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
