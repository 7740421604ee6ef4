// Generated from the schemas of /me by `npm run portal:types`. Change those, not this file.

/** What each route takes, and what its answer holds under `data`. A `Blob` stands for a file. */
export interface Routes {
  'GET /me/:token/data': { request: { params: { token: string } }; answer: PageData };
  'GET /me/:token/documents/:id': { request: { params: { token: string; id: number } }; answer: Blob };
  'GET /me/mail': { request: Record<string, never>; answer: { isSetUp: boolean; isSpecimen: boolean } };
  'POST /me': { request: { body: { email: string } }; answer: { requested: boolean } };
  'POST /me/:token/forget': { request: { params: { token: string } }; answer: undefined };
  'POST /me/:token/proof': {
    request: { params: { token: string }; body: { dateOfBirth: string } };
    answer: undefined;
  };
}

/** The answer to a request that was refused or failed. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code:
    | 'malformed-request'
    | 'invalid-credentials'
    | 'not-signed-in'
    | 'sign-in-failed'
    | 'sign-in-expired'
    | 'passkey-refused'
    | 'passkey-required'
    | 'missing-permission'
    | 'address-not-allowed'
    | 'key-restricted'
    | 'approval-in-portal-only'
    | 'foreign-origin'
    | 'date-of-birth-required'
    | 'wrong-date-of-birth'
    | 'admin-required'
    | 'confirmation-required'
    | 'https-required'
    | 'identity-refused'
    | 'not-found'
    | 'method-not-allowed'
    | 'request-timeout'
    | 'document-not-downloadable'
    | 'clock-cannot-go-back'
    | 'sync-in-progress'
    | 'integration-disconnected'
    | 'not-held'
    | 'transition-refused'
    | 'conflict'
    | 'ticket-not-valid'
    | 'link-expired'
    | 'link-ended'
    | 'offer-withdrawn'
    | 'offer-replaced'
    | 'payload-too-large'
    | 'unsupported-media-type'
    | 'invalid-values'
    | 'too-many-requests'
    | 'too-many-mails'
    | 'too-many-unfinished-runs'
    | 'headers-too-large'
    | 'internal-error'
    | 'identity-provider-failed'
    | 'database-unavailable'
    | 'query-too-slow'
    | 'busy'
    | 'wallet-not-configured'
    | 'mail-not-configured'
    | 'shutting-down';
  reason?:
    | 'no-subscription'
    | 'not-begun'
    | 'nothing-scheduled'
    | 'pause-ahead'
    | 'paused'
    | 'about-to-end'
    | 'ended'
    | 'erased'
    | 'offer-open'
    | 'not-listed'
    | 'employment-ends'
    | 'employment-begins'
    | 'plan-in-force'
    | 'too-early-to-pause'
    | 'pause-ends-first'
    | 'paused-by-hr'
    | 'no-pause'
    | 'already-cancelled'
    | 'ended-by-hr'
    | 'not-cancelled'
    | 'ticket-issued'
    | 'month-paused'
    | 'offer-withdrawn'
    | 'offer-accepted'
    | 'offer-rejected'
    | 'offer-lapsed'
    | 'offer-follows-amounts'
    | 'already-subscribed'
    | 'employment-ends-first'
    | 'conflict-open'
    | 'selection-changed'
    | 'kept-by-hr'
    | 'something-issued'
    | 'another-person'
    | 'not-exchanged'
    | 'other-answer-given'
    | 'already-linked'
    | 'key-revoked'
    | 'people-changed'
    | 'contract-not-accepted'
    | 'address-in-use'
    | 'last-admin'
    | 'no-passkeys-here'
    | 'passkey-known'
    | 'too-many-passkeys'
    | 'last-passkey'
    | 'own-passkeys'
    | 'still-subscribed'
    | 'still-linked'
    | 'on-waiting-roster'
    | 'entry-waits'
    | 'listed-under-number'
    | 'entry-fits-somebody'
    | 'not-with-this-address'
    | 'entries-changed'
    | 'retention-not-over'
    | 'too-many-webhooks'
    | 'webhook-off'
    | 'too-many-replays'
    | 'nothing-to-replay'
    | 'only-through-provider'
    | 'admin-signs-in-first'
    | 'no-other-way-in'
    | 'sign-in-over'
    | 'provider-refused'
    | 'sign-in-not-recent'
    | 'email-not-verified'
    | 'domain-not-allowed'
    | 'not-invited'
    | 'other-person'
    | 'no-role'
    | 'other-user'
    | 'provider-unreachable'
    | 'provider-answer-invalid'
    | 'provider-names-other-issuer'
    | 'provider-rejects-client'
    | 'client-secret-unreadable'
    | 'sync-in-progress'
    | 'change-in-progress'
    | 'not-held'
    | 'integration-disconnected'
    | 'document-not-downloadable'
    | 'clock-cannot-go-back';
  values?: Record<string, string | number>;
  missingPermissions?: (
    | 'view-employees'
    | 'view-hr-integrations'
    | 'add-employees'
    | 'update-employees'
    | 'remove-employees'
  )[];
  errors?: {
    in: 'query' | 'body';
    pointer: string;
    code: string;
    message: string;
    similarName?: string;
    hrId?: string;
  }[];
  errorCount?: number;
};

export interface Page<Item> {
  data: Item[];
  page: number;
  perPage: number;
  totalPages: number;
  total: number;
}

export interface EmployeePage {
  path: string;
  firstName: string;
  lastName: string;
  companyName: string;
  timeZone: string;
  businessDate: string;
  status:
    | 'no-subscription'
    | 'scheduled'
    | 'active'
    | 'scheduled-pause'
    | 'paused'
    | 'scheduled-cancellation'
    | 'cancelled';
  startsOn: string | null;
  nextTicketOn: string | null;
  lastDay: string | null;
  pausesOn: string | null;
  endedOn: string | null;
  planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
  contributionCents: number;
  ticket: PageTicket | null;
  months: { month: string; state: 'ticket' | 'paused' | 'ahead' | 'none' }[];
  contracts: PageContract[];
  documents: {
    id: number;
    name: string;
    kind: 'upload' | 'receipt' | 'contract';
    fileType: 'pdf' | 'png' | 'jpeg';
    createdAt: string;
  }[];
  notice: 'offer-replaced' | 'offer-withdrawn' | 'link-expired' | null;
}

export interface PageContract {
  id: number;
  reason: 'enrolment' | 'plan-change' | 'new-terms';
  status: 'pending' | 'accepted' | 'rejected';
  answers: ('accepted' | 'rejected')[];
  language: 'de' | 'en';
  title: string;
  paragraphs: string[];
  version: string;
  digest: string;
  answerUntil: string;
  decidedAt: string | null;
  beginsOn: string | null;
  endsOn: string | null;
  path: string;
}

export interface PageData {
  isSpecimen: boolean;
  page: EmployeePage | null;
}

export interface PageTicket {
  ticketId: string;
  month: string;
  validFrom: string;
  validUntil: string;
  apple: string | null;
  google: string | null;
  badges: ('apple' | 'google')[];
}
