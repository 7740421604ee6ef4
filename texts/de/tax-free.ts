import type { taxFree as en } from '../en/tax-free.ts';

export const taxFree: typeof en = {
  year: 'Jahr',
  amount: 'steuerfrei (Zeile 17)',
  correction: 'Korrektur eines früheren Jahres',
  correctedYear: 'korrigiertes Jahr',
  bookedLater: 'davon nach dem Jahr gebucht',
  converted: 'umgewandeltes Entgelt (nicht Zeile 17)',
  receipts: 'Belege',
  fileName: 'steuerfrei',
};
