// biome-ignore-all lint/performance/noBarrelFile: this file is the entrance of the package

export type {
  Employee,
  EmployeeDocument,
  Event as TransitEvent,
  HrIntegration,
  Operations,
  Page,
  Problem,
  RecordList,
  Roster,
  Statement,
  StatementLine,
  Sync,
  SyncAttempt,
  SyncChange,
} from './api.ts';
export {
  type Accepted,
  type Changes,
  type ClientOptions,
  type Download,
  type RosterOptions,
  type RosterPreview,
  TransitClient,
  type WaitOptions,
} from './client.ts';
export {
  EventsMissed,
  SyncIdReused,
  TransitProblem,
  TransitUnreachable,
  type ValueError,
} from './problem.ts';
export type { Retry } from './retry.ts';
export type { RosterEntry, RosterSource } from './roster-body.ts';
export { verifyWebhook, type WebhookHeaders, WebhookRefused } from './webhooks.ts';
