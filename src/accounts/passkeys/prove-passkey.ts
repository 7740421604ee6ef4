import { recordChange } from '../../domain/audit/record-change.ts';
import type { Pool, Transaction } from '../../platform/db/types.ts';
import { recordFailure } from '../record-failure.ts';
import type { Client } from '../sessions-sql.ts';
import { type Attempt, countAttempt, forgetAttempts, triedTooOften } from '../throttle.ts';
import { checkAnswer, passkeyRefused } from './check-answer.ts';
import type { PasskeyAnswer } from './library.ts';
import { lockCounter, markUsed, type StoredPasskey } from './passkeys-sql.ts';
import type { PasskeySite } from './site.ts';

interface Proof {
  site: PasskeySite;
  challenge: Buffer;
  answer: PasskeyAnswer;
  verifiesUser: boolean;
  /** How a wrong answer is counted. */
  attempt: Attempt;
  client: Client;
}

/** Checks the answer of a passkey. If it is right, does the work in the transaction that stores the use. */
export async function provePasskey<T>(
  sql: Pool,
  passkey: StoredPasskey,
  proof: Proof,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const wait = await countAttempt(sql, proof.attempt);
  if (wait !== undefined) throw triedTooOften(wait);
  const user = { id: passkey.userId, companyId: passkey.companyId };
  const counter = await checkAnswer(proof.answer, { ...proof, passkey });
  if (counter === undefined) {
    if (proof.attempt.on !== 'session') await recordFailure(sql, user, 'passkey', proof.client);
    throw passkeyRefused();
  }
  const done = await sql.begin(async (tx) => {
    const last = await lockCounter(tx, passkey);
    if (last === undefined) return undefined;
    // Passkeys that do not count always say zero.
    if (counter <= last && !(counter === 0 && last === 0)) {
      await recordRegression(tx, passkey, { last, counter }, proof.client);
      return undefined;
    }
    await markUsed(tx, passkey, counter);
    return { result: await work(tx) };
  });
  if (!done) throw passkeyRefused();
  await forgetAttempts(sql, proof.attempt);
  return done.result as T;
}

/** Two devices that hold the same passkey repeat each other's counters. */
async function recordRegression(
  tx: Transaction,
  { id, companyId, userId }: StoredPasskey,
  counters: { last: number; counter: number },
  client: Client,
): Promise<void> {
  await recordChange(tx, companyId, {
    actor: { type: 'system' },
    action: 'passkey-counter-refused',
    subject: { type: 'portal-user', id: userId },
    details: { passkeyId: id, ...counters, ...client },
  });
}
