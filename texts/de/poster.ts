import type { poster as en } from '../en/poster.ts';

export const poster: typeof en = {
  title: 'Ihr Jobticket',
  by: (company) => `Ein Monatsticket für den Nahverkehr, von ${company}.`,
  steps: [
    '1. Scannen Sie den Code mit der Kamera Ihres Telefons.',
    '2. Geben Sie die E-Mail-Adresse ein, die Ihr Arbeitgeber von Ihnen hat, und Ihr Geburtsdatum.',
    '3. Sie bekommen eine Mail mit dem Link zu Ihrer eigenen Seite. Dort finden Sie Ihr Ticket.',
  ],
  orType: 'Ohne Kamera: Öffnen Sie diese Adresse.',
  footer: 'Fragen beantwortet die Personalabteilung.',
  fileName: 'jobticket-aushang',
};
