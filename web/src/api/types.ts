import type { Answers, Bodies, Problem } from './routes.ts';

/** Names for what the routes answer. The shapes themselves are generated: routes.ts. */

export interface Page<Item> {
  data: Item[];
  page: number;
  perPage: number;
  totalPages: number;
  total: number;
}

type ItemOf<Route extends keyof Answers> = Answers[Route] extends Page<infer Item> ? Item : never;

/** Why the service refuses something as things stand. */
export type Reason = NonNullable<Problem['reason']>;

export type Session = Answers['GET /session'];
export type Role = Session['user']['role'];
export type User = ItemOf<'GET /users'>;
export type Invitation = ItemOf<'GET /invitations'>;
export type IssuedInvitation = Answers['POST /invitations'];
export type OpenedInvitation = Answers['POST /invitation'];

export type Employee = Answers['GET /employees/:id']['employee'];
type Subscription = Employee['subscription'];
export type SubscriptionStatus = Subscription['status'];
export type PlanType = Employee['plan']['type'];
export type SigningStatus = NonNullable<Employee['plan']['contractSigningStatus']>;

/** Numbers by status, all of them, zeros included. */
type ByStatus = Record<SubscriptionStatus, number>;
export type Overview = Omit<Answers['GET /overview'], 'subscriptions'> & { subscriptions: ByStatus };
export type EmployeeCounts = Omit<Answers['GET /employee-counts'], 'byStatus'> & { byStatus: ByStatus };
export type RunLine = Overview['recentRuns'][number];
export type LastSyncStatus = RunLine['status'];

interface Absence {
  type: string;
  startDate: string;
  endDate: string | null;
}
type RawPerson = Answers['GET /employees/:id'];
export type PersonLink = Omit<RawPerson['links'][number], 'absences'> & { absences: Absence[] };
export type Person = Omit<RawPerson, 'links' | 'actions'> & { links: PersonLink[]; actions: ActionName[] };
export type Term = RawPerson['terms'][number];
export type TermEnd = Term['ends'][number];
export type TermPause = Term['pauses'][number];
export type Ticket = RawPerson['tickets'][number];

type RawResult = Answers['POST /employees/:id/actions/:action'];
export type ActionName = RawResult['action'];
export type ActionBody = Bodies['POST /employees/:id/actions/:action'];
export type Snapshot = RawResult['before'];
export type ActionResult = Omit<RawResult, 'result'> & {
  result: {
    start?: string;
    from?: string;
    until?: string | null;
    end?: string;
    dropped?: boolean;
    offered?: boolean;
    contributionCents?: number;
    validFrom?: string;
  };
};

export type HistoryEntry = ItemOf<'GET /employees/:id/history'>;
export type Actor = HistoryEntry['actor'];
export type Waiting = Answers['GET /enrolments/waiting'];

export type Integration = Answers['GET /integrations/:id'];
export type IntegrationType = Integration['type'];
export type IntegrationStatus = Integration['status'];

/** One of a list; by itself it also tells how many people a held one would end as of now. */
export type ListedRun = ItemOf<'GET /integrations/:id/syncs'>;
export type Run = Answers['GET /integrations/:id/syncs/:runId'];
export type RunCounts = Run['counts'];
export type Warning = Run['problems'][number];
export type Change = ItemOf<'GET /integrations/:id/syncs/:runId/changes'>;
export type Outcome = Change['outcome'];
export type RosterPreview = Answers['POST /integrations/:id/rosters/preview'];
export type PreviewedChange = RosterPreview['changes'][number];
export type Conflict = ItemOf<'GET /integrations/:id/conflicts'>;
export type Decision = Bodies['POST /integrations/:id/conflicts/:conflictId']['decision'];

export type Key = ItemOf<'GET /keys'>;
export type IssuedKey = Answers['POST /keys'];
export type Permission = Key['permissions'][number];

export type EmployeeDocument = ItemOf<'GET /documents'>;
export type Contract = ItemOf<'GET /contracts'>;
export type ContractStatus = Contract['status'];
export type WalletLink = ItemOf<'GET /wallet-links'>;

export type Company = Answers['GET /company'];
export type CompanySettings = Omit<
  Company,
  'id' | 'businessDate' | 'ticketPriceCents' | 'contributions' | 'createdAt' | 'updatedAt'
>;
export type CompanyPreview = Answers['POST /company/preview'];

export type AuditEntry = ItemOf<'GET /audit-log'>;
export type Clock = Answers['GET /clock'];
export type MovedClock = Answers['POST /clock'];
