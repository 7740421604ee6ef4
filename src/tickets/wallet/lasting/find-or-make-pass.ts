import type { Pool, Transaction } from '../../../platform/db/types.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { linkEnded, type PageOwner } from '../../../platform/links/page-links.ts';
import type { Seal } from '../../../platform/seal.ts';
import { isVoidPass } from '../wallet-sql.ts';
import { comparePass } from './compare-passes.ts';
import { lockPassCounter } from './compare-sql.ts';
import type { Pass } from './content-sql.ts';
import { insertPass, outdatePass, selectHolder, selectPassById, selectPassOfPerson } from './passes-sql.ts';
import { digestOf, newSerial, newToken, tokenContext } from './tokens.ts';

/** The person's pass as it is now, with its token in plain text. */
export interface OpenedPass {
  pass: Pass;
  token: string;
}

/**
 * Finds the pass of the person of a link, and makes one if there is none. A first pass needs a valid ticket; a pass that is there is
 * also opened when it is void, so that the phone gets to know.
 */
export async function findOrMakePass(sql: Pool, seal: Seal, owner: PageOwner): Promise<OpenedPass> {
  const { companyId, employeeId } = owner;
  const passVersion = await requireHolder(sql, owner);
  const known = await selectPassOfPerson(sql, companyId, employeeId);
  const opened = known && open(seal, known);
  if (opened && !opened.pass.isChanged) return opened;
  return await sql.begin(async (tx) => {
    let last = await lockPassCounter(tx, companyId);
    const found = await selectPassOfPerson(tx, companyId, employeeId);
    if (found) {
      // Without its token the pass cannot be made again. Phones that have it learn that it is void.
      if (!open(seal, found)) await outdatePass(tx, companyId, found.id);
      last = await comparePass(tx, companyId, found.id, last);
      const compared = await selectPassById(tx, companyId, found.id);
      const reopened = compared && !compared.isRetired ? open(seal, compared) : undefined;
      if (reopened) return reopened;
    }
    return await makePass(tx, seal, { companyId, employeeId, passVersion }, last);
  });
}

async function requireHolder(sql: Pool, { companyId, employeeId, linkVersion }: PageOwner): Promise<number> {
  const holder = await selectHolder(sql, companyId, employeeId);
  if (!holder) throw notFound();
  if (holder.linkVersion !== linkVersion) throw linkEnded();
  return holder.passVersion;
}

async function makePass(
  tx: Transaction,
  seal: Seal,
  holder: { companyId: number; employeeId: number; passVersion: number },
  lastNumber: number,
): Promise<OpenedPass> {
  const { companyId, employeeId } = holder;
  // Somebody may be deleted meanwhile.
  if (!(await selectHolder(tx, companyId, employeeId, { isLocked: true }))) throw notFound();
  const [serial, token] = [newSerial(), newToken()];
  const id = await insertPass(tx, companyId, {
    ...holder,
    serial,
    token: seal.close(token, tokenContext({ companyId, serial })),
    tokenDigest: digestOf(token),
  });
  await comparePass(tx, companyId, id, lastNumber);
  const pass = await selectPassById(tx, companyId, id);
  if (!pass) throw new Error('the pass that was just inserted is not there');
  // Undoes the transaction.
  if (isVoidPass(pass.shown)) throw new AppError('ticket-not-valid', 'There is no valid ticket at present.');
  return { pass, token };
}

function open(seal: Seal, pass: Pass): OpenedPass | undefined {
  const token = seal.open(pass.token, tokenContext(pass));
  return token === undefined ? undefined : { pass, token };
}
