/** The shapes of `/portal/api`, as docs/portal-api.md gives them. */

/** `YYYY-MM-DD` */
export type Day = string;
/** `YYYY-MM` */
export type Month = string;
/** ISO 8601, UTC */
export type Moment = string;

export interface Page<Item> {
  data: Item[];
  page: number;
  perPage: number;
  totalPages: number;
  total: number;
}

export type Role = 'admin' | 'viewer';

export interface Session {
  user: { id: number; email: string; role: Role };
  company: { id: number; name: string; locale: string; timeZone: string };
  environment: 'staging' | 'production';
  businessDate: Day;
  confirmedUntil: Moment | null;
  expiresAt: Moment;
}

export interface User {
  id: number;
  email: string;
  role: Role;
  createdAt: Moment;
  lastSignedInAt: Moment | null;
}

export interface Invitation {
  id: number;
  email: string;
  role: Role;
  createdAt: Moment;
  expiresAt: Moment;
  invitedBy: string | null;
}

export interface OpenedInvitation {
  email: string;
  role: Role;
  companyName: string;
  locale: string;
  expiresAt: Moment;
}

export type SubscriptionStatus =
  | 'no-subscription'
  | 'scheduled'
  | 'active'
  | 'scheduled-pause'
  | 'paused'
  | 'scheduled-cancellation'
  | 'cancelled';
export type PlanType = 'fully-subsidized-plan' | 'split-pay-plan' | 'deferred-plan';
export type SigningStatus = 'pending' | 'accepted' | 'rejected';
export type LinkType = 'custom' | 'hr-integration';
export type RunStatus =
  | 'receiving'
  | 'queued'
  | 'running'
  | 'held'
  | 'succeeded'
  | 'failed'
  | 'discarded'
  | 'superseded';

export interface RunLine {
  id: number;
  integrationId: number;
  integrationName: string;
  syncId: string;
  status: RunStatus;
  acceptedAt: Moment;
  finishedAt: Moment | null;
  entryCount: number;
  counts: Record<string, number>;
  failure: string | null;
}

export interface Overview {
  businessDate: Day;
  nextIssueOn: Day;
  employees: number;
  subscriptions: Record<SubscriptionStatus, number>;
  ticketsThisMonth: number;
  attention: {
    pendingContracts: number;
    waitingForEnrolment: number;
    heldRuns: RunLine[];
    failedRuns: RunLine[];
    disconnectedIntegrations: { id: number; name: string }[];
  };
  recentRuns: RunLine[];
}

export interface Subscription {
  status: SubscriptionStatus;
  startAt: Day | null;
  nextTicketAt: Day | null;
  pausedAt: Day | null;
  cancelledAt: Day | null;
  reactivatedAt: Day | null;
}

export interface Plan {
  type: PlanType;
  contractSigningStatus: SigningStatus | null;
  employeeContributionAmount: { label: string; value: number };
}

export interface Employee {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: Day;
  profileImage: string | null;
  subscription: Subscription;
  plan: Plan;
  ticket: { ticketId: string; ticketMonth: Month; validFrom: Day; validUntil: Day } | null;
  hrIntergartionLinks: {
    type: LinkType;
    hrId: string | null;
    hrIntegrationId: number;
    lastSyncId: string | null;
    lastSynced: Moment | null;
  }[];
}

export interface EmployeeCounts {
  total: number;
  byStatus: Record<SubscriptionStatus, number>;
}

export interface Absence {
  type: string;
  startDate: Day;
  endDate: Day | null;
  status?: string;
}

export interface PersonLink {
  id: number;
  type: LinkType;
  hrId: string | null;
  integrationId: number;
  integrationName: string;
  present: boolean;
  startDate: Day | null;
  terminationDate: Day | null;
  autoSync: boolean | null;
  absences: Absence[];
  lastSyncId: string | null;
  lastSynced: Moment | null;
  createdAt: Moment;
  endedAt: Moment | null;
}

export interface TermEnd {
  on: Day;
  owner: 'hr' | 'person' | 'contract';
  cause: string | null;
}

export interface TermPause {
  from: Day;
  until: Day | null;
  owner: 'hr' | 'person';
  absences: Absence[];
}

export interface Term {
  number: number;
  start: Day;
  ends: TermEnd[];
  pauses: TermPause[];
}

export interface Ticket {
  ticketId: string;
  month: Month;
  validFrom: Day;
  validUntil: Day;
  issuedAt: Moment;
  voidedAt: Moment | null;
  state: 'valid' | 'void' | 'over';
  links: { apple: string; google: string } | null;
}

export type ContractReason = 'enrolment' | 'plan-change' | 'new-terms';
export type ContractStatus = SigningStatus | 'withdrawn';

export interface Contract {
  id: number;
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
  reason: ContractReason;
  planType: PlanType;
  plannedStart: Day | null;
  status: ContractStatus;
  createdAt: Moment;
  decidedAt: Moment | null;
  link: string | null;
}

export type ActionName =
  | 'enrol'
  | 'change-plan'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'withdraw-cancellation'
  | 'revoke'
  | 'issue-now';

export interface Person {
  employee: Employee;
  businessDate: Day;
  links: PersonLink[];
  terms: Term[];
  tickets: Ticket[];
  contract: Contract | null;
  actions: ActionName[];
}

export interface Snapshot {
  subscription: Subscription;
  plan: Plan;
  ticket: { ticketMonth: Month; validFrom: Day; validUntil: Day } | null;
  terms: Term[];
}

export interface ActionResult {
  action: ActionName;
  result: {
    start?: Day | null;
    from?: Day | null;
    until?: Day | null;
    end?: Day | null;
    dropped?: boolean;
    offered?: boolean;
    validFrom?: Day | null;
  };
  before: Snapshot;
  after: Snapshot;
}

export interface Actor {
  type: 'operator' | 'portal-user' | 'api-key' | 'employee' | 'sync' | 'system';
  id: number | null;
  name: string | null;
}

export interface HistoryEntry {
  at: Moment;
  source: 'audit' | 'sync';
  actor: Actor;
  action: string;
  reason: string | null;
  details: Record<string, unknown>;
  run: { id: number; syncId: string; integrationId: number; integrationName: string } | null;
}

export interface Waiting {
  people: number;
  groups: {
    planType: PlanType;
    start: Day;
    people: number;
    needsContract: boolean;
    priceCents: number;
    employerCents: number;
    contributionCents: number;
  }[];
  monthlyCents: { employer: number; employees: number };
}

export type IntegrationType = 'api-integration' | 'hr-integration';
export type IntegrationStatus = 'pending' | 'connected' | 'error' | 'disconnected';
export type LastSyncStatus = 'never' | RunStatus;

export interface Integration {
  id: number;
  name: string;
  type: IntegrationType;
  status: IntegrationStatus;
  initialConnectionStatus: 'pending' | 'completed' | 'failed';
  lastSyncId: string | null;
  lastSyncStatus: LastSyncStatus;
  lastSynced: Moment | null;
  canTriggerSync: boolean;
  people: number;
  autoSyncDefault: boolean;
  holdCount: number | null;
  holdPercent: number | null;
  disconnectedAt: Moment | null;
}

export type Permission =
  | 'view-employees'
  | 'view-hr-integrations'
  | 'add-employees'
  | 'update-employees'
  | 'remove-employees';

export interface Key {
  id: number;
  username: string;
  name: string;
  permissions: Permission[];
  state: 'active' | 'expired' | 'revoked';
  createdAt: Moment;
  expiresAt: Moment | null;
  revokedAt: Moment | null;
  lastUsedAt: Moment | null;
}

export interface IssuedKey extends Key {
  password: string;
}

export interface EmployeeDocument {
  id: number;
  employeeId: number;
  employeeName: string;
  documentName: string;
  documentFileType: string;
  kind: 'upload' | 'receipt' | 'contract';
  downloadable: boolean;
  createdAt: Moment;
  updatedAt: Moment;
}

export interface WalletLink {
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
  month: Month;
  ticketId: string;
  apple: string;
  google: string;
}

export interface CompanySettings {
  name: string;
  locale: string;
  timeZone: string;
  defaultPlanType: PlanType;
  autoEnrol: boolean;
  subsidyCents: number;
  orderUntilDay: number | null;
  cancelUntilDay: number | null;
  pauseUntilDay: number | null;
  retentionMonths: number | null;
}

export interface Company extends CompanySettings {
  id: number;
  businessDate: Day;
  ticketPriceCents: number;
  contributions: { planType: PlanType; employerCents: number; contributionCents: number; label: string }[];
  createdAt: Moment;
  updatedAt: Moment;
}

export interface CompanyPreview {
  before: Company;
  after: Company;
  newTermsFor: number;
  waiting: Waiting;
}

export interface AuditEntry {
  id: number;
  at: Moment;
  actor: Actor;
  action: string;
  subject: { type: string; id: number | string | null };
  details: Record<string, unknown>;
}

export interface Clock {
  businessDate: Day;
  frozen: boolean;
}

export interface MovedClock extends Clock {
  ticketsIssued: number;
  steps: { businessDate: Day; ticketsIssued: number }[];
}
