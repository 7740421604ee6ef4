/** LODAS, and Lohn und Gehalt. */
export const DATEV_FORMATS = ['datev-lodas', 'datev-lug'] as const;
export type DatevFormat = (typeof DATEV_FORMATS)[number];

export const isDatev = (format: string): format is DatevFormat =>
  DATEV_FORMATS.some((known) => known === format);
