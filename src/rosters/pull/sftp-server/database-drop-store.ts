import type { AuditAction } from '../../../domain/audit/actions.ts';
import { recordChange } from '../../../domain/audit/record-change.ts';
import { countDown, counterOf, countUp } from '../../../platform/db/counters-sql.ts';
import type { Pool, Sql } from '../../../platform/db/types.ts';
import { DROPS, RATES } from '../../../platform/limits.ts';
import { networkOf } from '../../../platform/network-of.ts';
import { NOBODYS_HASH, verifyPassword } from '../../../platform/password.ts';
import { queueDuePulls } from '../queue-due-pulls.ts';
import type { DropUser, SignedInUser } from '../sftp-drop/drop-user.ts';
import { addKnownNetwork, findDropUser, selectPublicKeys } from '../sftp-drop/drop-users-sql.ts';
import {
  type Arriving,
  closeFile,
  completeFile,
  countFiles,
  deleteFile,
  deleteUnread,
  insertArriving,
  insertPart,
  renameFile,
  selectOutcomes,
  selectUnread,
} from '../sftp-drop/dropped-files-sql.ts';
import { setPullDue } from '../sources-sql.ts';
import { resultOf } from './drop-result.ts';
import type { DroppedFile, DropStore } from './drop-store.ts';
import { isResult } from './file-names.ts';
import { linesOf, requireAccess } from './require-access.ts';

interface Options {
  sql: Pool;
  baseUrl: string;
  /** A roster of the company can be made. */
  onTaken: (companyId: number) => void;
}

const RESULT = '.result.json';

/** Files in the database: any node can take them, and any node can make a roster of them. */
export function createDropStore({ sql, baseUrl, onTaken }: Options): DropStore {
  const results = async (user: DropUser, of?: string) => {
    const url = `${baseUrl}/portal/integrations/${user.integrationId}`;
    return (await selectOutcomes(sql, user, of)).flatMap((outcome) => {
      const result = resultOf(outcome, url);
      if (!result) return [];
      const bytes = Buffer.from(`${JSON.stringify(result, null, 2)}\n`);
      return [
        { name: `${outcome.name}${RESULT}`, bytes, changedAt: outcome.finishedAt ?? outcome.changedAt },
      ];
    });
  };
  const findResult = async (user: DropUser, name: string) =>
    name.endsWith(RESULT) ? (await results(user, name.slice(0, -RESULT.length)))[0] : undefined;
  return {
    findByPassword: (username, password, address) => findByPassword(sql, username, password, address),
    async publicKeysOf(username) {
      const user = await findDropUser(sql, username);
      const keys = user && (await selectPublicKeys(sql, user));
      if (!user || !keys) return [];
      const { companyId, integrationId } = user;
      return keys.flatMap(linesOf).map((key) => {
        const credential = { kind: 'key', key } as const;
        return { user: { companyId, integrationId, username, credential }, key };
      });
    },
    noteSignIn: (user, address) => noteSignIn(sql, user, address),
    async list(user) {
      const made = (await results(user)).map(({ bytes, ...file }) => ({ ...file, bytes: bytes.length }));
      return [...(await selectUnread(sql, user)), ...made];
    },
    async find(user, name) {
      if (!isResult(name)) return (await selectUnread(sql, user, name))[0];
      const result = await findResult(user, name);
      return result && { ...result, bytes: result.bytes.length };
    },
    async readResult(user, name) {
      return (await findResult(user, name))?.bytes;
    },
    async begin(user, name, maxFiles) {
      const counter = counterOf(`drops ${user.companyId} ${user.integrationId}`);
      const { wait } = await countUp(sql, counter, RATES.dropsOfIntegration);
      if (wait !== undefined) return undefined;
      const file = await sql.begin(async (tx) => {
        await requireAccess(tx, user);
        const { arriving, others } = await countFiles(tx, user, name);
        return arriving + others < maxFiles ? await insertArriving(tx, user, name) : undefined;
      });
      return file && receive(sql, { user, file, name, maxFiles });
    },
    rename: (user, from, to) =>
      sql.begin(async (tx) => {
        await requireAccess(tx, user);
        return await renameFile(tx, user, from, to);
      }),
    remove: (user, name) =>
      sql.begin(async (tx) => {
        await requireAccess(tx, user);
        return await deleteUnread(tx, user, name);
      }),
    async take(user, name) {
      const { companyId, integrationId } = user;
      await sql.begin(async (tx) => {
        // It locks the integration: a source that is being activated either sees the file, or is seen here.
        await requireAccess(tx, user);
        if (!(await completeFile(tx, user, name))) return;
        await record(tx, user, 'hr-file-dropped', { file: name });
        await setPullDue(tx, companyId, integrationId);
        await queueDuePulls(tx, companyId);
      });
      onTaken(companyId);
    },
  };
}

/** A wrong password takes as long as an unknown user: both are counted, and one hash is made for both. */
async function findByPassword(
  sql: Pool,
  username: string,
  password: string,
  address: string,
): Promise<SignedInUser | undefined> {
  const network = networkOf(address);
  const user = await findDropUser(sql, username);
  const isKnown = user?.knownNetworks.includes(network) ?? false;
  // Strangers who guess do not lock out a network that the user has signed in from.
  const counters = isKnown
    ? [{ counter: counterOf(`drop user ${username} at ${network}`), rate: RATES.signInsOfUser }]
    : [
        { counter: counterOf(`drop address ${network}`), rate: RATES.signInsOfAddress },
        { counter: counterOf(`drop user ${username}`), rate: RATES.signInsOfUser },
      ];
  for (const { counter, rate } of counters)
    if ((await countUp(sql, counter, rate)).wait !== undefined) return undefined;
  const takeBack = async () => {
    for (const { counter } of counters) await countDown(sql, counter);
  };
  const hash = user?.passwordHash ?? NOBODYS_HASH;
  const isRight = await verifyPassword(password, hash, network).catch(async (error) => {
    // The server is busy: nothing was compared, so nothing counts.
    await takeBack();
    throw error;
  });
  if (!user || !isRight || hash === NOBODYS_HASH) return undefined;
  await takeBack();
  if (!(await selectPublicKeys(sql, user))) return undefined;
  if (!isKnown) await addKnownNetwork(sql, username, network);
  const { companyId, integrationId } = user;
  return { companyId, integrationId, username, credential: { kind: 'password', hash } };
}

/** One entry for all of a user from the same address within a quarter of an hour. */
async function noteSignIn(sql: Pool, user: SignedInUser, address: string): Promise<void> {
  const counter = counterOf(`drop sign-in ${user.username} ${address}`);
  const { wait } = await countUp(sql, counter, RATES.dropSignInsNoted);
  if (wait === undefined) await record(sql, user, 'hr-source-signed-in', { address });
}

async function record(
  sql: Sql,
  { companyId, integrationId }: DropUser,
  action: AuditAction,
  details: { file: string } | { address: string },
): Promise<void> {
  const subject = { type: 'hr-integration', id: integrationId };
  await recordChange(sql, companyId, { actor: { type: 'system' }, action, subject, details });
}

interface Receiving {
  user: SignedInUser;
  file: Arriving;
  name: string;
  maxFiles: number;
}

/** Stores a file in parts of equal size, whatever the client sends at a time. */
function receive(sql: Pool, { user, file, name, maxFiles }: Receiving): DroppedFile {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let position = 0;
  let total = 0;
  const store = async () => {
    if (waitingBytes === 0) return;
    const part = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    await insertPart(sql, file, position++, part);
  };
  return {
    async append(bytes) {
      waiting.push(bytes);
      waitingBytes += bytes.length;
      total += bytes.length;
      if (waitingBytes >= DROPS.partBytes) await store();
    },
    async finish() {
      await store();
      return await sql.begin(async (tx) => {
        await requireAccess(tx, user);
        // While it arrived, the one that it was to replace may have got another name.
        const isOneTooMany = (await countFiles(tx, user, name)).others >= maxFiles;
        if (isOneTooMany) await deleteFile(tx, file);
        else await closeFile(tx, file, name, total);
        return !isOneTooMany;
      });
    },
    discard: () => deleteFile(sql, file),
  };
}
