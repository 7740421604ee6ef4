import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { type Language, languageOf } from '../../../texts/language.ts';
import { ticketIdOf } from '../issue/ticket-id.ts';
import { withOffset } from './moments.ts';
import { barcodeText, SPECIMEN } from './specimen.ts';
import { isVoidPass, type PassTicket, type VoidPass } from './wallet-sql.ts';
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

/**
 * Returns the save link of a single month's ticket, or of a pass that renews itself. The browser passes it to Google, so it
 * contains no personal data.
 */
export async function googleSaveAddress(
  shown: PassTicket | VoidPass,
  issuer: GoogleIssuer,
  isSpecimen: boolean,
  serial?: string,
): Promise<string> {
  const pass = describeObject(shown, issuer.issuerId, isSpecimen, serial);
  return await saveAddress(issuer, {
    genericClasses: [{ id: pass.classId }],
    genericObjects: [withoutNulls(pass)],
  });
}

/** The save link of an object that Google has. */
export async function savedObjectAddress(issuer: GoogleIssuer, id: string): Promise<string> {
  return await saveAddress(issuer, { genericObjects: [{ id }] });
}

async function saveAddress(issuer: GoogleIssuer, payload: object): Promise<string> {
  const token = await new SignJWT({ typ: 'savetowallet', origins: [], payload })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(issuer.keyId && { kid: issuer.keyId }) })
    .setIssuer(issuer.serviceAccount)
    .setAudience('google')
    .setIssuedAt()
    .sign(issuer.key);
  return `${SAVE_ADDRESS}${token}`;
}

/** Google keeps an object id for ever, so staging uses other ids than production. */
export function googleObjectId(issuerId: string, name: string, isSpecimen: boolean): string {
  return `${issuerId}.${isSpecimen ? `specimen-${name}` : name}`;
}

export const googleClassId = (issuerId: string): string => `${issuerId}.monthly-ticket`;

/**
 * A generic pass: Google's transit passes are for single trips and require a passenger name and image URLs. It names nobody.
 * Without a ticket, the barcode and the time are null, so that a PATCH removes them.
 */
export function describeObject(
  shown: PassTicket | VoidPass,
  issuerId: string,
  isSpecimen: boolean,
  serial?: string,
) {
  const language = languageOf(shown.locale);
  const wording = wordingOf(shown, language, isSpecimen);
  const name = serial ?? (isVoidPass(shown) ? '' : ticketIdOf(shown.id));
  return {
    id: googleObjectId(issuerId, name, isSpecimen),
    classId: googleClassId(issuerId),
    state: isVoidPass(shown) ? 'INACTIVE' : 'ACTIVE',
    hexBackgroundColor: isSpecimen ? '#606066' : '#0e4a54',
    cardTitle: inLanguage(language, shorten(shown.companyName)),
    subheader: inLanguage(language, isSpecimen ? wording.month : wording.product),
    header: inLanguage(language, isSpecimen ? SPECIMEN : wording.month),
    textModulesData: [{ id: 'valid', header: wording.validLabel, body: wording.valid }],
    ...describeValidity(shown, isSpecimen),
  };
}

function describeValidity(shown: PassTicket | VoidPass, isSpecimen: boolean) {
  if (isVoidPass(shown)) return { validTimeInterval: null, barcode: null };
  const code = barcodeText(shown.id, isSpecimen);
  return {
    validTimeInterval: {
      start: { date: withOffset(shown.startsAt, shown.startsOffset) },
      end: { date: withOffset(shown.expiresAt, shown.expiresOffset) },
    },
    barcode: { type: 'QR_CODE', value: code, alternateText: code },
  };
}

/** Only a PATCH needs the fields that are to be removed. */
export function withoutNulls<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as T;
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
