/** The columns of the tax-free list and of its yearly file. */
export const taxFree = {
  year: 'Year',
  amount: 'Tax-free (line 17)',
  correction: 'Correction of an earlier year',
  correctedYear: 'Corrected year',
  bookedLater: 'of that booked after the year',
  converted: 'Converted salary (not line 17)',
  receipts: 'Receipts',
  /** The name of the files. */
  fileName: 'tax-free',
};
