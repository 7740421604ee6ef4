/** The texts of the demo's PDFs. */
export interface Letter {
  title: string;
  createdAt: Date;
  paragraphs: readonly string[];
}

export function certificate(name: string, dateOfBirth: string, createdAt: Date): Letter {
  return {
    title: 'Arbeitgeberbescheinigung',
    createdAt,
    paragraphs: [
      `Hiermit bestätigen wir, dass ${name}, geboren am ${german(dateOfBirth)}, in unserem Unternehmen beschäftigt ist.`,
      'Die genannte Person ist berechtigt, am Jobticket unseres Unternehmens teilzunehmen.',
      'Mit freundlichen Grüßen\nPersonalabteilung',
    ],
  };
}

export function subsidyOverview(name: string, createdAt: Date): Letter {
  const year = createdAt.getUTCFullYear();
  return {
    title: `Übersicht Arbeitgeberzuschuss ${year}`,
    createdAt,
    paragraphs: [
      `Für ${name} zahlt das Unternehmen im Jahr ${year} einen monatlichen Zuschuss zum Jobticket.`,
      'Den übrigen Betrag tragen Sie selbst. Er ergibt sich aus dem jeweils gültigen Preis.',
    ],
  };
}

export function cancellation(name: string, firstDayWithout: string, createdAt: Date): Letter {
  return {
    title: 'Kündigungsbestätigung Jobticket',
    createdAt,
    paragraphs: [
      `Wir bestätigen das Ende des Jobtickets von ${name}. Der erste Tag ohne gültiges Ticket ist der ${german(firstDayWithout)}.`,
      'Eine erneute Teilnahme ist jederzeit zum Monatsersten möglich.',
    ],
  };
}

/** The same letter for everybody. */
export const INFO_SHEET: Letter = {
  title: 'Informationsblatt Jobticket',
  createdAt: new Date('2025-01-02T08:00:00Z'),
  paragraphs: [
    'Das Jobticket gilt jeweils für einen Kalendermonat und wird am Monatsersten ausgestellt. Es lässt sich der Wallet des Telefons hinzufügen.',
    'Kündigungen bis zum 10. eines Monats wirken zum Monatsende, spätere zum Ende des Folgemonats. Während längerer Abwesenheit, etwa in der Elternzeit, ruht das Ticket für volle Monate.',
    'Fragen beantwortet die Personalabteilung.',
  ],
};

export function german(date: string): string {
  return date.split('-').reverse().join('.');
}
