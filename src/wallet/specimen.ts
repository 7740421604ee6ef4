import { ticketIdOf } from '../tickets/ticket-id.ts';

/** In one language everywhere, so that everybody who sees a pass of staging knows that it is none. */
export const SPECIMEN = 'SPECIMEN – NOT VALID';

/**
 * The text of the barcode: the ticket's id and nothing else, since no inspector's system knows our tickets yet. It is
 * shown as a QR code because real tickets here are Aztec codes (VDV-KA, UIC 918.3): ours must not look like one.
 */
export function barcodeText(ticketId: number, isSpecimen: boolean): string {
  return isSpecimen ? `${SPECIMEN} ${ticketIdOf(ticketId)}` : ticketIdOf(ticketId);
}
