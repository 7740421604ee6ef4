export const INTEGRATION_TYPES = ['hr-integration', 'api-integration'] as const;
export type IntegrationType = (typeof INTEGRATION_TYPES)[number];

/** How a roster with invalid entries is handled: docs/sync.md. */
export const ON_INVALID = ['reject', 'keep'] as const;
export type OnInvalid = (typeof ON_INVALID)[number];

/** Whether API keys may approve a held run, or only people. */
export const APPROVE_BY = ['anyone', 'portal'] as const;
export type ApproveBy = (typeof APPROVE_BY)[number];

/** The number of integrations whose people one can take over, as in the table. */
export const MAX_TAKEN_OVER = 100;

/** How often a roster is expected: docs/sync.md, "Silence". */
export const EXPECT_EVERY = '^(auto|off|[1-9][0-9]{0,2}[hd])$';
export type ExpectEvery = 'auto' | 'off' | `${number}h` | `${number}d`;

export function isExpectEvery(text: string): text is ExpectEvery {
  return new RegExp(EXPECT_EVERY).test(text);
}

export const INTEGRATION_STATUSES = ['pending', 'connected', 'error', 'disconnected'] as const;
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number];

export const CONNECTION_STATUSES = ['pending', 'completed', 'failed'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

export const SYNC_STATUSES = [
  'never',
  'queued',
  'running',
  'held',
  'succeeded',
  'failed',
  'discarded',
  'superseded',
] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];
