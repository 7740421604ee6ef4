/**
 * Where each table lives when the schema is distributed over a Citus cluster (docs/decisions/0029-a-cluster-by-company.md).
 *
 * - `company`: beside its company, on the same shard of the same worker. The primary key and every unique constraint
 *   contain the company, and so does every foreign key.
 * - `everywhere`: a copy on every server, for statements about one company. With a server down nobody can write it, so
 *   only what the operator changes rarely.
 * - `coordinator`: on the coordinator alone. It is found before the company is known, by a username, a cookie or a
 *   link. No foreign key refers from such a table to a company's, nor the other way round.
 *
 * On a plain server the placement changes nothing.
 */
export const PLACEMENT = {
  api_key_integrations: 'coordinator',
  api_key_secrets: 'coordinator',
  api_keys: 'coordinator',
  audit_log: 'company',
  bulk_action_people: 'company',
  bulk_actions: 'company',
  charges: 'company',
  companies: 'company',
  contract_offers: 'company',
  contract_progress: 'company',
  datev_clients: 'company',
  demo_stories: 'company',
  digest_items: 'company',
  document_chunks: 'company',
  documents: 'company',
  dropped_files: 'company',
  dropped_parts: 'company',
  employee_requests: 'company',
  employees: 'company',
  event_counters: 'company',
  events: 'company',
  group_memberships: 'company',
  groups: 'company',
  handovers: 'company',
  held_group_moves: 'company',
  hr_integrations: 'company',
  hr_links: 'company',
  hr_sources: 'company',
  identity_attempts: 'coordinator',
  identity_domains: 'coordinator',
  identity_providers: 'coordinator',
  installation: 'everywhere',
  join_requests: 'company',
  link_viewers: 'company',
  mail_batches: 'company',
  mail_opt_outs: 'company',
  mails: 'company',
  pass_counters: 'company',
  pass_registrations: 'company',
  past_terms: 'company',
  planned_changes: 'company',
  planned_duplicates: 'company',
  planned_entries: 'company',
  portal_attempts: 'coordinator',
  portal_challenges: 'coordinator',
  portal_identities: 'coordinator',
  portal_invitations: 'coordinator',
  portal_passkeys: 'coordinator',
  portal_sessions: 'coordinator',
  portal_sign_ins: 'coordinator',
  portal_users: 'coordinator',
  possible_duplicates: 'company',
  price_list: 'coordinator',
  pulled_absences: 'company',
  pulled_people: 'company',
  roster_entries: 'company',
  roster_pulls: 'company',
  roster_uploads: 'company',
  running_changes: 'company',
  schema_migrations: 'coordinator',
  sync_attempts: 'company',
  sync_changes: 'company',
  sync_conflicts: 'company',
  sync_held_ends: 'company',
  sync_progress: 'company',
  sync_runs: 'company',
  ticket_prices: 'everywhere',
  tickets: 'company',
  waiting_entries: 'company',
  wallet_passes: 'company',
  webhook_deliveries: 'company',
  webhook_endpoints: 'company',
  webhook_replays: 'company',
  webhook_secrets: 'company',
} as const satisfies Record<string, Placement>;

export type Placement = 'company' | 'everywhere' | 'coordinator';

/** The column that names the company of a row. */
export function companyColumn(table: string): 'id' | 'company_id' {
  return table === 'companies' ? 'id' : 'company_id';
}
