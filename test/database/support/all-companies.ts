interface AllCompanies {
  name: string;
  reason: string;
  /** Each on one line, with `$` for a value and `…` for any text. */
  statements: readonly string[];
  /** Only the start of a node sends them. Tests start nodes as processes of their own, whose statements nobody reads. */
  isAtStart?: true;
}

const WORK: readonly AllCompanies[] = [
  {
    name: 'abandoned uploads',
    reason: 'Every 30 s, over the few uploads that exist.',
    statements: ['select distinct w.company_id as id from roster_uploads w where …'],
  },
  {
    name: 'bulk actions to perform',
    reason: 'Every second, by an index of the few unfinished actions.',
    statements: ['select distinct w.company_id as id from bulk_actions w where w.finished_at is null and …'],
  },
  {
    name: 'companies that are behind the prices',
    reason: 'Every 30 s, one row a company.',
    statements: ['select id from companies where prices_followed < $ order by id'],
  },
  {
    name: 'companies that are due',
    reason: 'Every 30 s and for the metrics, one row a company.',
    statements: ['select id from companies where issued_through is null or …'],
  },
  {
    name: 'companies that remind',
    reason: 'Every 30 s, one row a company.',
    statements: ['select id from companies where mail_employees and …'],
  },
  {
    name: 'companies with a month for payroll',
    reason: 'Every 30 s, one row a company.',
    statements: ['select id from companies where payroll_told_month is distinct from issued_through and …'],
  },
  {
    name: 'companies with next terms',
    reason: 'Every 30 s, over people whose next term waits.',
    statements: [
      'select distinct c.id from employees e join companies c on … where e.following_start is not null and …',
    ],
  },
  {
    name: 'companies with old rows',
    reason: 'Once an hour for each kind of row, one step of an index a company.',
    statements: [
      'select c.id from companies c where exists ( select from "…" r where r.company_id = c.id and … < now() - …',
      'select c.id from companies c cross join lateral (select at from audit_log a where a.company_id = c.id order by a.id limit 1) …',
      'select c.id from companies c cross join lateral ( select created_at from events e where e.company_id = c.id and … limit 1 ) …',
      'select c.id from companies c cross join lateral ( select run_id from sync_changes s where s.company_id = c.id … limit 1 ) …',
      'select distinct company_id as id from join_requests where asked_at < now() - …',
    ],
  },
  {
    name: 'companies with open requests',
    reason: 'Every 30 s, by an index of the open requests.',
    statements: ["select distinct company_id as id from employee_requests where status = 'open' order by 1"],
  },
  {
    name: 'companies with work',
    reason: 'Every second, by an index of unfinished runs.',
    statements: [
      "select distinct w.company_id as id from sync_runs w where w.status in ('queued', 'running') and …",
    ],
  },
  {
    name: 'dropped files',
    reason: 'Every 30 s, by an index, over the files of the last month.',
    statements: ['delete from dropped_files where created_at < now() - …'],
  },
  {
    name: 'events to number',
    reason: 'Every minute, by an index of events without a number, which are few.',
    statements: ['select distinct company_id as "companyId" from events where number is null order by 1'],
  },
  {
    name: 'folders with files',
    reason: 'Every 10 s on a node with DROP_DIR that has such folders, by their ids.',
    statements: [
      'select i.company_id as "companyId", i.id as "integrationId" from hr_integrations i where i.id = any($::bigint[]) and …',
    ],
  },
  {
    name: 'integrations to watch',
    reason: 'Every 30 s, one row an integration.',
    statements: ['select distinct i.company_id as "companyId" from hr_integrations i where …'],
  },
  {
    name: 'keys that expire soon',
    reason: 'Every 30 s, one row a key.',
    statements: [
      'select distinct k.company_id as "companyId" from api_keys k where k.expiry_told_at is null and …',
    ],
  },
  {
    name: 'mail batches to unpack',
    reason: 'Every second, over the few batches that wait.',
    statements: [
      'select company_id as "companyId", id, kind from mail_batches order by created_at, company_id, id limit 1',
    ],
  },
  {
    name: 'mails that are due',
    reason: 'At most once a second, by an index of waiting mails.',
    statements: [
      'select distinct company_id as "companyId", rank from ( select … from mails w where … union all select … from mails w where …',
    ],
  },
  {
    name: 'passes to compare',
    reason:
      'Every second, one row a company with passes, and by an index of the passes whose ticket is over.',
    statements: [
      'select k.company_id as id from pass_counters k join companies c on c.id = k.company_id where (…) order by 1',
    ],
  },
  {
    name: 'passes to update',
    reason: 'Every second, by an index of the devices that wait.',
    statements: ['select distinct w.company_id as id from pass_registrations w where w.wallet = $ and …'],
  },
  {
    name: 'progress of finished runs',
    reason: 'Every 30 s, over the few rows of progress.',
    statements: ['delete from sync_progress p where not exists ( select from sync_runs r where …'],
  },
  {
    name: 'pulls to fetch',
    reason: 'Every second, by an index of the few open pulls.',
    statements: [
      'select distinct w.company_id as id from roster_pulls w where w.finished_at is null and not w.awaits_source and …',
    ],
  },
  {
    name: 'running changes',
    reason: 'Every 30 s, over the few changes that are running.',
    statements: ['select distinct company_id as id from running_changes where begun_at < …'],
  },
  {
    name: 'sign-ins that have expired',
    reason: 'Every 30 s, over the few that are open.',
    statements: [
      'delete from portal_sign_ins where expires_at <= now()',
      'delete from identity_attempts where expires_at <= now()',
    ],
  },
  {
    name: 'sources that are due',
    reason: 'Every 30 s, by an index of the times.',
    statements: ['select distinct s.company_id as id from hr_sources s where s.next_pull_at <= now()'],
  },
  {
    name: 'webhooks to serve',
    reason: 'Every second, one row an endpoint that is on.',
    statements: ['select distinct w.company_id as id from webhook_endpoints w where w.is_slow = $ and …'],
  },
  {
    name: 'what pulls have left',
    reason: 'Every 30 s, over the few rows of pulls that are under way or being previewed.',
    statements: [
      'delete from "pulled_people" s where not exists ( select from roster_pulls p where …',
      'delete from "pulled_absences" s where not exists ( select from roster_pulls p where …',
      'update roster_pulls set preview = null where preview is not null and finished_at < …',
    ],
  },
];

const OPERATOR: readonly AllCompanies[] = [
  {
    name: 'admins who get mails',
    reason: 'The doctor looks for companies without one.',
    statements: ['select distinct company_id as "companyId" from portal_users u where u.role = any(…'],
  },
  {
    name: 'audit entries of a price',
    reason: 'The operator changes a price, and every company can read so in its audit log.',
    statements: ["insert into audit_log (company_id, …) select id, $, $, 'company', id, $ from companies"],
  },
  {
    name: 'backup',
    reason: 'The operator saves and restores all companies at once.',
    statements: [
      'copy "…" (…) to stdout',
      'select count(*)::float8 as count from "…"',
      'select exists (select from "…") as "hasRows"',
    ],
  },
  {
    name: 'company of an id',
    reason: 'Operators name people, integrations, keys and webhooks by their id alone.',
    statements: [
      'select company_id as "companyId" from api_keys where id = $',
      'select company_id as "companyId" from employees where id = $',
      'select company_id as "companyId" from hr_integrations where id = $',
      'select company_id as "companyId" from webhook_endpoints where id = $',
      'update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $',
    ],
  },
  {
    name: 'effects of a price',
    reason: 'The operator changes a price, which concerns all companies.',
    statements: [
      'with prices as materialized ( select $::date as month, … ), tickets_of_month as ( select … from companies c …',
    ],
  },
  {
    name: 'first open month',
    reason: 'The operator changes a price: the month has begun in no company.',
    statements: [
      "select to_char(first_of_next_month(day), 'YYYY-MM') as month, … from ( select … from companies union all …",
    ],
  },
  {
    name: 'free address of a demo user',
    reason: 'An address belongs to one user of all companies.',
    statements: [
      'select number from generate_series(1, (select count(*)::int + 1 from portal_users)) as number where …',
    ],
  },
  {
    name: 'list of companies',
    reason: 'The operator lists all companies.',
    statements: ['select id, name, … from companies order by id'],
  },
  {
    name: 'metrics',
    reason: 'A scrape of the metrics counts over all companies. The doctor does too.',
    statements: [
      'select coalesce(sum(tickets_issued), 0)::bigint as tickets from companies',
      'select count(*) as events, … from events where number is null',
      'select count(*) filter (where status <> \'held\') as "unfinishedRuns", … from sync_runs where status in (…)',
      'select i.company_id as "companyId", i.id, … from hr_integrations i left join sync_runs latest …',
      'select wallet, count(*) … from pass_registrations where … group by wallet',
      'select coalesce((select jsonb_object_agg(state, count) from ( select … from webhook_endpoints w group by 1 ) by_state), …',
      'with by_state as ( select … from mails where … union all select … from mail_batches …',
    ],
  },
  {
    name: 'secrets',
    reason: 'At the start of a node, if the secret key has changed. The doctor does too.',
    statements: [
      'select company_id as "companyId", client_secret as "clientSecret" from identity_providers order by company_id',
      'select company_id as "companyId", endpoint_id as "endpointId", slot, sealed from webhook_secrets',
      'select company_id as "companyId", integration_id as "integrationId", state, secrets from hr_sources order by …',
      'select company_id as "companyId", id, serial, token from wallet_passes where not starts_with(token, $) and …',
      'select min(jsonb_build_array(company_id, id, serial, token)::text) as sample, count(*) as passes from wallet_passes where …',
    ],
  },
];

const AT_START: readonly AllCompanies[] = [
  {
    name: 'first company',
    reason: 'At the start of a node, which says how to get in, and decides whether to create a demo company.',
    statements: ['select id from companies order by id limit 1', 'select from companies limit 1'],
    isAtStart: true,
  },
  {
    name: 'stories of demo companies',
    reason: 'At the start of a node, which goes on with stories that another node has left when it died.',
    statements: ['select company_id as id from demo_stories order by company_id'],
    isAtStart: true,
  },
];

/** What is known before the company is: the row that is found names it. */
const BEFORE_THE_COMPANY: readonly AllCompanies[] = [
  {
    name: 'address of a page',
    reason:
      'Somebody asks for the link to their page by e-mail address alone. One step of an index a company.',
    statements: [
      'select … from companies c cross join lateral ( select … from employees where company_id = c.id and email_normal = normal_email($) …',
    ],
  },
  {
    name: 'address of a user',
    reason: 'Somebody signs in with an e-mail address and a password.',
    statements: [
      'select … from portal_users u join companies c on c.id = u.company_id where u.email_normal = normal_email($) and …',
    ],
  },
  {
    name: 'domain of an identity provider',
    reason: 'Somebody signs in through the identity provider of their e-mail address.',
    statements: [
      'select p.link, … from identity_domains d join identity_providers p on p.company_id = d.company_id … where d.domain = $ and …',
    ],
  },
  {
    name: 'link of an identity provider',
    reason: 'Somebody signs in at the address that their company has published.',
    statements: ['select p.company_id as "companyId", … from identity_providers p … where p.link = $'],
  },
  {
    name: 'passkey',
    reason: 'Somebody signs in without an e-mail address.',
    statements: ['select … from portal_passkeys p join portal_users u on … where p.credential_id = $ and …'],
  },
  {
    name: 'token of an attempt at an identity provider',
    reason: 'The identity provider sends the browser back with a token.',
    statements: [
      'delete from identity_attempts where token_digest = $ returning company_id as "companyId", …',
    ],
  },
  {
    name: 'token of a session',
    reason: 'Each request of the portal has the cookie with the token.',
    statements: [
      'select u.id as "userId", … from portal_sessions s join portal_users u on … where s.token_digest = $ and …',
    ],
  },
  {
    name: 'token of a sign-in',
    reason: 'Between password and passkey, the browser has the cookie with the token.',
    statements: [
      'select … from portal_sign_ins where token_digest = $ and expires_at > now()',
      'delete from portal_sign_ins where token_digest = $ and expires_at > now()',
    ],
  },
  {
    name: 'token of an invitation',
    reason: 'Somebody opens the link of an invitation.',
    statements: ['select i.id, … from portal_invitations i join companies c on … where i.token_digest = $…'],
  },
  {
    name: 'username of a key',
    reason: 'Each request of the API has the username of a key.',
    statements: ['select k.id, … from api_keys k join api_key_secrets s on … where k.username = $ and …'],
  },
];

/** The id is that of the key or the user who has just proved to be it. */
const BY_PROVEN_ID: readonly AllCompanies[] = [
  {
    name: 'key of the request',
    reason: 'Its id comes from the look-up of its username.',
    statements: [
      'select from api_keys where id = $ and revoked_at is null and …',
      'update api_keys set last_used_at = now() where id = $ and …',
      'update api_keys set refused_at = now(), … where id = $ and …',
    ],
  },
  {
    name: 'user who signs in',
    reason: 'The id comes from the look-up of an address, a passkey or an invitation.',
    statements: [
      'insert into portal_sessions (…) select $, id, … from portal_users where id = $ and removed_at is null …',
      'update portal_users set last_signed_in_at = now() where id = $',
    ],
  },
];

/**
 * The statements that do not name the company of every row, each with its reason. `npm test` prints a statement that is missing here
 * and fails. A run of all tests also fails if no statement is one of these.
 */
export const ALL_COMPANIES = [...WORK, ...OPERATOR, ...AT_START, ...BEFORE_THE_COMPANY, ...BY_PROVEN_ID];
