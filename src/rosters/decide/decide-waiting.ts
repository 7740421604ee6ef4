import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { emit } from '../../domain/events/emit.ts';
import { MANY } from '../../platform/db/planner.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { noSuch } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { reissue } from '../../tickets/issue/reissue.ts';
import { followHrFacts } from '../../tickets/subscriptions/follow-hr-facts.ts';
import type { WaitingDecision } from '../runs/sync-outcomes.ts';
import { insertLink, insertPerson } from './entry-of-link-sql.ts';
import {
  type Assignment,
  followDecided,
  type LockedEntry,
  linkDecided,
  lockWaiting,
  selectCandidates,
  selectDecidable,
  selectLinked,
  storeDecisions,
  type WaitingName,
} from './waiting-decisions-sql.ts';

/** The owner of a waiting entry: a person with its e-mail address, or a new person. */
export interface DecisionAboutEntry {
  decision: WaitingDecision;
  /** The person, for `same-person`. */
  employeeId?: number | undefined;
}

/**
 * Decides whose entry it is and applies it at once. Without an `employeeId` the only person with the address is meant.
 * Returns the person.
 */
export async function decideWaiting(
  tx: Transaction,
  companyId: number,
  name: WaitingName,
  actor: Actor,
  about: DecisionAboutEntry,
): Promise<number> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const entry = await lockWaiting(tx, companyId, name);
    if (!entry) throw noSuch('waiting entry', name.id);
    const { decision } = about;
    const employeeId = await choosePerson(tx, day, entry, about);
    if (decision === 'same-person')
      await giveToKnown(tx, day, entry.integrationId, [{ id: entry.id, employeeId }], actor);
    else await giveToNew(tx, day, entry.integrationId, [{ id: entry.id, employeeId }]);
    await recordChange(tx, companyId, {
      actor,
      action: 'waiting-entry-decided',
      subject: { type: 'employee', id: employeeId },
      details: { decision, integrationId: entry.integrationId },
    });
    return employeeId;
  });
}

/**
 * Decides all entries of the integration that leave no doubt (docs/sync.md, "Restricted keys"). Returns their number; `expected`
 * is the number that the deciding person was shown.
 */
export async function decideAllWaiting(
  tx: Transaction,
  companyId: number,
  integrationId: number,
  actor: Actor,
  { decision, expected }: { decision: WaitingDecision; expected?: number | undefined },
): Promise<number> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const { samePerson, newPerson } = await selectDecidable(tx, companyId, integrationId);
    const entries = decision === 'same-person' ? samePerson.length : newPerson.length;
    if (expected !== undefined && entries !== expected) throw refused('entries-changed', { entries });
    for (let from = 0; from < entries; from += MANY) {
      const to = from + MANY;
      if (decision === 'same-person')
        await giveToKnown(tx, day, integrationId, samePerson.slice(from, to), actor);
      else await giveToNew(tx, day, integrationId, await insertPeople(tx, day, newPerson.slice(from, to)));
    }
    if (entries > 0)
      await recordChange(tx, companyId, {
        actor,
        action: 'waiting-entries-decided',
        subject: { type: 'hr-integration', id: integrationId },
        details: { decision, entries },
      });
    return entries;
  });
}

async function choosePerson(
  tx: Transaction,
  day: OpenDay,
  entry: LockedEntry,
  about: DecisionAboutEntry,
): Promise<number> {
  const candidates = await selectCandidates(tx, day.companyId, entry.id);
  if (about.decision === 'new-person') {
    if (candidates.some(({ fits, hrId }) => fits && hrId === null)) throw refused('entry-fits-somebody');
    return await insertLinkedPerson(tx, day, entry);
  }
  const [chosen, another] = candidates.filter(
    ({ employeeId }) => about.employeeId === undefined || employeeId === about.employeeId,
  );
  if (!chosen || another) throw refused('not-with-this-address');
  if (chosen.hrId !== null) throw refused('listed-under-number', { number: chosen.hrId });
  return chosen.employeeId;
}

async function giveToKnown(
  tx: Transaction,
  day: OpenDay,
  integrationId: number,
  assignments: readonly Assignment[],
  actor: Actor,
): Promise<void> {
  const ids = assignments.map(({ id }) => id);
  await storeDecisions(tx, day, 'same-person', assignments);
  const linked = await selectLinked(tx, day.companyId, ids);
  await linkDecided(tx, day, ids);
  const renamed = await followDecided(tx, day, ids, actor);
  const employeeIds = assignments.map(({ employeeId }) => employeeId);
  const events = (isLinked: boolean) =>
    employeeIds
      .filter((employeeId) => linked.has(employeeId) === isLinked)
      .map((employeeId) => ({ employeeId, hrIntegrationId: integrationId }));
  await emit(tx, day.companyId, 'employee.updated', events(true));
  await emit(tx, day.companyId, 'employee.returned', events(false));
  await followHrFacts(tx, day, employeeIds);
  await reissue(tx, day, renamed);
}

async function insertLinkedPerson(tx: Transaction, day: OpenDay, entry: LockedEntry): Promise<number> {
  const employeeId = await insertPerson(tx, day, entry.listed);
  await insertLink(tx, day, { ...entry, employeeId });
  return employeeId;
}

async function insertPeople(
  tx: Transaction,
  day: OpenDay,
  entries: readonly LockedEntry[],
): Promise<Assignment[]> {
  const assignments: Assignment[] = [];
  for (const entry of entries)
    assignments.push({ id: entry.id, employeeId: await insertLinkedPerson(tx, day, entry) });
  return assignments;
}

/** The people and their links have been inserted. */
async function giveToNew(
  tx: Transaction,
  day: OpenDay,
  integrationId: number,
  assignments: readonly Assignment[],
): Promise<void> {
  await storeDecisions(tx, day, 'new-person', assignments);
  const employeeIds = assignments.map(({ employeeId }) => employeeId);
  const events = employeeIds.map((employeeId) => ({ employeeId, hrIntegrationId: integrationId }));
  await emit(tx, day.companyId, 'employee.added', events);
  await followHrFacts(tx, day, employeeIds);
}
