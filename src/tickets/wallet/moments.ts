/** Formats a moment in local time with its UTC offset: `2026-12-01T03:00:00+01:00`. */
export function withOffset(moment: Date, offsetSeconds: number): string {
  const minutes = Math.round(offsetSeconds / 60);
  const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${local}${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
