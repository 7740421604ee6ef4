-- The schema as the migrations leave it, in one file to read. Only a test executes it, on an empty database.
--
-- `npm run schema` writes this file from a migrated database. Comments, and the order of areas, tables and columns, are kept
-- as they are here; definitions are replaced. For a new table, write a sentence that says what one row is, and
-- `create table NAME ();` below it, in its area; then run the command. The same holds for functions, triggers and collations.
-- A constraint without a name has the one that PostgreSQL gave it when it was created.
--
-- In all tables:
-- - Rows of a company have the key (company_id, id), and foreign keys contain the company. So no row can refer to another
--   company's row.
-- - A `date` is a business date of the company (docs/subscriptions.md, "Business date"), a `timestamptz` is real time.
-- - Amounts are cents. Columns that end in `_digest` are SHA-256. Tokens of links and cookies are stored as digests, or
--   encrypted.
-- - `claim` and `claimed_until`: the node that works on the row, and when another node may take over
--   (docs/decisions/0033-one-way-to-claim-work.md).
--
-- Areas: Companies; People; Subscriptions and contracts; Tickets and money; Groups; Payroll; HR integrations; Rosters;
-- Decisions about rosters; Working tables of a run; Fetched rosters; API keys; Portal users; Sign-in with a passkey; Sign-in
-- with an identity provider; The employee's page; Wallet passes; Events and webhooks; Mails; Audit log; Operation.

-- ## Companies

-- The installation itself, in one row. Staging and production never share a database.
create table installation (
  only_row
  environment
  -- Where mail goes. Null: it is not set up, and nothing is queued. A node writes it when it starts.
  mail
  -- Of the key of SECRET_KEY that signs. A node with another key does not start. Null: no node has started yet.
  key_fingerprint
  -- The data as of this time is in a backup of `transit backup`. Null: no backup was made yet.
  backup_taken_at
  created_at
);

-- A company: an employer, with its settings and its clock. Transactions that write people, subscriptions or tickets lock this
-- row first, so two of them never decide by the same state (docs/architecture.md, "The company's day").
create table companies (
  id
  name
  locale
  time_zone
  -- Staging only: the business date stands still here until somebody moves it forward.
  clock_frozen_on
  auto_enrol
  default_plan_type
  subsidy_cents
  -- The last day of a month on which an action still counts for the next first. Null: the last day of the month.
  order_until_day
  cancel_until_day
  pause_until_day
  -- Months after which the data of somebody who has left may be erased.
  retention_months
  require_passkeys
  mail_employees
  -- What employees may do on their own page: nothing, ask HR, or do it themselves.
  employee_actions
  -- Whether there is a page that mails employees the link to their own page (docs/employee-page.md, "Join link").
  join_link
  -- Rises when the join link is renewed.
  join_version
  -- Whether HR sees requests of people who are not listed: join_requests.
  join_strangers
  -- Whom employees can ask, and what the company says about their data.
  contact
  privacy_note
  -- For receipts, statements and payroll files. Null: not entered.
  legal_name
  address
  tax_number
  cost_centre
  wage_type
  payroll_columns
  -- How the tax-free benefit is valued, and whether deferred shares are taken from the net pay or the gross salary
  -- (docs/costs.md, "Tax-free amounts").
  tax_free_basis
  deferred_shares
  -- The day of a month from which on its files are ready for payroll, and the last month of which users were told so.
  payroll_day
  payroll_told_month
  -- The month up to which tickets have been issued.
  issued_through
  -- Counts all tickets ever issued, for the metrics.
  tickets_issued
  -- Receipts are numbered without gaps within a company.
  last_receipt_number
  -- The business date for which events have announced everybody's status.
  statuses_told_on
  -- The version of price_list whose prices the company's offers follow.
  prices_followed
  -- Rises with every change of links, of people's identity data and of settings: a roster with the bytes of the last one need
  -- not be read if this is unchanged (docs/sync.md, "The roster mark").
  roster_facts
  -- Rises with every transaction that may change what a wallet pass shows.
  pass_facts
  created_at
  updated_at
);

-- The business date of a company.
create function business_date ();

-- ## People

-- When two e-mail addresses are the same. Plain ASCII, which nearly all are, skips the Unicode normalisation: 0.7 instead of
-- 2.8 µs each.
create function normal_email ();

-- What a search compares: lower case without accents. Plain ASCII takes the short way; the long one takes 7 µs a name.
create function searchable ();

-- For a check of employees.
create function are_ascending_months ();

-- A person, with the last subscription term. Rosters, HR and the operator write people. An erased person keeps the row,
-- without personal data.
create table employees (
  company_id
  id
  first_name
  last_name
  email
  email_normal
  -- Who changed the e-mail address last: a user, the operator, or the run of a roster. A signature by a mailed link names it.
  email_changed_at
  email_changed_by_type
  email_changed_by_id
  search_text
  date_of_birth
  profile_image
  -- Payroll fields entered by hand. Those of a link count first.
  payroll
  -- The last term; earlier ones are in past_terms. It stands in this row because every read and most filters need it: over
  -- 1,000,000 people a filter by status reads one table and joins nothing.
  -- Each end is the first day without a ticket and belongs to its owner; the earliest counts.
  term_number
  term_start
  term_end_hr
  -- The HR fact from which term_end_hr was made. While it stays the same, rosters do not move the end.
  term_end_hr_cause
  term_end_person
  term_end_contract
  -- The day on which a term went on whose end had been reached.
  term_reopened_on
  pauses_hr
  pauses_person
  -- The start follows the roster, but not to before this day. Null: the roster alone decides.
  term_not_before
  -- The date on which somebody cancelled a term before it began. A roster enrols the person again only for an employment that
  -- begins later.
  term_declined_on
  -- The start of the next term, after a gap between two employments, until the last term has ended.
  following_start
  -- The latest pause and reactivation of earlier terms.
  earlier_paused_on
  earlier_reactivated_on
  -- Null: the company's default plan.
  plan_type
  next_plan_type
  next_plan_from
  -- The amounts that the person has signed for the last term, the months from which they count, and their offers. Nobody pays
  -- more than they have signed.
  signed_from
  signed_cents
  -- Null: the offer is not known.
  signed_offers
  -- The offer whose answer the record shows. The status stands here for filters; the foreign key keeps it true.
  offer_id
  contract_status
  -- The group with its amounts, which every read and every charge needs; the foreign key keeps them true.
  group_id
  group_subsidy_cents
  group_plan_type
  -- A person chose the group: rules do not change it. Without a group, the company's amounts count.
  group_by_hand
  -- The status that events have announced last.
  told_status
  -- The link to the employee's page is derived from this number: raising it ends earlier links.
  link_version
  -- Wallet passes of an earlier version are void.
  pass_version
  erased_at
  created_at
  updated_at
);
-- A search reads this instead of the table, in half of the time.
create index employees_for_search on
-- Few people have payroll fields entered by hand, so a search for them reads this instead of everybody.
create index employees_with_payroll on

-- ## Subscriptions and contracts

-- An earlier term of a person's subscription, with the facts that it had when it was the last one.
create table past_terms (
  company_id
  employee_id
  number
  start_on
  end_hr
  end_hr_cause
  end_person
  end_contract
  reopened_on
  pauses_hr
  pauses_person
  signed_from
  signed_cents
  signed_offers
  -- A signed term that had not begun when a roster omitted the person, and the date of that. It revives if the person is listed
  -- again soon. Its number is that of the term after the last one.
  dropped_on
  -- term_not_before of a dropped term.
  not_before
);

-- A contract that the service offered to a person, with its answer: plans with an own share need one, and new amounts a new
-- one.
create table contract_offers (
  company_id
  id
  employee_id
  reason
  plan_type
  -- What exactly was offered. The text is made from it, by the templates of this version.
  terms
  text_version
  text_digest
  planned_start
  -- The business date of the offer, and the last one on which it can be answered.
  offered_on
  answer_until
  status
  decided_at
  -- An admin recorded the answer from paper. The scan is a document of the person.
  answered_on_paper
  -- How the answer was given online: docs/employee-page.md, "The proof of a signature". Null: before this was recorded.
  proof
  withdrawn_at
  -- The offer that took the place of this one.
  replaced_by
  lapse_told_at
  created_at
);

-- How an offer went: when its link was mailed first, when the person was reminded last and first opened it. Not columns of
-- contract_offers: those are written under the company's lock, for which neither a sender of mails nor a page should wait.
create table contract_progress (
  company_id
  offer_id
  employee_id
  mailed_at
  reminded_at
  opened_at
);

-- The rules below compute what follows from the facts of a subscription on a business date. They are the only place in SQL that
-- says so (docs/subscriptions.md); a test compares them with a second implementation. They take the columns of a person as
-- scalars, so that PostgreSQL inlines them.

create function subscription_end ();

-- docs/subscriptions.md, "Status".
create function subscription_status ();

create function first_of_next_month ();

create function first_on_or_after ();

-- The first day of the first month that begins after today and is neither before the start, paused, nor past the end.
create function subscription_next_ticket_on ();

-- Whether a ticket is due for the month that begins, or goes on, on that day.
create function subscription_entitled ();

-- The pauses that took or take effect: those within the term.
create function subscription_pauses ();

create function latest_pause_begun ();

-- A pause that runs into the end of the term is not followed by a reactivation.
create function latest_pause_over ();

create function plan_in_force ();

-- Somebody who pays nothing has no contract: an answer to an offer of an earlier plan counts no more. An open offer does.
create function contract_status_shown ();

-- The signed amount that counts in a month.
create function signed_amount_cents ();

-- The months that absences pause: those of which every day is covered. Kinds that pause do so from their first day; sickness
-- from its 43rd, counted over spells that overlap or touch, or at once while it is unpaid. A half day at an edge counts as
-- present.
create function absence_pauses ();

-- The termination from which an HR end was made. Null: it was made from an omission.
create function termination_of_cause ();

-- ## Tickets and money

-- The price of a monthly ticket, from this month on. The operator sets prices, for all companies.
create table ticket_prices ();

-- The version of the prices, in one row: every change of ticket_prices raises it, and companies follow one after the other.
create table price_list ();

create function prices_version ();

-- The price of a month. Months before the first price have that one.
create function ticket_price_cents ();

-- What an employee pays for a month, without regard to signed amounts: the discount is five percent of the price, rounded to
-- the cent, once the employer pays at least a quarter of it.
create function employee_contribution_cents ();

-- What the employer pays for a month. Together with employee_contribution_cents it is the price less the discount.
create function employer_share_cents ();

-- What neither side pays.
create function ticket_discount_cents ();

-- The ticket of a person for a month. Opening the company's day issues all that are due.
create table tickets (
  company_id
  id
  employee_id
  month
  valid_from
  valid_until
  issued_at
  voided_at
);

-- What a ticket cost, frozen when it was issued, or a reversal of that. Receipts, statements and payroll files read charges and
-- nothing else.
create table charges (
  company_id
  id
  -- Null once the person is erased.
  employee_id
  kind
  -- The month of the ticket, and the month whose statement has the charge.
  month
  booked_in
  plan_type
  price_cents
  discount_cents
  employer_cents
  -- The part of the employer's share above the subsidy: employees pay at most the amount that they have signed.
  beyond_subsidy_cents
  employee_cents
  -- The contract on which the employee's share rests.
  offer_id
  -- Set by the reversal. Nothing else changes in a charge, except below.
  reversed
  reverses
  -- What payroll books the charge by, and the name of the person's group, at that time. A reversal has the values of its charge.
  personnel_number
  cost_centre
  legal_entity
  group_name
  -- Set if its month had been handed over when it was booked: the file of the month after has it, as a correction.
  corrects_month
  -- Set when its month is handed over, until the person is erased.
  first_name
  last_name
  created_at
);
-- For the export and the erasure of a person.
create index charges_by_employee on

-- A document of a person: a receipt, a contract, or a file that HR has uploaded.
create table documents (
  company_id
  id
  employee_id
  kind
  name
  file_type
  downloadable
  -- What a receipt has beside its charge: number, names, days of validity. Its PDF is made when it is downloaded.
  receipt
  charge_id
  offer_id
  created_at
  updated_at
);

-- A piece of an uploaded document: neither side ever holds a whole file in memory.
create table document_chunks ();

-- ## Groups

-- The order of names in German lists (Bäcker, Böhm, Brückner), and of personnel numbers by their value (9 before 10).
create collation people_order ();

-- A value as rules of groups compare it: without spaces around it, upper and lower case alike.
create function group_value ();

-- The values of each field of a rule, as they are compared.
create function group_values ();

-- A group of people with amounts of their own (docs/costs.md, "Groups"). The first group by position whose rule fits a person
-- counts; without one, the company's amounts do.
create table groups (
  company_id
  id
  position
  name
  subsidy_cents
  default_plan_type
  -- The plans that employees may choose from.
  offered_plan_types
  -- The values that fit, by payroll field. All fields must fit, each with one of its values. A rule without fields fits nobody.
  rule
  compared_rule
  created_at
  updated_at
);

-- Whether the payroll fields of a person fit a rule. Without subqueries, so that PostgreSQL inlines it.
create function group_fits ();

-- A change of somebody's group: the group since this date, with its name of that time. The group may be gone.
create table group_memberships (
  company_id
  id
  employee_id
  -- Null: in no group any more.
  group_id
  group_name
  by_hand
  since
  created_at
);

-- A company in which a roster would have moved suspiciously many people to other groups. While the row exists, no roster moves
-- anybody; who would move follows from the rules.
create table held_group_moves ();

-- ## Payroll

-- The DATEV client of a legal entity of a company (docs/costs.md, "DATEV").
create table datev_clients (
  company_id
  -- Empty: the company itself.
  legal_entity
  adviser_number
  client_number
  -- Without a wage type its lines are left out of the files. Only LODAS has processing keys.
  withheld_wage_type
  withheld_key
  tax_free_wage_type
  tax_free_key
);

-- A month whose files were handed over to payroll (docs/costs.md, "Handing over"). They do not change any more.
create table handovers (
  company_id
  month
  handed_over_at
  -- By whom, as in the audit log.
  actor_type
  actor_id
  actor_name
  -- What the files were written with, by the names of the settings.
  settings
  tax_free_basis
  -- The SHA-256 of each file, by its format.
  digests
  -- What the files added up to. Null: handed over before this was kept.
  figures
);

-- ## HR integrations

-- A source of rosters: an HR system, or a program of the company. Status and last sync are computed from its runs.
create table hr_integrations (
  company_id
  id
  name
  type
  auto_sync_default
  -- A run with more ends than this is held for a decision. Null: never.
  hold_count
  hold_percent
  approve_by
  -- What happens with a roster that has invalid entries: it is refused, or accepted with their people kept as they are.
  on_invalid
  -- The types of absence that the integration names itself, with their kinds: {"Sonderurlaub XY": "unpaid"}.
  absence_types
  -- What people have said in the portal about the columns of its roster files.
  file_mapping
  -- The integrations whose people rosters of this one may match, whoever sends them.
  takes_over
  -- An e-mail address without an account, which gets the integration's mails.
  technical_contact
  -- How often a roster is expected: learned, never, or after so many hours or days.
  expect_every
  -- The pace at which the next roster is expected, {"hours", "weekdays"}, and when it is overdue. Null: not expected.
  pace
  overdue_at
  -- The last_accept_seq for which both were computed. Null: they have to be computed anew.
  paced_seq
  silence_told_at
  -- The version of the integration: the number of accepted rosters. Like the runs below it may be behind until a run is over.
  last_accept_seq
  last_run_id
  last_applied_run_id
  last_failed_run_id
  -- companies.roster_facts when the last applied run was applied. Null: it left a conflict or a held end, or the settings of the
  -- integration have changed since.
  mark_facts
  -- Hashes of the last applied entries, which count while mark_facts equals companies.roster_facts. Null: those of a large
  -- roster, or not all entries have a link.
  entry_hashes
  -- A pause in which it was disconnected is no silence.
  connected_at
  disconnected_at
  created_at
  updated_at
);

-- The payroll fields in lower case, each in a line, for the search.
create function payroll_text ();

-- That a person is listed by an integration, with the HR facts of the entry (type hr-integration), or was assigned to it by
-- hand (custom). A link is ended, never deleted, unless a decision is taken back.
create table hr_links (
  company_id
  id
  employee_id
  integration_id
  type
  hr_id
  -- Stored: lower() for each of 1,000,000 people takes more than half of the time of looking through them.
  search_text
  start_date
  termination_date
  auto_sync
  absences
  -- Personnel number, cost centre, department, location and legal entity, by their names in the API. Null: none has a value.
  payroll
  payroll_text
  -- Identity data that the number last listed, if they differ from the record (docs/sync.md, "Who is who"). Null: those of
  -- the record.
  listed_first_name
  listed_last_name
  listed_email
  listed_date_of_birth
  listed_profile_image
  -- The business date on which the link became present, also again, or from which on a roster may enrol the person.
  first_seen_on
  ended_at
  -- The run that last listed the person, of an ended link or one whose end is held. Null: that of the integration.
  last_run_id
  created_at
);

-- ## Rosters

-- A roster that is arriving, or that waits for its run. An upload whose node has died is deleted when its lease has ended.
create table roster_uploads (
  company_id
  id
  integration_id
  -- Infinity: accepted.
  lease_until
  -- The entries of a small roster, as one text instead of rows of roster_entries (docs/decisions/0037-small-rosters-as-one-text.md).
  entries
  created_at
);

-- An entry of a roster, as it was understood, until its run is over. No key and no index: entries are written, read and
-- deleted a whole upload at a time (docs/decisions/0010-uploads-apart-from-runs.md).
create table roster_entries (
  company_id
  upload_id
  position
  hr_id
  -- Null: the entry is invalid. Of such an entry, only the number and perhaps the e-mail address are stored.
  first_name
  last_name
  email
  date_of_birth
  profile_image
  start_date
  termination_date
  auto_sync
  absences
  payroll
);

-- The entries of roster_uploads.entries: lines as COPY reads them, in the columns of roster_entries from hr_id on, with a tab
-- before each. The position of an entry is that of its line, unless positions are given. `offset 0` has each line split once,
-- and not for every column.
create function entries_of_lines ();

-- A run: an accepted roster and what became of it (docs/sync.md, "The states of a run"). Jobs only wake workers; this table holds the
-- work.
create table sync_runs (
  company_id
  id
  integration_id
  sync_id
  -- The order in which rosters of an integration were accepted, and in which they are applied.
  accept_seq
  status
  -- Who sent it. A fetched roster has neither.
  api_key_id
  portal_user_id
  -- The integrations to which the sender was restricted. Null: the whole company.
  scope
  -- Where its entries are, until the run is over.
  upload_id
  -- What a later body is compared with: digest, length, where the value of syncId begins, and the version of the rules by which
  -- it was read. Without the second last, it cannot be compared.
  body_digest
  body_bytes
  sync_id_at
  reading_version
  -- hr_integrations.absence_types when it was read.
  absence_types
  entry_count
  resubmissions
  resubmitted_differently
  -- The run that was read, if this one was accepted as unchanged.
  same_as_run_id
  -- The run whose roster was sent again by this one.
  repeats_run_id
  is_pulled
  -- The HR system lists people who have left: somebody who is missing is held, not offboarded.
  holds_missing
  claim
  claimed_until
  attempts
  -- How many of the attempts do not count: nothing was wrong with the roster.
  attempts_excused
  -- Version 0.2.0 counts attempts without setting this, and so cannot begin a run: it does not know roster_uploads.entries.
  claimed_attempt
  counts
  problems
  failure
  -- Whether its changes say what was listed before: without that, earlier rosters cannot be put together.
  keeps_listings
  -- Suspiciously many people left although no hold is set. It stays on the overview until somebody marks it as seen. Null:
  -- another roster.
  large_offboarding
  created_at
  accepted_at
  started_at
  finished_at
  updated_at
);

-- What a run did to a person. Unchanged people have no row. Earlier rosters are put together from these rows and the links
-- (docs/decisions/0034-earlier-rosters-from-changes.md).
create table sync_changes (
  company_id
  run_id
  id
  -- Where the person is in the roster, from 0. Null: not listed.
  position
  employee_id
  hr_id
  -- `listing`: nobody was changed, the row only holds the last two columns.
  outcome
  reason
  fields
  -- What followed for the subscription: {"action", "start", "end"}.
  consequence
  -- The entry of the number in the roster before. Null: not listed.
  listed_before
  -- The entry in this roster, if the link does not hold it: a conflict, an entry that waits, a held end.
  entry
);

-- How far a run has come. Written outside of the transaction that applies it, whose changes nobody sees before it ends.
create table sync_progress ();

-- A roster that was not taken: refused after the sender and the integration were checked, or ignored (docs/sync.md, "Attempts").
-- Equal ones in a row share a row. Nothing else of the roster is kept.
create table sync_attempts (
  company_id
  integration_id
  id
  api_key_id
  portal_user_id
  -- Refused because of the key, before the body was read. These have a quota of their own.
  is_key_refusal
  status
  code
  -- In words, for refusals without errors. It never quotes the request.
  detail
  -- The first errors: [{"in", "pointer", "code"}]. Values are personal data and are not stored.
  errors
  error_count
  -- What equal ones have in common. Null: from before this was recorded.
  fingerprint
  -- The version of the integration: an accepted roster ends the row of equal refusals.
  accept_seq
  count
  -- Of the latest one.
  request_id
  sync_id
  -- When an event was emitted: once an hour.
  told_at
  created_at
  updated_at
);

-- ## Decisions about rosters

-- Something that a held run would do and that waits for approval: the end of a link that the roster omits, of an employment
-- that it terminates, or a renumbering.
create table sync_held_ends (
  company_id
  run_id
  link_id
  -- Null: omitted, or renumbered.
  termination_date
  -- Of a renumbering: the entry under the new number.
  entry
);

-- A conflict: a known personnel number whose entry seems to be another person's (docs/sync.md, "Who is who"). Somebody decides,
-- or a later roster no longer raises it; then the row is deleted.
create table sync_conflicts (
  company_id
  id
  integration_id
  -- Of two numbers that seem to have been exchanged, the smaller one.
  hr_id
  link_id
  -- The run that last listed the number, and its entry.
  run_id
  entry
  -- The other one of two numbers.
  other_link_id
  other_entry
  found_at
);

-- Two numbers of an integration that seem to be one person, and what was decided about them (docs/sync.md, "Possible
-- duplicates").
create table possible_duplicates (
  company_id
  id
  integration_id
  -- The number that counts, and the other one.
  first_hr_id
  hr_id
  -- The entry of the other number in the last applied roster, until it is decided.
  entry
  decision
  found_at
  decided_at
);
-- Whichever of the two counts.
create unique index possible_duplicates_one_per_pair on

-- An entry of a restricted key with the e-mail address of somebody outside the key's scope, and what was decided about it
-- (docs/sync.md, "Restricted keys").
create table waiting_entries (
  company_id
  id
  integration_id
  hr_id
  -- The run that last listed it, the scope of its sender, and the entry.
  run_id
  scope
  entry
  email_normal
  found_at
  decision
  -- The person whose entry it is.
  employee_id
  decided_at
  -- Identity data of a record that the decision has changed, to put them back.
  record_before
);

-- ## Working tables of a run

-- What a run works out before it changes anybody. It writes these rows and deletes them in the same transaction, so nobody
-- else sees any, and a crash leaves none.

-- A person whom the roster changes, with the roster's values and the outcome.
create table planned_changes (
  company_id
  run_id
  -- Null: not listed.
  position
  hr_id
  first_name
  last_name
  email
  date_of_birth
  profile_image
  start_date
  termination_date
  auto_sync
  absences
  payroll
  -- The link before the run. Null: one has to be made.
  link_id
  -- Of the number with which this one was exchanged.
  other_link_id
  -- Null: a newcomer, who gets an id when added.
  employee_id
  outcome
  reason
  facts_changed
  record_changed
  name_changed
  was_ended
  -- The link has to store what its number lists, or that it is listed again.
  link_noted
  listed_first_name
  listed_last_name
  listed_email
  listed_date_of_birth
  listed_profile_image
  held
  -- What stays in force while the termination is held.
  termination_before
  fields
  -- As in sync_changes.
  listed_before
  entry
);
-- Many changes are applied part by part: newcomers in the order of the roster, known people in the order of their ids.
create index planned_changes_of_newcomers on

-- A valid entry of a roster that repeats people, with the present link of its number.
create table planned_entries (
  company_id
  run_id
  position
  hr_id
  first_name
  last_name
  email
  email_normal
  date_of_birth
  profile_image
  start_date
  termination_date
  auto_sync
  absences
  payroll
  -- The employment is over.
  has_left
  is_present
  link_id
  employee_id
);

-- An entry that seems to list a person whom another entry lists.
create table planned_duplicates ();

-- ## Fetched rosters

-- Where the rosters of an integration come from, if the service fetches them itself or gets files (docs/connecting.md).
create table hr_sources (
  company_id
  integration_id
  -- `draft`: being set up or changed, beside the one in use.
  state
  system
  settings
  -- Credentials, as one encrypted text.
  secrets
  -- Null until somebody has confirmed which fields are used.
  mapping
  schedule
  next_pull_at
  created_at
  updated_at
);

-- One fetch of everybody. It ends as a run, as a preview, or with the reason why it is neither.
create table roster_pulls (
  company_id
  id
  integration_id
  sync_id
  purpose
  status
  -- The time of the schedule: fetched once, on whichever node.
  slot
  -- The file that it reads, which may be gone. Null: the newest one.
  file_id
  -- What tells a file in a folder from every other one, so that it is not taken twice.
  file_origin
  -- The source is still being set up: the pull begins when it is activated.
  awaits_source
  api_key_id
  portal_user_id
  -- Somebody has confirmed that values may be missing that were there before.
  allows_gaps
  claimed_until
  attempts
  people
  total
  -- Left out of the roster: people who left before this month, and people without a number.
  left_earlier
  without_number
  -- Why it failed: a code with its text, the field, the right that the credentials lack.
  code
  detail
  field
  needed_right
  run_id
  preview
  created_at
  started_at
  finished_at
);

-- A person whom an attempt of a pull has fetched so far. An attempt that has lost its claim cannot touch the rows of the next
-- one. Not logged: if the database crashes, the pull begins again.
create table pulled_people (
  company_id
  pull_id
  attempt
  source_id
  hr_id
  has_left
  termination_date
  -- As JSON.
  entry
);

-- An absence that an attempt of a pull has fetched so far.
create table pulled_absences ();

-- A file that an HR system has sent by HTTP or put into a folder (docs/connecting.md, "Dropped files").
create table dropped_files (
  company_id
  id
  integration_id
  name
  -- Null until the file is complete.
  received_at
  received_on
  bytes
  sha256
  created_at
);

-- A piece of a dropped file.
create table dropped_parts ();

-- ## API keys

-- A key of a company's program for the API. It is revoked, never deleted.
create table api_keys (
  id
  company_id
  environment
  username
  name
  permissions
  -- Restricted to the integrations in api_key_integrations; without any, it sees nothing: missing rows must not widen a key.
  is_scoped
  -- The addresses from which it may be used. Null: all.
  allow_from
  -- The latest recorded use from another address.
  refused_at
  refused_from
  last_used_at
  expires_at
  -- When the company was told that the key is about to expire.
  expiry_told_at
  revoked_at
  created_at
);

-- A password of a key. Two slots, so that an old and a new one can overlap while a key is rotated, and never three.
create table api_key_secrets ();

-- An integration to which a key is restricted.
create table api_key_integrations ();

-- ## Portal users

-- A user of the portal. The same person may be a user of several companies. A user is removed, never deleted: the audit log goes
-- on saying who it was.
create table portal_users (
  id
  company_id
  email
  email_normal
  role
  -- Null: created by signing in through an identity provider.
  password_hash
  -- The name under which an authenticator stores the user: random, so that it tells nothing about the user.
  passkey_handle
  -- Which mails about what needs somebody the user wants.
  notices
  last_signed_in_at
  removed_at
  created_at
  updated_at
);

-- A session of a portal user, that is a cookie.
create table portal_sessions (
  id
  token_digest
  user_id
  -- The session began through the identity provider.
  through_provider
  browser
  address
  -- When the user proved the identity last. Shortly after that, the session may do more.
  confirmed_at
  last_seen_at
  expires_at
  created_at
);

-- An invitation to become a portal user, or the link to a new password for one, which somebody hands over or the service mails.
create table portal_invitations (
  id
  company_id
  email
  email_normal
  role
  token_digest
  -- Null: by the operator.
  invited_by
  expires_at
  accepted_at
  withdrawn_at
  created_at
);

-- A counter of attempts, by e-mail address, network address or what else must not be tried too often, whether or not it exists.
-- A digest, because strangers may type anything. In the database, so that the limits hold over all nodes.
create table portal_attempts ();

-- ## Sign-in with a passkey

-- A passkey of a portal user.
create table portal_passkeys (
  company_id
  id
  user_id
  -- Unique over all companies: a sign-in without a password finds the user by it.
  credential_id
  public_key
  -- How often the passkey has signed, if it counts at all.
  counter
  transports
  name
  last_used_at
  created_at
);

-- A sign-in whose first factor was right and that waits for a passkey of the user.
create table portal_sign_ins ();

-- A challenge that a passkey has to sign. The holder is the sign-in cookie of a visitor, or the cookie of a session.
create table portal_challenges ();

-- ## Sign-in with an identity provider

-- The identity provider (OpenID Connect) of a company, with its rules for roles.
create table identity_providers (
  company_id
  issuer
  client_id
  -- Encrypted with a key derived from SECRET_KEY.
  client_secret
  -- The claim that decides about the role. Null: roles are managed in the portal.
  role_claim
  admin_values
  hr_values
  payroll_values
  viewer_values
  -- The role of people with none of these values, and of created users if there is no claim. Null: no access.
  other_role
  -- The first sign-in of somebody who is not invited creates a user.
  creates_users
  only_way_in
  -- Part of the address at which the company's people sign in: random, so that nobody can list the companies.
  link
  -- Since when the issuer, the client and the rules for roles are as they are. The provider becomes the only way in only if an
  -- admin has signed in through it since then.
  proven_from
  created_at
  updated_at
);

-- A domain of e-mail addresses that may sign in through the provider.
create table identity_domains (
  company_id
  domain
  -- Set by the operator: an address with this domain in the sign-in form leads to this provider.
  is_vouched_for
);

-- The identity of a portal user at a provider.
create table portal_identities ();

-- A sign-in that is on its way to the provider and back. The browser has the token.
create table identity_attempts (
  token_digest
  company_id
  return_path
  -- The session that asks for confirmation. Null: a sign-in.
  session_digest
  expires_at
);

-- ## The employee's page

-- Something for which an employee has asked HR on their page, and the answer (docs/employee-page.md, "What employees can do").
create table employee_requests (
  company_id
  id
  employee_id
  action
  plan_type
  -- First days of months. The last month of a pause is inclusive; null: until resumed.
  from_month
  until_month
  -- Cut-offs count by this day.
  asked_on
  asked_at
  -- The page was opened by a mailed link, or by one that users have seen.
  link_class
  -- What the employee was shown: the day from which it counts, and what they pay a month from then on.
  effective_on
  contribution_cents
  status
  answered_at
  -- What HR writes to the employee.
  answer
  -- What was decided, if it differs from what was asked for.
  decided_on
  decided_cents
);

-- A portal user, or the operator, who has seen the link to somebody's page or contract: a contract signed by such a link names
-- them. Of many views, the row holds the last one.
create table link_viewers (
  company_id
  employee_id
  viewer_type
  -- 0: the operator.
  viewer_id
  -- For the foreign key.
  portal_user_id
  link_version
  last_at
);

-- Somebody who asked for a link by the join link and is not listed. Deleted after 30 days.
create table join_requests ();

-- ## Wallet passes

-- How far the passes of a company have been compared, and the last number of a change. Numbers are given under the lock of this
-- row, so they become visible in their order.
create table pass_counters ();

-- A person's pass in Apple Wallet and Google Wallet, which renews itself (docs/wallet.md).
create table wallet_passes (
  company_id
  id
  employee_id
  pass_version
  -- 128 random bits.
  serial
  -- 256 random bits, encrypted, because every file that is made contains them. Phones prove by them that they have the pass.
  token
  token_digest
  -- What the pass showed when it was compared last, and until when its ticket is valid. Null: the pass is void.
  digest
  shows_until
  -- The number of the latest change, and its time: whole seconds, as phones send it back. No two changes have the same.
  changed_number
  changed_at
  -- Another pass has replaced it, or the person was erased. It stays void.
  retired_at
  created_at
);

-- A device with a pass, which has registered with Apple's protocol, or Google, which has one object a pass: they are told about
-- changes.
create table pass_registrations (
  company_id
  id
  pass_id
  wallet
  device
  push_token
  -- Google has the object, as far as we know. Without it, it comes with the link that the person follows, if at all.
  is_stored
  -- The counter at the time of the registration: a device is told about the pass once, although its latest change is older.
  number
  -- The change to tell about, and the latest one that was told.
  wanted_number
  told_number
  failed_attempts
  next_attempt_at
  claim
  claimed_until
  registered_at
);

-- ## Events and webhooks

-- Something that has happened, for programs that follow a company (docs/events.md). It is written in the transaction that it is
-- about. A job numbers events after the commit: a transaction that began earlier may commit later, and a reader who asks for
-- numbers after N must not miss its events.
create table events (
  company_id
  -- The order of writing. It has gaps.
  seq
  -- 1, 2, 3 … for each company, without gaps. The API calls it id.
  number
  -- More than 1,000 events of one type in one transaction become one with a count.
  xid
  type
  -- Ids and statuses, under the names of the public API. No names, no addresses.
  data
  created_at
);

-- The number of a company's last event. It is locked while numbers are given, instead of the company, whose lock a roster that
-- is being applied holds for long.
create table event_counters ();

-- An address of a company's program that gets its events (docs/webhooks.md).
create table webhook_endpoints (
  company_id
  id
  url
  -- Null: events of every type.
  event_types
  -- The last event that was delivered or is not wanted. Undelivered events need no rows of their own.
  last_number
  -- Set by an admin.
  switched_off_at
  -- Set by the service: after three days of failures, or because the receiver answered 410.
  disabled_at
  disabled_because
  -- About the event that is being retried.
  failed_attempts
  failing_since
  next_attempt_at
  -- Endpoints whose last request took long, and new ones, share places among themselves.
  is_slow
  claim
  claimed_until
  -- When a sender has worked for the endpoint last. The one that has waited longest is next.
  served_at
  delivered_at
  created_at
  updated_at
);

-- A secret that signs an endpoint's requests. While it is being replaced, there are two.
create table webhook_secrets (
  company_id
  endpoint_id
  slot
  -- Encrypted with a key derived from SECRET_KEY.
  sealed
  created_at
  expires_at
);

-- One request to an endpoint, for the log of deliveries.
create table webhook_deliveries (
  company_id
  id
  endpoint_id
  kind
  -- The header webhook-id.
  message_id
  event_number
  event_type
  attempt
  outcome
  -- Of the answer. Null: there was none.
  status
  problem
  body
  -- The first bytes of the answer.
  answer
  took_ms
  at
);

-- Events that an admin has asked for once more. The row is deleted when the last one is delivered.
create table webhook_replays ();

-- ## Mails

-- A mail that waits, is being sent, or was sent lately (docs/mail.md).
create table mails (
  company_id
  id
  kind
  -- Of the kind `notice`: what it is about.
  notice
  -- The recipient: an employee, a portal user, the technical contact of an integration, or an address that is none of these. The
  -- other addresses are read when the mail is sent.
  employee_id
  user_id
  integration_id
  address
  -- The ids of what the mail is about.
  about
  -- The token of a link, encrypted. It is deleted when the mail is settled.
  sealed
  state
  -- 0: a person waits for it. Larger numbers are sent later.
  urgency
  due_at
  expires_at
  claim_ends_at
  attempts
  -- Why it is in the queue although nothing has failed, and how many of the attempts found so.
  waits_for
  waits
  settled_at
  -- The address it was sent to, and the last answer of the mail server, or why it was dropped.
  sent_to
  reason
  -- Of mails in the outbox: the subject, and the values that were put into the text.
  subject
  facts
  created_at
);
-- Companies take turns: the next company with a due mail is one step in this index.
create index mails_by_turn on
-- Each reminder of an offer is queued once, whichever node does it.
create unique index mails_one_reminder on
-- A user gets one digest a day. `day` is written as 20261116.
create unique index mails_one_digest on
-- For the reminders.
create index mails_of_offers on
-- People whom mail does not reach.
create index mails_refused on

-- More than 1,000 mails of one cause, until the sender makes them rows of mails: a transaction that issues 100,000 tickets holds
-- the company's lock, so it writes 100 rows here (docs/mail.md, "Many mails at once").
create table mail_batches (
  company_id
  id
  kind
  -- The recipients, and at the same places what their mails are about.
  employee_ids
  about_ids
  created_at
);

-- Something that the next digest of a user is about. Its text is written when it is sent.
create table digest_items ();

-- A person who does not want the monthly mail with the ticket.
create table mail_opt_outs ();

-- ## Audit log

-- A change, or a view of personal data, with the actor. Only the two functions below change or delete entries.
create table audit_log (
  company_id
  id
  at
  actor_type
  actor_id
  -- As it was then.
  actor_name
  action
  subject_type
  subject_id
  details
);

create function protect_audit_log ();

create trigger protect_audit_log ();

-- Deletes entries from before a moment, and returns how many. Runs with the rights of its owner, so that the operator can give
-- the table to another role than the service's (docs/operating.md).
create function delete_audit_log ();

-- Removes what entries say about an erased person: address, browser, the digest of a contract's text, the address of a mailed
-- link.
create function erase_from_audit_log ();

-- ## Operation

-- An action about many people that a portal user has started (docs/decisions/0028-actions-about-many-people.md). A job does it
-- person by person, in short transactions.
create table bulk_actions (
  company_id
  id
  action
  input
  user_id
  people
  claim
  claimed_until
  created_at
  finished_at
);
-- The job asks for these every second.
create index bulk_actions_unfinished on

-- A person of such an action, with the outcome.
create table bulk_action_people (
  company_id
  bulk_action_id
  employee_id
  -- Null: the person waits.
  outcome
  -- Why it was refused, with the values of the sentence.
  reason
  reason_values
);

-- A change that may take long, such as applying a roster (docs/architecture.md, "Long changes"). The row is committed before the
-- change, which deletes it in its own transaction. A client that follows changes goes back to the oldest one.
create table running_changes ();

-- A demo company whose story is being played; until it is over, the company refuses writes. Rows carry the time at which they
-- were written. Each step adds the time of its beginning and the moment of the story at which it happens, which replaces that
-- time at the end.
create table demo_stories (
  company_id
  -- The present of the story.
  ends_at
  ends_on
  -- The company's clock stays on that date.
  stays_frozen
  begun
  moments
);

-- A migration that was applied. `transit migrate` creates this table before the first one.
create table schema_migrations (
  version
  name
  checksum
  -- Older code does not work with the schema any more.
  breaking
  applied_at
);
