import type { ClientBookings } from './bookings.ts';
import { decimal, toBytes } from './values.ts';

const FIELDS = ['Personalnummer', 'Lohnartennummer', 'Wert', 'Kostenstellennummer'];

/** The lines for DATEV Lohn und Gehalt. The month is chosen at the import. */
export function writeLohnUndGehalt({ bookings }: ClientBookings): Buffer {
  return toBytes(
    bookings.map(({ personnelNumber, wageType, cents, costCentre }) =>
      [personnelNumber, wageType, decimal(cents), costCentre].join(';'),
    ),
  );
}

/** The description of the columns, which the adviser imports once. */
export function writeDescription(): Buffer {
  return toBytes([
    '[Allgemein]',
    `Feldanzahl=${FIELDS.length}`,
    'Feldtrennzeichen=Strichpunkt',
    'Zahlenkomma=,',
    '[Feldinhalt]',
    ...FIELDS.map((name, index) => `Feld${index + 1}=${name}`),
  ]);
}
