import { createHash } from 'node:crypto';
import { LANGUAGES, languageOf } from '../../../texts/language.ts';
import { ticketIdOf } from '../issue/ticket-id.ts';
import { type Colour, drawImages } from './draw-images.ts';
import { withOffset } from './moments.ts';
import type { SignManifest } from './sign-manifest.ts';
import { barcodeText, SPECIMEN } from './specimen.ts';
import type { PassTicket } from './wallet-sql.ts';
import { type Wording, wordingOf } from './wording.ts';
import { writeZip } from './zip.ts';

/** The issuer of a pass, as named in its certificate. */
export interface PassIssuer {
  passTypeId: string;
  teamId: string;
  sign: SignManifest;
}

const PETROL: Colour = [14, 74, 84];
/** A specimen is grey, so that it is recognised at a glance. */
const GREY: Colour = [96, 96, 102];
const images = new Map<Colour, ReadonlyMap<string, Buffer>>();

/**
 * Builds a `.pkpass`: a zip of the pass, its images and translations, a manifest of their digests, and a
 * signature.
 */
export function buildApplePass(ticket: PassTicket, issuer: PassIssuer, isSpecimen: boolean): Buffer {
  const files = new Map([
    ['pass.json', Buffer.from(JSON.stringify(describePass(ticket, issuer, isSpecimen)))],
    ...imagesOf(isSpecimen ? GREY : PETROL),
    ...translate(ticket, isSpecimen),
  ]);
  const digests = [...files].map(([path, bytes]) => [path, createHash('sha1').update(bytes).digest('hex')]);
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(digests)));
  return writeZip(files.set('manifest.json', manifest).set('signature', issuer.sign(manifest)));
}

function imagesOf(background: Colour): ReadonlyMap<string, Buffer> {
  const drawn = images.get(background) ?? drawImages(background);
  images.set(background, drawn);
  return drawn;
}

function describePass(ticket: PassTicket, issuer: PassIssuer, isSpecimen: boolean) {
  const wording = wordingOf(ticket, languageOf(ticket.locale), isSpecimen);
  const ticketId = ticketIdOf(ticket.id);
  return {
    formatVersion: 1,
    passTypeIdentifier: issuer.passTypeId,
    teamIdentifier: issuer.teamId,
    serialNumber: ticketId,
    organizationName: ticket.companyName,
    description: isSpecimen ? `${SPECIMEN}: ${wording.title}` : wording.title,
    logoText: wording.product,
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: isSpecimen ? 'rgb(222, 222, 226)' : 'rgb(164, 219, 211)',
    backgroundColor: `rgb(${(isSpecimen ? GREY : PETROL).join(', ')})`,
    sharingProhibited: true,
    // No relevant dates: a ticket for a month would otherwise stay on the lock screen for a month.
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
    // `eventTicket` instead of `generic`: beside a square code, `generic` has a single row for all fields,
    // too narrow for long names.
    eventTicket: describeFront(ticket, wording, isSpecimen),
  };
}

function describeFront(ticket: PassTicket, wording: Wording, isSpecimen: boolean) {
  const holder = `${ticket.firstName} ${ticket.lastName}`;
  const ticketId = ticketIdOf(ticket.id);
  return {
    // The only part that is visible in a stack of passes.
    headerFields: [field('shortMonth', wording.monthLabel, shortMonth(ticket.month))],
    primaryFields: [
      isSpecimen
        ? field('ticket', wording.month, SPECIMEN)
        : field('ticket', wording.monthLabel, wording.month),
    ],
    secondaryFields: [field('holder', wording.holderLabel, holder)],
    auxiliaryFields: [
      field('valid', wording.validLabel, wording.valid),
      field('company', wording.companyLabel, ticket.companyName),
    ],
    // Texts that Wallet truncates on the front are shown in full on the back.
    backFields: [
      field('about', wording.aboutLabel, wording.about),
      field('ticketId', wording.ticketIdLabel, ticketId),
      field('month', wording.monthLabel, wording.month),
      field('fullHolder', wording.holderLabel, holder),
      field('fullCompany', wording.companyLabel, ticket.companyName),
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
function translate(ticket: PassTicket, isSpecimen: boolean): [path: string, bytes: Buffer][] {
  const original = Object.entries(wordingOf(ticket, languageOf(ticket.locale), isSpecimen));
  return LANGUAGES.map((language) => {
    const translated: Record<string, string> = { ...wordingOf(ticket, language, isSpecimen) };
    const lines = original.map(([name, text]) => `${quote(text)} = ${quote(translated[name])};\n`);
    return [`${language}.lproj/pass.strings`, Buffer.from([...new Set(lines)].join(''))];
  });
}

function quote(text = ''): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
