import { createHash } from 'node:crypto';
import { LANGUAGES, languageOf } from '../../../texts/language.ts';
import { ticketIdOf } from '../issue/ticket-id.ts';
import { type Colour, drawImages } from './draw-images.ts';
import { withOffset } from './moments.ts';
import type { SignManifest } from './sign-manifest.ts';
import { barcodeText, SPECIMEN } from './specimen.ts';
import { isVoidPass, type PassTicket, type VoidPass } from './wallet-sql.ts';
import { type Wording, wordingOf } from './wording.ts';
import { writeZip } from './zip.ts';

/** The issuer of a pass, as named in its certificate. */
export interface PassIssuer {
  passTypeId: string;
  teamId: string;
  sign: SignManifest;
}

/** How a pass renews itself (docs/wallet.md). Passes of single months do not. */
export interface Renewal {
  serial: string;
  /** Proves to the web service that somebody has the pass. */
  token: string;
  webServiceUrl: string;
}

type Shown = PassTicket | VoidPass;

const PETROL: Colour = [14, 74, 84];
/** A specimen is grey, so that it is recognised at a glance. */
const GREY: Colour = [96, 96, 102];
const images = new Map<Colour, ReadonlyMap<string, Buffer>>();

/**
 * Builds a `.pkpass`: a zip of the pass, its images and translations, a manifest of their digests, and a
 * signature.
 */
export function buildApplePass(
  shown: Shown,
  issuer: PassIssuer,
  isSpecimen: boolean,
  renewal?: Renewal,
): Buffer {
  const described = { ...describePass(shown, issuer, isSpecimen), ...identify(shown, renewal) };
  const files = new Map([
    ['pass.json', Buffer.from(JSON.stringify(described))],
    ...imagesOf(isSpecimen ? GREY : PETROL),
    ...translate(shown, isSpecimen),
  ]);
  const digests = [...files].map(([path, bytes]) => [path, createHash('sha1').update(bytes).digest('hex')]);
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(digests)));
  return writeZip(files.set('manifest.json', manifest).set('signature', issuer.sign(manifest)));
}

/** The pass of a single month has the id of its ticket. */
function identify(shown: Shown, renewal: Renewal | undefined) {
  if (renewal)
    return {
      serialNumber: renewal.serial,
      authenticationToken: renewal.token,
      webServiceURL: renewal.webServiceUrl,
    };
  return isVoidPass(shown) ? {} : { serialNumber: ticketIdOf(shown.id) };
}

function imagesOf(background: Colour): ReadonlyMap<string, Buffer> {
  const drawn = images.get(background) ?? drawImages(background);
  images.set(background, drawn);
  return drawn;
}

function describePass(shown: Shown, issuer: PassIssuer, isSpecimen: boolean) {
  const wording = wordingOf(shown, languageOf(shown.locale), isSpecimen);
  return {
    formatVersion: 1,
    passTypeIdentifier: issuer.passTypeId,
    teamIdentifier: issuer.teamId,
    organizationName: shown.companyName,
    description: isSpecimen ? `${SPECIMEN}: ${wording.title}` : wording.title,
    logoText: wording.product,
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: isSpecimen ? 'rgb(222, 222, 226)' : 'rgb(164, 219, 211)',
    backgroundColor: `rgb(${(isSpecimen ? GREY : PETROL).join(', ')})`,
    sharingProhibited: true,
    // No relevant dates: a ticket for a month would otherwise stay on the lock screen for a month.
    ...(isVoidPass(shown) ? { voided: true } : describeValidity(shown, isSpecimen)),
    // `eventTicket` instead of `generic`: beside a square code, `generic` has a single row for all fields,
    // too narrow for long names.
    eventTicket: describeFront(shown, wording, isSpecimen),
  };
}

function describeValidity(ticket: PassTicket, isSpecimen: boolean) {
  return {
    expirationDate: withOffset(ticket.expiresAt, ticket.expiresOffset),
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: barcodeText(ticket.id, isSpecimen),
        // UTF-8, because ISO 8859-1 lacks the dash of the specimen text.
        messageEncoding: 'utf-8',
        altText: barcodeText(ticket.id, isSpecimen),
      },
    ],
  };
}

function describeFront(shown: Shown, wording: Wording, isSpecimen: boolean) {
  const holder = shown.firstName || shown.lastName ? `${shown.firstName} ${shown.lastName}` : '';
  const company = field('company', wording.companyLabel, shown.companyName);
  return {
    // The only part that is visible in a stack of passes. If it changes, the phone says so.
    headerFields: [
      {
        ...field(
          'shortMonth',
          wording.monthLabel,
          isVoidPass(shown) ? wording.month : shortMonth(shown.month),
        ),
        changeMessage: wording.changed,
      },
    ],
    primaryFields: [
      isSpecimen
        ? field('ticket', wording.month, SPECIMEN)
        : field('ticket', wording.monthLabel, wording.month),
    ],
    secondaryFields: holder ? [field('holder', wording.holderLabel, holder)] : [],
    auxiliaryFields: isVoidPass(shown)
      ? [company]
      : [field('valid', wording.validLabel, wording.valid), company],
    // Texts that Wallet truncates on the front are shown in full on the back.
    backFields: [
      field('about', wording.aboutLabel, wording.about),
      ...(isVoidPass(shown) ? [] : [field('ticketId', wording.ticketIdLabel, ticketIdOf(shown.id))]),
      field('month', wording.monthLabel, wording.month),
      ...(holder ? [field('fullHolder', wording.holderLabel, holder)] : []),
      field('fullCompany', wording.companyLabel, shown.companyName),
    ],
  };
}

function field(key: string, label: string, value: string) {
  return { key, label, value };
}

function shortMonth(month: string): string {
  return `${month.slice(5, 7)}/${month.slice(0, 4)}`;
}

/**
 * Wallet translates labels and values by looking up their text. The pass is written in the company's
 * language, which is also what phones in a third language show.
 */
function translate(shown: Shown, isSpecimen: boolean): [path: string, bytes: Buffer][] {
  const original = Object.entries(wordingOf(shown, languageOf(shown.locale), isSpecimen));
  return LANGUAGES.map((language) => {
    const translated: Record<string, string> = { ...wordingOf(shown, language, isSpecimen) };
    const lines = original.map(([name, text]) => `${quote(text)} = ${quote(translated[name])};\n`);
    return [`${language}.lproj/pass.strings`, Buffer.from([...new Set(lines)].join(''))];
  });
}

function quote(text = ''): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
