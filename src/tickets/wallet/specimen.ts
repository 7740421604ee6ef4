import { ticketIdOf } from '../issue/ticket-id.ts';

/** The same text in every language, so that everybody recognises a staging pass. */
export const SPECIMEN = 'SPECIMEN – NOT VALID';

/**
 * The barcode contains only the ticket id, because no inspection system knows our tickets yet. It is a QR
 * code because real tickets use Aztec codes (VDV-KA, UIC 918.3) and ours must not look like one.
 */
export function barcodeText(ticketId: number, isSpecimen: boolean): string {
  return isSpecimen ? `${SPECIMEN} ${ticketIdOf(ticketId)}` : ticketIdOf(ticketId);
}
