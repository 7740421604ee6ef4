const MASK = '***';

/** An address as it may be shown: the values of its query can be a signature that opens it. */
export function maskedAddress(value: string): string {
  const [address = '', ...query] = value.split('?');
  if (!/^https?:/i.test(value) || query.length === 0) return value;
  const masked = query.join('?').split('&').map(maskedParameter);
  return `${address}?${masked.join('&')}`;
}

function maskedParameter(parameter: string): string {
  const end = parameter.indexOf('=');
  return end < 0 ? MASK : `${parameter.slice(0, end)}=${MASK}`;
}

/** Whether it is an address that was shown, and not one that somebody has entered. */
export const isMasked = (value: string) => value.includes('?') && value.includes(MASK);
