import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { type Language, languageOf } from '../../../texts/language.ts';
import { ticketIdOf } from '../issue/ticket-id.ts';
import { withOffset } from './moments.ts';
import { barcodeText, SPECIMEN } from './specimen.ts';
import type { PassTicket } from './wallet-sql.ts';
import { wordingOf } from './wording.ts';

/** The service account that signs, and the issuer it signs for. */
export interface GoogleIssuer {
  issuerId: string;
  serviceAccount: string;
  keyId: string | undefined;
  key: KeyObject;
}

const SAVE_ADDRESS = 'https://pay.google.com/gp/v/save/';
/**
 * Google limits tokens to 1,800 characters, because they are part of a URL. Only the company's name can be
 * long.
 */
const MAX_TITLE_LENGTH = 40;

/** Returns the save link. The browser passes it to Google, so it contains no personal data. */
export async function googleSaveAddress(
  ticket: PassTicket,
  issuer: GoogleIssuer,
  isSpecimen: boolean,
): Promise<string> {
  const pass = describeObject(ticket, issuer.issuerId, isSpecimen);
  const token = await new SignJWT({
    typ: 'savetowallet',
    origins: [],
    payload: { genericClasses: [{ id: pass.classId }], genericObjects: [pass] },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(issuer.keyId && { kid: issuer.keyId }) })
    .setIssuer(issuer.serviceAccount)
    .setAudience('google')
    .setIssuedAt()
    .sign(issuer.key);
  return `${SAVE_ADDRESS}${token}`;
}

/**
 * A generic pass: Google's transit passes are for single trips and require a passenger name and image URLs.
 */
function describeObject(ticket: PassTicket, issuerId: string, isSpecimen: boolean) {
  const language = languageOf(ticket.locale);
  const wording = wordingOf(ticket, language, isSpecimen);
  const ticketId = ticketIdOf(ticket.id);
  const code = barcodeText(ticket.id, isSpecimen);
  return {
    // Google keeps an object id for ever, so staging uses other ids than production.
    id: `${issuerId}.${isSpecimen ? `specimen-${ticketId}` : ticketId}`,
    classId: `${issuerId}.monthly-ticket`,
    state: 'ACTIVE',
    hexBackgroundColor: isSpecimen ? '#606066' : '#0e4a54',
    cardTitle: inLanguage(language, shorten(ticket.companyName)),
    subheader: inLanguage(language, isSpecimen ? wording.month : wording.product),
    header: inLanguage(language, isSpecimen ? SPECIMEN : wording.month),
    textModulesData: [{ id: 'valid', header: wording.validLabel, body: wording.valid }],
    validTimeInterval: {
      start: { date: withOffset(ticket.startsAt, ticket.startsOffset) },
      end: { date: withOffset(ticket.expiresAt, ticket.expiresOffset) },
    },
    barcode: { type: 'QR_CODE', value: code, alternateText: code },
  };
}

function inLanguage(language: Language, value: string) {
  return { defaultValue: { language, value } };
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > MAX_TITLE_LENGTH
    ? `${characters.slice(0, MAX_TITLE_LENGTH - 1).join('')}…`
    : text;
}
