import type { Pool } from '../../../platform/db/types.ts';
import type { PageOwner } from '../../../platform/links/page-links.ts';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import { describeObject, googleSaveAddress, savedObjectAddress, withoutNulls } from '../google-pass.ts';
import type { Wallet } from '../wallet-links.ts';
import { buildPass } from './build-pass.ts';
import type { Pass } from './content-sql.ts';
import { findOrMakePass } from './find-or-make-pass.ts';
import type { GoogleObjects } from './google-objects.ts';
import type { Passes } from './passes.ts';
import { selectIsStored, upsertGoogle } from './registrations-sql.ts';

/** A file for Apple Wallet, or the URL of a Google save page. */
export type OpenedFile =
  | { wallet: 'apple'; fileName: string; bytes: Buffer }
  | { wallet: 'google'; address: string };

/** Opens the pass of the person of a link, for one of the wallets. */
export async function openPass(
  sql: Pool,
  passes: Passes,
  { wallet, ...owner }: PageOwner & { wallet: Wallet },
  signal?: AbortSignal,
): Promise<OpenedFile> {
  // Without an identity nothing can be handed out, and no pass is made.
  await passes.issuers[wallet]();
  const { pass, token } = await findOrMakePass(sql, passes.seal, owner);
  if (wallet === 'google') return { wallet, address: await saveAddress(sql, passes, pass) };
  return { wallet, fileName: 'ticket.pkpass', bytes: await buildPass(passes, pass, token, signal) };
}

/**
 * If Google has the object, the link contains only its id. Otherwise it contains the object, and Google stores it when the person
 * saves it.
 */
async function saveAddress(sql: Pool, { google, issuers, isSpecimen }: Passes, pass: Pass): Promise<string> {
  const issuer = await issuers.google();
  const object = describeObject(pass.shown, issuer.issuerId, isSpecimen, pass.serial);
  const whole = () => googleSaveAddress(pass.shown, issuer, isSpecimen, pass.serial);
  if (!google) return await whole();
  const { companyId, id: passId, changedNumber: number } = pass;
  const stored = (await selectIsStored(sql, companyId, passId)) ? 'before' : await store(google, object);
  // A worker tells Google what has changed since an object was stored.
  const deliveredNumber = stored === 'before' ? 0 : number;
  await upsertGoogle(sql, companyId, { passId, number, deliveredNumber, isStored: stored !== 'not' });
  return stored === 'not' ? await whole() : await savedObjectAddress(issuer, object.id);
}

async function store(
  google: GoogleObjects,
  object: ReturnType<typeof describeObject>,
): Promise<'now' | 'before' | 'not'> {
  try {
    const { status } = await google.insert(withoutNulls(object));
    if (status === 409) return 'before';
    return status === 200 ? 'now' : 'not';
  } catch (error) {
    if (error instanceof OutgoingError) return 'not';
    throw error;
  }
}
