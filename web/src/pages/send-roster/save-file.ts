export function saveFile(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const saveCsv = (name: string, text: string) =>
  // Without a byte order mark, Excel does not recognise UTF-8 and breaks umlauts.
  saveFile(`${name}.csv`, 'text/csv;charset=utf-8', `\uFEFF${text}`);
