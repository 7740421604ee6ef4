import type { Actor } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { Overtaken } from '../../platform/claims/claims.ts';
import { isDatabaseUnavailable } from '../../platform/db/failures.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { selectSubjectsForUpdate } from '../../tickets/subscriptions/actions/actions-sql.ts';
import { performAll } from '../../tickets/subscriptions/actions/perform.ts';
import { checkMailable, selectMailable } from '../employee-page/mailable.ts';
import { sendPageLinks } from '../employee-page/send-page-link.ts';
import {
  type ClaimedOrder,
  type PersonOutcome,
  selectNextPeople,
  setOutcomes,
  settleBulkAction,
} from './bulk-actions-sql.ts';
import { checkAction, type Judged, judge } from './judge.ts';

/** A batch holds the company's lock. Other people's actions wait for it. */
const PEOPLE_OF_A_BATCH = 500;
/** Performed one by one, this many people take about as long as a batch that is performed together. */
const PEOPLE_TRIED_ALONE = 25;

/**
 * Does a claimed action for its next people, in one transaction under the company's lock: the people of a batch are done together
 * with their outcomes, or not at all. A refusal concerns one person only. The transaction also settles the claim, so it fails if
 * another node has claimed the action. Returns errors that nobody expected.
 */
export async function performBatch(
  tx: Transaction,
  order: ClaimedOrder,
  { max = PEOPLE_OF_A_BATCH }: { max?: number } = {},
): Promise<unknown[]> {
  const { companyId, id } = order;
  return await inDay(tx, companyId, 'short', async (day) => {
    const people = await selectNextPeople(tx, companyId, id, max);
    const { outcomes, failures } = await perform(tx, day, order, people);
    await setOutcomes(tx, companyId, id, outcomes);
    const isFinished = people.length < max && outcomes.length === people.length;
    if (!(await settleBulkAction(tx, order, { isFinished }))) throw new Overtaken();
    return failures;
  });
}

interface Performed {
  outcomes: PersonOutcome[];
  failures: unknown[];
}

async function perform(
  tx: Transaction,
  day: OpenDay,
  { id, action, input, userId }: ClaimedOrder,
  people: readonly number[],
): Promise<Performed> {
  const actor: Actor = { type: 'portal-user', id: userId };
  if (action === 'send-links')
    return await doTogether(
      tx,
      judge(await selectMailable(tx, day.companyId, people), checkMailable),
      (some, possible) => sendPageLinks(some, day.companyId, possible, { bulkActionId: id }, actor),
    );
  const subjects = await selectSubjectsForUpdate(tx, day, people);
  return await doTogether(
    tx,
    judge(subjects, (subject) => checkAction(day, subject, action, input)),
    (some, possible) => performAll(some, day, possible, actor, action, input),
  );
}

/**
 * Does the work for everybody at once. If it fails, the first of them are tried alone, because an error that nobody
 * expected mostly concerns one person. The others wait for the next batch.
 */
async function doTogether<Person extends { employeeId: number }>(
  tx: Transaction,
  { possible, refused }: Judged<Person>,
  work: (tx: Transaction, people: readonly Person[]) => Promise<unknown>,
): Promise<Performed> {
  const outcomes: PersonOutcome[] = refused.map((refusal) => ({ ...refusal, outcome: 'refused' }));
  const isDone = async (people: readonly Person[], onError: (error: unknown) => void): Promise<boolean> => {
    try {
      await tx.savepoint((some) => work(some, people));
      return true;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      onError(error);
      return false;
    }
  };
  const failures: unknown[] = [];
  const done = ({ employeeId }: Person): PersonOutcome => ({ employeeId, outcome: 'done' });
  if (possible.length === 0 || (await isDone(possible, () => {})))
    return { outcomes: [...outcomes, ...possible.map(done)], failures };
  for (const person of possible.slice(0, PEOPLE_TRIED_ALONE)) {
    const alone = await isDone([person], (error) => failures.push(error));
    outcomes.push(alone ? done(person) : { employeeId: person.employeeId, outcome: 'failed' });
  }
  return { outcomes, failures };
}
