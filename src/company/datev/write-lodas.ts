import type { ClientBookings } from './bookings.ts';
import { decimal, toBytes } from './values.ts';

/** The columns of a line, as LODAS names them. */
const RECORD =
  'u_lod_bwd_buchung_standard;abrechnung_zeitraum#bwd;pnr#bwd;la_eigene#bwd;bs_nr#bwd;bs_wert_butab#bwd;kostenstelle#bwd';

/** An import file of DATEV LODAS. It declares its own columns. */
export function writeLodas(month: string, { client, bookings }: ClientBookings): Buffer {
  const [year, number] = month.split('-');
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
      ({ personnelNumber, wageType, key, cents, costCentre }) =>
        `1;01/${number}/${year};${personnelNumber};${wageType};${key};${decimal(cents)};${costCentre};`,
    ),
  ]);
}
