import { countDown, counterOf, countUp } from '../../../accounts/counters-sql.ts';
import { NOBODYS_HASH, verifyPassword } from '../../../accounts/password.ts';
import { networkOf } from '../../../accounts/throttle.ts';
import { lockIntegration } from '../../../company/integrations/integrations-sql.ts';
import type { Pool } from '../../../platform/db/types.ts';
import { DROPS, RATES } from '../../../platform/limits.ts';
import { queueDuePulls } from '../queue-due-pulls.ts';
import type { DropUser } from '../sftp-drop/drop-user.ts';
import { findDropUser, selectPublicKeys } from '../sftp-drop/drop-users-sql.ts';
import {
  type Arriving,
  closeFile,
  completeFile,
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
      const settings = user && (await selectPublicKeys(sql, user));
      return (settings ?? []).flatMap((keys) =>
        keys.split('\n').flatMap((key) => (user && key.trim() ? [{ user, key: key.trim() }] : [])),
      );
    },
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
    async begin(user, name) {
      const counter = counterOf(`drops ${user.companyId} ${user.integrationId}`);
      const { wait } = await countUp(sql, counter, RATES.dropsOfIntegration);
      return wait === undefined ? receive(sql, await insertArriving(sql, user, name), name) : undefined;
    },
    rename: (user, from, to) => sql.begin((tx) => renameFile(tx, user, from, to)),
    remove: (user, name) => deleteUnread(sql, user, name),
    async take(user, name) {
      const { companyId, integrationId } = user;
      await sql.begin(async (tx) => {
        // A source that is being activated either sees the file, or is seen here.
        await lockIntegration(tx, companyId, integrationId);
        await completeFile(tx, user, name);
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
): Promise<DropUser | undefined> {
  const network = networkOf(address);
  const counters = [
    { counter: counterOf(`drop address ${network}`), rate: RATES.signInsOfAddress },
    { counter: counterOf(`drop user ${username}`), rate: RATES.signInsOfUser },
  ];
  for (const { counter, rate } of counters)
    if ((await countUp(sql, counter, rate)).wait !== undefined) return undefined;
  const takeBack = async () => {
    for (const { counter } of counters) await countDown(sql, counter);
  };
  const user = await findDropUser(sql, username);
  const hash = user?.passwordHash ?? NOBODYS_HASH;
  const isRight = await verifyPassword(password, hash, network).catch(async (error) => {
    // The server is busy: nothing was compared, so nothing counts.
    await takeBack();
    throw error;
  });
  if (!user || !isRight || hash === NOBODYS_HASH) return undefined;
  await takeBack();
  return (await selectPublicKeys(sql, user)) && user;
}

/** Stores a file in parts of equal size, whatever the client sends at a time. */
function receive(sql: Pool, file: Arriving, name: string): DroppedFile {
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
      await sql.begin((tx) => closeFile(tx, file, name, total));
    },
    discard: () => deleteFile(sql, file),
  };
}
