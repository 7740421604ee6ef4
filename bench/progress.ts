/** Writes progress to standard error, so that standard output holds only the result. */
export function progress(message: string): void {
  process.stderr.write(`${message}\n`);
}
