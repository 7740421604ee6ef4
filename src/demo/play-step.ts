import { moveClock } from '../company/companies/move-clock.ts';
import { setCompany } from '../company/companies/set-company.ts';
import { createGroup } from '../company/groups/create-group.ts';
import { handOver } from '../company/handovers/hand-over.ts';
import { setIntegration } from '../company/integrations/set-integration.ts';
import { type Actor, OPERATOR } from '../domain/audit/record-change.ts';
import { createEmployee } from '../people/employees/create-employee.ts';
import { linkEmployee } from '../people/employees/link-employee.ts';
import type { Transaction } from '../platform/db/types.ts';
import { answerContract } from '../tickets/contracts/answer-contract.ts';
import { addUpload } from '../tickets/documents/add-upload.ts';
import { inDay } from '../tickets/issue/open-day.ts';
import { perform } from '../tickets/subscriptions/actions/perform.ts';
import { type Act, answerOf, type When } from './acts.ts';
import type { Stage } from './cast.ts';
import { GROUPS } from './company.ts';
import { PEOPLE } from './people.ts';
import type { Person } from './person.ts';
import { dateOfBirth, emailOf, pictureOf } from './person-facts.ts';
import type { Happening } from './script.ts';
import { applyRosters, sendRoster } from './send-roster.ts';
import { hasRun, selectOpenOffers, selectPeople } from './stories-sql.ts';

/** Marks the step as played, in the transaction of its last change. */
type Done = (tx: Transaction) => Promise<void>;

/**
 * Plays a step with the verbs that API, portal and command line use. If it is interrupted and played again, the result is the
 * same: a step is one transaction, or what it repeats changes nothing.
 */
export async function playStep(stage: Stage, happening: Happening, done: Done): Promise<void> {
  const { database, companyId } = stage;
  const { sql } = database;
  switch (happening.type) {
    case 'company-created':
      return await sql.begin(done);
    case 'clock':
      await moveClock(sql, 'staging', companyId, OPERATOR, happening.to);
      return await sql.begin(done);
    case 'roster': {
      const { syncId, integration } = happening;
      const isSent = await hasRun(sql, companyId, stage.integrations[integration], syncId);
      const claimed = isSent ? undefined : await sendRoster(stage, happening);
      await applyRosters(sql, companyId, claimed, happening.fails ?? false);
      return await sql.begin(done);
    }
    case 'roster-again':
      await sendRoster(stage, happening, done);
      return;
    case 'subsidy':
      return await sql.begin(async (tx) => {
        await setCompany(tx, companyId, actorOf(stage), { subsidyCents: happening.cents });
        await done(tx);
      });
    case 'groups':
      return await sql.begin(async (tx) => {
        for (const group of GROUPS) await createGroup(tx, companyId, actorOf(stage), group);
        await done(tx);
      });
    case 'hold':
      return await sql.begin(async (tx) => {
        const id = stage.integrations[happening.integration];
        await setIntegration(tx, companyId, id, actorOf(stage), { holdPercent: happening.percent });
        await done(tx);
      });
    case 'acts':
      return await sql.begin(async (tx) => {
        for (const { owner, act } of happening.acts) await playAct(tx, stage, owner, act);
        await done(tx);
      });
    case 'answers':
      await answerOffers(stage, happening.when);
      return await sql.begin(done);
    case 'hand-over':
      return await sql.begin(async (tx) => {
        await handOver(tx, companyId, actorOf(stage), { month: happening.month, language: 'de' });
        await done(tx);
      });
    case 'document': {
      const { owner, name, bytes, downloadable } = happening.document;
      return await sql.begin(async (tx) => {
        const employeeId = await idOf(tx, stage, owner);
        await addUpload(tx, companyId, actorOf(stage), { employeeId, name, bytes, downloadable });
        await done(tx);
      });
    }
  }
}

const actorOf = ({ userId }: Stage): Actor => ({ type: 'portal-user', id: userId });

async function playAct(tx: Transaction, stage: Stage, owner: number, act: Act): Promise<void> {
  const { companyId, timeline, integrations } = stage;
  const actor = actorOf(stage);
  if (act.what === 'create') {
    const { firstName, lastName } = personAt(owner);
    await createEmployee(tx, companyId, actor, {
      firstName,
      lastName,
      email: emailOf(personAt(owner)),
      dateOfBirth: dateOfBirth(personAt(owner), timeline),
      profileImage: pictureOf(personAt(owner), owner),
    });
    return;
  }
  const employeeId = await idOf(tx, stage, owner);
  if (act.what === 'link') return await linkEmployee(tx, companyId, employeeId, integrations[act.to], actor);
  const month = (offset: number) => timeline.month(offset).slice(0, 7);
  const input =
    act.what === 'pause'
      ? { fromMonth: month(act.from), ...(act.until !== null && { untilMonth: month(act.until - 1) }) }
      : 'plan' in act && act.plan
        ? { planType: act.plan }
        : {};
  await inDay(tx, companyId, 'unlimited', (day) => perform(tx, day, employeeId, actor, act.what, input));
}

/** Answers all open offers, also those that follow from an answer. */
async function answerOffers(stage: Stage, when: When): Promise<void> {
  const { database, companyId } = stage;
  const { sql } = database;
  const people = new Map((await peopleOf(sql, stage)).map(({ id, person }) => [id, person]));
  for (let isAnswered = true; isAnswered; ) {
    isAnswered = false;
    for (const { id: offerId, employeeId, reason, linkVersion } of await selectOpenOffers(sql, companyId)) {
      const person = people.get(employeeId);
      const answer = person ? answerOf(person, reason, when) : 'none';
      if (answer === 'none') continue;
      const link = { linkVersion, linkClass: 'mailed' } as const;
      await answerContract(sql, { companyId, offerId, ...link }, answer, { by: link });
      isAnswered = true;
    }
  }
}

async function idOf(tx: Transaction, stage: Stage, owner: number): Promise<number> {
  const found = (await peopleOf(tx, stage)).find(({ person }) => person === personAt(owner));
  if (!found) throw new Error(`nobody has added person ${owner} of the demo`);
  return found.id;
}

async function peopleOf(sql: Parameters<typeof selectPeople>[0], { companyId, timeline }: Stage) {
  const keyOf = (firstName: string, born: string) => `${firstName} ${born}`;
  const known = new Map(
    PEOPLE.map((person) => [keyOf(person.firstName, dateOfBirth(person, timeline)), person]),
  );
  const people = await selectPeople(sql, companyId);
  return people.map(({ id, firstName, dateOfBirth: born }) => ({
    id,
    person: known.get(keyOf(firstName, born)),
  }));
}

function personAt(owner: number): Person {
  const person = PEOPLE[owner];
  if (!person) throw new Error(`the demo has no person ${owner}`);
  return person;
}
