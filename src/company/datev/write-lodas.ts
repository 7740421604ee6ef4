import type { ClientBookings } from './bookings.ts';
import { decimal, toBytes } from './values.ts';

/** The columns of a line, as LODAS names them. */
const RECORD =
  'u_lod_bwd_buchung_standard;abrechnung_zeitraum#bwd;pnr#bwd;la_eigene#bwd;bs_nr#bwd;bs_wert_butab#bwd;kostenstelle#bwd';

/** An import file of DATEV LODAS. It declares its own columns. */
export function writeLodas({ client, bookings }: ClientBookings): Buffer {
  return toBytes([
    '[Allgemein]',
    'Ziel=LODAS',
    'Version_SST=1.0',
    `BeraterNr=${client.adviserNumber}`,
    `MandantenNr=${client.clientNumber}`,
    'Datumsformat=TT/MM/JJJJ',
    'Feldtrennzeichen=;',
    'Zahlenkomma=,',
    '[Satzbeschreibung]',
    `1;${RECORD};`,
    '[Bewegungsdaten]',
    ...bookings.map(
      ({ period, personnelNumber, wageType, key, cents, costCentre }) =>
        `1;01/${period.slice(5)}/${period.slice(0, 4)};${personnelNumber};${wageType};${key};${decimal(cents)};${costCentre};`,
    ),
  ]);
}
