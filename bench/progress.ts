/** Says on standard error what is going on, so that standard output holds nothing but the result. */
export function progress(message: string): void {
  process.stderr.write(`${message}\n`);
}
