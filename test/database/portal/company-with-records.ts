import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { inviteUser } from '../../../src/accounts/invite-user.ts';
import { insertPasskey } from '../../../src/accounts/passkeys/passkeys-sql.ts';
import { digestOfToken } from '../../../src/accounts/token.ts';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../../src/company/api-keys/permissions.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { emit } from '../../../src/domain/events/emit.ts';
import { createWebhook } from '../../../src/notifications/webhooks/create-webhook.ts';
import { createWebhooks } from '../../../src/notifications/webhooks/webhooks.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import { activateSource, draftSource, mapDraft } from '../../../src/rosters/pull/set-up-source.ts';
import { createSources } from '../../../src/rosters/pull/sources.ts';
import type { EmployeeAction } from '../../../src/tickets/subscriptions/actions/employee-actions.ts';
import { insertBulkAction } from '../../../src/views/bulk-actions/bulk-actions-sql.ts';
import { enrol } from '../support/actions.ts';
import { addDocument, addPerson, freezeClock } from '../support/people.ts';
import type { TestService } from '../support/service.ts';
import { entry } from '../support/syncing-company.ts';
import { createPortalCompany, createPortalUser, newSession, type PortalUser } from './portal.ts';
import { enteredMapping, enteredSource, type Ids } from './routes.ts';

/** A company with a record of every kind that a path of the portal's API can name. */
export async function createCompanyWithRecords(service: TestService) {
  const { sql } = service.database;
  const { company, admin } = await createPortalCompany(service);
  const { id } = company;
  await freezeClock(sql, id);
  const viewer = await createPortalUser(service, id, 'viewer');
  const integrations = { name: 'HR', type: 'api-integration' } as const;
  const integration = await createIntegration(sql, id, OPERATOR, integrations);
  const otherIntegration = await createIntegration(sql, id, OPERATOR, integrations);
  await sql`
    insert into roster_pulls (company_id, integration_id, sync_id, purpose)
    values (${id}, ${otherIntegration}, 'open', 'preview')`;
  const links = [{ integrationId: integration, hrId: 'P1' }];
  const employee = await addPerson(sql, id, { termStart: '2026-01-01', tickets: ['2026-11'], links });
  await sql`
    insert into audit_log (company_id, actor_type, action, subject_type, subject_id)
    values (${id}, 'operator', 'employee-created', 'employee', ${employee})`;
  const key = { environment: 'staging', name: 'k', permissions: PERMISSIONS } as const;
  const email = `invited-${id}@example.com`;
  const user = (await createPortalUser(service, id)).id;
  await insertTestPasskey(sql, id, user);
  const ids: Ids = {
    employee,
    document: await addDocument(service, id, { employeeId: employee }),
    ...(await addApplicant(sql, id)),
    ...(await addRequests(sql, id)),
    stranger: await addStranger(sql, id),
    integration,
    otherIntegration,
    ...(await addSources(service, id)),
    ...(await addHeldRun(sql, id, integration)),
    key: (await createKey(sql, id, OPERATOR, key)).id,
    user,
    invitation: (await sql.begin((tx) => inviteUser(tx, id, OPERATOR, { email, role: 'viewer' }, undefined)))
      .id,
    session: await addSession(service, admin),
    passkey: await insertTestPasskey(sql, id, admin.id),
    mail: await addKeptMail(sql, id),
    webhook: await addWebhook(service, id),
    bulkAction: await insertBulkAction(sql, id, admin.id, { action: 'cancel', input: {}, ids: [employee] }),
  };
  return { id, admin, viewer, ids };
}

async function addRequests(
  sql: Pool,
  companyId: number,
): Promise<Pick<Ids, 'asker' | 'request' | 'otherRequest' | 'approvedRequest' | 'refusedRequest'>> {
  const asker = await addPerson(sql, companyId, { termStart: '2026-01-01', tickets: ['2026-11'] });
  const first = '2027-03-01';
  const add = async (action: EmployeeAction, effectiveOn: string | null = first) => {
    const [row] = await sql<{ id: number }[]>`
      insert into employee_requests (company_id, employee_id, action, from_month, asked_on, link_class, effective_on)
      values (${companyId}, ${asker}, ${action}, ${action === 'pause' ? first : null}, '2026-11-15', 'mailed',
        ${effectiveOn})
      returning id`;
    assert(row);
    return row.id;
  };
  return {
    asker,
    request: await add('pause'),
    otherRequest: await add('resume'),
    approvedRequest: await add('cancel', '2027-01-01'),
    refusedRequest: await add('withdraw-cancellation', null),
  };
}

async function addStranger(sql: Pool, companyId: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into join_requests (company_id, email, date_of_birth)
    values (${companyId}, 'stranger@example.com', '1990-02-03') returning id`;
  assert(row);
  return row.id;
}

async function addSources(service: TestService, companyId: number): Promise<Pick<Ids, 'pulled' | 'pull'>> {
  const { sql } = service.database;
  const sources = createSources(service);
  const type = 'hr-integration';
  const pulled = await createIntegration(sql, companyId, OPERATOR, { name: 'Fetched', type });
  const place = { companyId, integrationId: pulled, actor: OPERATOR };
  const pull = `pull-${companyId}`;
  const preview = { counts: {}, warnings: [], isHeld: false, unfinishedRuns: 0, changes: [] };
  await sql.begin(async (tx) => {
    const draft = async () => {
      await draftSource(tx, sources, place, enteredSource);
      await mapDraft(tx, place, enteredMapping);
    };
    await draft();
    await activateSource(tx, place, 'manual');
    await draft();
    await tx`
      insert into roster_pulls (company_id, integration_id, sync_id, purpose, status, preview, finished_at)
      values (${companyId}, ${pulled}, ${pull}, 'preview', 'previewed', ${tx.json(preview)}, now())`;
  });
  return { pulled, pull };
}

async function addKeptMail(sql: Pool, companyId: number): Promise<number> {
  const facts = {
    ...{ kind: 'invitation', companyName: 'Beispiel GmbH', locale: 'de-DE', timeZone: 'Europe/Berlin' },
    ...{ role: 'viewer', invitedBy: null, expiresAt: '2026-11-23T09:30:00Z', link: 'https://example.com' },
  };
  const [mail] = await sql<{ id: number }[]>`
    insert into mails (company_id, kind, address, urgency, expires_at, state, settled_at, sent_to, subject, facts)
    values (${companyId}, 'invitation', 'neu@example.com', 0, now(), 'kept', now(), 'neu@example.com', 'Einladung',
      ${sql.json(facts)})
    returning id`;
  assert(mail);
  return mail.id;
}

async function addApplicant(
  sql: Pool,
  companyId: number,
): Promise<Pick<Ids, 'applicant' | 'contract' | 'contractDocument'>> {
  const applicant = await addPerson(sql, companyId, { planType: 'split-pay-plan' });
  await sql.begin((tx) => enrol(tx, companyId, applicant, OPERATOR));
  const [offer] = await sql<{ contract: number; contractDocument: number }[]>`
    select offer_id as contract, id as "contractDocument" from documents
    where company_id = ${companyId} and employee_id = ${applicant}`;
  assert(offer);
  return { applicant, ...offer };
}

async function insertTestPasskey(sql: Pool, companyId: number, userId: number): Promise<number> {
  const id = await insertPasskey(sql, companyId, userId, {
    credentialId: randomBytes(32),
    publicKey: Buffer.alloc(77),
    counter: 0,
    transports: [],
    name: 'Key',
  });
  assert(id);
  return id;
}

/** Adds a webhook whose address does not exist, and an event for it. */
async function addWebhook(service: TestService, companyId: number): Promise<number> {
  const { sql } = service.database;
  const webhooks = createWebhooks(service);
  const given = { url: 'https://no-such-host.invalid/', eventTypes: null };
  const { id } = await sql.begin((tx) => createWebhook(tx, companyId, OPERATOR, given, webhooks));
  await sql.begin((tx) => emit(tx, companyId, 'ticket.issued', [{ employeeId: 1 }]));
  return id;
}

async function addSession(service: TestService, user: PortalUser): Promise<number> {
  const digest = digestOfToken(await newSession(service, user));
  const [session] = await service.database.sql<
    { id: number }[]
  >`select id from portal_sessions where token_digest = ${digest}`;
  assert(session);
  return session.id;
}

/** Adds a run that holds the end of the only person, a conflict about their personnel number, and a refused roster. */
async function addHeldRun(
  sql: Pool,
  companyId: number,
  integrationId: number,
): Promise<Pick<Ids, 'run' | 'conflict' | 'duplicate' | 'attempt' | 'waiting' | 'decided'>> {
  const { hrId, firstName, lastName, ...other } = entry('P1');
  const said = {
    ...{ hr_id: hrId, first_name: firstName, last_name: lastName, email: other.email, absences: [] },
    ...{ date_of_birth: other.dateOfBirth, start_date: other.startDate },
  };
  const [made] = await sql<Pick<Ids, 'run' | 'conflict' | 'duplicate' | 'attempt' | 'waiting' | 'decided'>[]>`
    with run as (
      insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, counts, entry_count,
        accepted_at, keeps_listings, body_digest, large_offboarding)
      values (${companyId}, ${integrationId}, 'nightly', 1, 'held', '{"entries": 1, "held": 1}', 1, now(), true,
        sha256('roster'), 'unseen') returning id
    ), counted as (
      update hr_integrations set last_accept_seq = 1 where company_id = ${companyId} and id = ${integrationId}
    ), link as (
      select id, employee_id from hr_links
        where company_id = ${companyId} and integration_id = ${integrationId}
    ), change as (
      insert into sync_changes (company_id, run_id, employee_id, hr_id, outcome, reason, position, entry)
      select ${companyId}, run.id, link.employee_id, 'P1', 'held', 'waits-for-approval', 0,
        '{"hr_id": "P1", "first_name": "Ada", "last_name": "King", "email": "ada@example.com", "date_of_birth": "1990-01-01",
          "start_date": "2020-01-01", "absences": []}'::jsonb
      from run, link
    ), ending as (
      insert into sync_held_ends (company_id, run_id, link_id) select ${companyId}, run.id, link.id
        from run, link
    ), conflict as (
      insert into sync_conflicts (company_id, integration_id, hr_id, link_id, run_id, entry)
      select ${companyId}, ${integrationId}, 'P1', link.id, run.id, ${sql.json(said)} from run, link
        returning id
    ), duplicate as (
      insert into possible_duplicates (company_id, integration_id, first_hr_id, hr_id, entry)
      values (${companyId}, ${integrationId}, 'P1', 'P2', ${sql.json({ ...said, hr_id: 'P2' })}) returning id
    ), waiting as (
      insert into waiting_entries (company_id, integration_id, hr_id, run_id, scope, entry)
      select ${companyId}, ${integrationId}, 'W1', run.id, array[${integrationId}::bigint],
        ${sql.json({ ...said, hr_id: 'W1', email: 'w1@example.com' })} from run returning id
    ), decided as (
      insert into waiting_entries (company_id, integration_id, hr_id, run_id, scope, entry, decision, employee_id, decided_at)
      select ${companyId}, ${integrationId}, 'W2', run.id, array[${integrationId}::bigint], ${sql.json(said)}, 'same-person',
        link.employee_id, now()
      from run, link returning id
    ), attempt as (
      insert into sync_attempts (company_id, integration_id, status, code, errors, error_count, accept_seq,
        request_id)
      values (${companyId}, ${integrationId}, 400, 'malformed-request', '[]', 0, 1, 'request') returning id
    )
    select run.id as run, conflict.id as conflict, duplicate.id as duplicate, attempt.id as attempt,
      waiting.id as waiting, decided.id as decided
    from run, conflict, duplicate, attempt, waiting, decided`;
  assert(made);
  return made;
}
