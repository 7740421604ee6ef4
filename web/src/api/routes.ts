// Generated from the schemas of /portal/api by `npm run portal:types`. Change those, not this file.

/** What each route takes, and what its answer holds under `data`. A `Blob` stands for a file. */
export interface Routes {
  'DELETE /employees/:id': { request: { params: { id: number } }; answer: undefined };
  'DELETE /identity-provider': { request: Record<string, never>; answer: undefined };
  'DELETE /invitations/:id': { request: { params: { id: number } }; answer: undefined };
  'DELETE /passkeys/:id': { request: { params: { id: number } }; answer: undefined };
  'DELETE /session': { request: Record<string, never>; answer: undefined };
  'DELETE /sessions': { request: Record<string, never>; answer: undefined };
  'DELETE /sessions/:id': { request: { params: { id: number } }; answer: undefined };
  'DELETE /users/:id': { request: { params: { id: number } }; answer: undefined };
  'DELETE /users/:id/passkeys': { request: { params: { id: number } }; answer: undefined };
  'DELETE /webhooks/:id': { request: { params: { id: number } }; answer: undefined };
  'GET /attention': {
    request: Record<string, never>;
    answer: { integrations: number; keys: number; webhooks: number };
  };
  'GET /audit-log': {
    request: {
      query?: {
        page?: number;
        perPage?: number;
        actorTypes?: ('operator' | 'portal-user' | 'api-key' | 'employee' | 'sync' | 'system')[];
        actions?: string[];
        subjectTypes?: string[];
        subjectIds?: number[];
        employeeIds?: number[];
        search?: string;
        from?: string;
        to?: string;
      };
    };
    answer: Page<AuditEntry>;
  };
  'GET /audit-log.csv': {
    request: {
      query?: {
        actorTypes?: ('operator' | 'portal-user' | 'api-key' | 'employee' | 'sync' | 'system')[];
        actions?: string[];
        subjectTypes?: string[];
        subjectIds?: number[];
        employeeIds?: number[];
        search?: string;
        from?: string;
        to?: string;
        language?: 'de' | 'en';
      };
    };
    answer: Blob;
  };
  'GET /bulk-actions/:id': { request: { params: { id: number } }; answer: BulkAction };
  'GET /bulk-actions/:id/people': {
    request: {
      params: { id: number };
      query?: { page?: number; perPage?: number; outcomes?: ('done' | 'refused' | 'failed')[] };
    };
    answer: Page<BulkPerson>;
  };
  'GET /clock': { request: Record<string, never>; answer: Clock };
  'GET /company': { request: Record<string, never>; answer: Company };
  'GET /company/sign-in': { request: Record<string, never>; answer: SignInSettings };
  'GET /contracts': {
    request: {
      query?: {
        page?: number;
        perPage?: number;
        statuses?: ('pending' | 'accepted' | 'rejected' | 'lapsed' | 'withdrawn')[];
        search?: string;
      };
    };
    answer: Page<Contract>;
  };
  'GET /contracts.csv': {
    request: {
      query?: {
        statuses?: ('pending' | 'accepted' | 'rejected' | 'lapsed' | 'withdrawn')[];
        search?: string;
        language?: 'de' | 'en';
      };
    };
    answer: Blob;
  };
  'GET /costs': {
    request: Record<string, never>;
    answer: { comparison: { current: Costs; previous: Costs }; months: Costs[] };
  };
  'GET /costs/:month': { request: { params: { month: string } }; answer: CostsOfMonth };
  'GET /costs/:month/file': {
    request: { params: { month: string }; query?: { format?: 'csv' | 'payroll'; language?: 'de' | 'en' } };
    answer: Blob;
  };
  'GET /costs/:month/lines': {
    request: { params: { month: string }; query?: { page?: number; perPage?: number; search?: string } };
    answer: Page<CostLine>;
  };
  'GET /documents': {
    request: {
      query?: {
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?: 'id' | 'createdAt' | 'updatedAt';
        ids?: number[];
        downloadable?: boolean;
        documentFileTypes?: ('pdf' | 'png' | 'jpeg')[];
        updatedSince?: string;
        createdFrom?: string;
        createdTo?: string;
        employeeIds?: number[];
        kinds?: ('upload' | 'receipt' | 'contract')[];
        month?: string;
        search?: string;
      };
    };
    answer: Page<EmployeeDocument>;
  };
  'GET /documents.csv': {
    request: {
      query?: {
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?: 'id' | 'createdAt' | 'updatedAt';
        ids?: number[];
        downloadable?: boolean;
        documentFileTypes?: ('pdf' | 'png' | 'jpeg')[];
        updatedSince?: string;
        createdFrom?: string;
        createdTo?: string;
        employeeIds?: number[];
        kinds?: ('upload' | 'receipt' | 'contract')[];
        month?: string;
        search?: string;
        language?: 'de' | 'en';
      };
    };
    answer: Blob;
  };
  'GET /documents.zip': {
    request: { query?: { kind?: 'receipt' | 'contract'; month?: string; language?: 'de' | 'en' } };
    answer: Blob;
  };
  'GET /documents/:id/download': { request: { params: { id: number } }; answer: Blob };
  'GET /employee-counts': {
    request: {
      query?: {
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?:
          | 'id'
          | 'createdAt'
          | 'updatedAt'
          | 'name'
          | 'status'
          | 'start'
          | 'nextTicket'
          | 'personnelNumber';
        ids?: number[];
        search?: string;
        emails?: string[];
        hrIds?: string[];
        hrIntegrationIds?: number[];
        hrLinkTypes?: ('custom' | 'hr-integration')[];
        subscriptionStatuses?: (
          | 'no-subscription'
          | 'scheduled'
          | 'active'
          | 'scheduled-pause'
          | 'paused'
          | 'scheduled-cancellation'
          | 'cancelled'
        )[];
        planTypes?: ('fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan')[];
        contractSigningStatuses?: ('pending' | 'accepted' | 'rejected')[];
        ticketMonth?: string;
        updatedSince?: string;
        waiting?: boolean;
      };
    };
    answer: {
      total: number;
      byStatus: {
        'no-subscription': number;
        scheduled: number;
        active: number;
        'scheduled-pause': number;
        paused: number;
        'scheduled-cancellation': number;
        cancelled: number;
      };
    };
  };
  'GET /employees': {
    request: {
      query?: {
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?:
          | 'id'
          | 'createdAt'
          | 'updatedAt'
          | 'name'
          | 'status'
          | 'start'
          | 'nextTicket'
          | 'personnelNumber';
        ids?: number[];
        search?: string;
        emails?: string[];
        hrIds?: string[];
        hrIntegrationIds?: number[];
        hrLinkTypes?: ('custom' | 'hr-integration')[];
        subscriptionStatuses?: (
          | 'no-subscription'
          | 'scheduled'
          | 'active'
          | 'scheduled-pause'
          | 'paused'
          | 'scheduled-cancellation'
          | 'cancelled'
        )[];
        planTypes?: ('fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan')[];
        contractSigningStatuses?: ('pending' | 'accepted' | 'rejected')[];
        ticketMonth?: string;
        updatedSince?: string;
        waiting?: boolean;
      };
    };
    answer: Page<Employee>;
  };
  'GET /employees.csv': {
    request: {
      query?: {
        sortOrder?: 'asc' | 'desc';
        sortField?: 'name' | 'status' | 'start' | 'nextTicket' | 'personnelNumber';
        ids?: number[];
        search?: string;
        emails?: string[];
        hrIds?: string[];
        hrIntegrationIds?: number[];
        hrLinkTypes?: ('custom' | 'hr-integration')[];
        subscriptionStatuses?: (
          | 'no-subscription'
          | 'scheduled'
          | 'active'
          | 'scheduled-pause'
          | 'paused'
          | 'scheduled-cancellation'
          | 'cancelled'
        )[];
        planTypes?: ('fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan')[];
        contractSigningStatuses?: ('pending' | 'accepted' | 'rejected')[];
        ticketMonth?: string;
        updatedSince?: string;
        waiting?: boolean;
        columns?: (
          | 'personnelNumber'
          | 'status'
          | 'plan'
          | 'contract'
          | 'contribution'
          | 'start'
          | 'nextTicket'
          | 'dateOfBirth'
        )[];
        language?: 'de' | 'en';
      };
    };
    answer: Blob;
  };
  'GET /employees/:id': { request: { params: { id: number } }; answer: Person };
  'GET /employees/:id/documents': {
    request: {
      params: { id: number };
      query?: {
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?: 'id' | 'createdAt' | 'updatedAt';
        ids?: number[];
        downloadable?: boolean;
        documentFileTypes?: ('pdf' | 'png' | 'jpeg')[];
        updatedSince?: string;
        createdFrom?: string;
        createdTo?: string;
      };
    };
    answer: Page<EmployeeDocument>;
  };
  'GET /employees/:id/history': {
    request: { params: { id: number }; query?: { page?: number; perPage?: number } };
    answer: Page<AuditHistoryEntry | SyncHistoryEntry>;
  };
  'GET /identity-provider': { request: Record<string, never>; answer: IdentitySettings };
  'GET /integrations': { request: Record<string, never>; answer: Page<Integration> };
  'GET /integrations/:id': { request: { params: { id: number } }; answer: Integration };
  'GET /integrations/:id/attempts': {
    request: { params: { id: number }; query?: { page?: number; perPage?: number } };
    answer: Page<Attempt>;
  };
  'GET /integrations/:id/conflicts': { request: { params: { id: number } }; answer: Page<Conflict> };
  'GET /integrations/:id/duplicates': {
    request: { params: { id: number } };
    answer: Page<PossibleDuplicate>;
  };
  'GET /integrations/:id/file-mapping': { request: { params: { id: number } }; answer: FileMapping };
  'GET /integrations/:id/syncs': {
    request: {
      params: { id: number };
      query?: {
        page?: number;
        perPage?: number;
        statuses?: ('queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded')[];
      };
    };
    answer: Page<ListedRun>;
  };
  'GET /integrations/:id/syncs/:runId': { request: { params: { id: number; runId: number } }; answer: Run };
  'GET /integrations/:id/syncs/:runId/changes': {
    request: {
      params: { id: number; runId: number };
      query?: {
        page?: number;
        perPage?: number;
        outcomes?: (
          | 'added'
          | 'adopted'
          | 'rehired'
          | 'renumbered'
          | 'updated'
          | 'offboarded'
          | 'unlinked'
          | 'conflict'
          | 'held'
          | 'waiting'
        )[];
        search?: string;
      };
    };
    answer: Page<Change>;
  };
  'GET /integrations/:id/syncs/:runId/changes.csv': {
    request: {
      params: { id: number; runId: number };
      query?: {
        outcomes?: (
          | 'added'
          | 'adopted'
          | 'rehired'
          | 'renumbered'
          | 'updated'
          | 'offboarded'
          | 'unlinked'
          | 'conflict'
          | 'held'
          | 'waiting'
        )[];
        search?: string;
        language?: 'de' | 'en';
      };
    };
    answer: Blob;
  };
  'GET /integrations/:id/waiting': {
    request: { params: { id: number }; query?: { page?: number; perPage?: number; decided?: boolean } };
    answer: Page<WaitingEntry>;
  };
  'GET /integrations/:id/waiting/counts': { request: { params: { id: number } }; answer: WaitingCounts };
  'GET /invitations': { request: Record<string, never>; answer: Page<Invitation> };
  'GET /keys': { request: Record<string, never>; answer: Page<Key> };
  'GET /outbox': { request: { query?: { page?: number; perPage?: number } }; answer: Page<OutboxMail> };
  'GET /outbox/:id': { request: { params: { id: number } }; answer: OutboxMailContent };
  'GET /outbox/:id/html': { request: { params: { id: number } }; answer: Blob };
  'GET /overview': { request: Record<string, never>; answer: Overview };
  'GET /page-links.csv': { request: { query?: { language?: 'de' | 'en' } }; answer: Blob };
  'GET /passkeys': { request: Record<string, never>; answer: Page<Passkey> };
  'GET /session': { request: Record<string, never>; answer: Session };
  'GET /sessions': { request: Record<string, never>; answer: Page<OwnSession> };
  'GET /users': { request: Record<string, never>; answer: Page<User> };
  'GET /wallet-links': {
    request: { query?: { page?: number; perPage?: number; search?: string } };
    answer: Page<WalletLink>;
  };
  'GET /wallet-links.csv': { request: { query?: { search?: string; language?: 'de' | 'en' } }; answer: Blob };
  'GET /webhook-settings': { request: Record<string, never>; answer: WebhookSettings };
  'GET /webhooks': { request: Record<string, never>; answer: Page<Webhook> };
  'GET /webhooks/:id': { request: { params: { id: number } }; answer: Webhook };
  'GET /webhooks/:id/deliveries': {
    request: {
      params: { id: number };
      query?: { page?: number; perPage?: number; outcomes?: ('delivered' | 'failed')[] };
    };
    answer: Page<WebhookDelivery>;
  };
  'PATCH /company': {
    request: {
      body: {
        name?: string;
        locale?: string;
        timeZone?: string;
        defaultPlanType?: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
        autoEnrol?: boolean;
        subsidyCents?: number;
        orderUntilDay?: number | null;
        cancelUntilDay?: number | null;
        pauseUntilDay?: number | null;
        mailEmployees?: boolean;
        retentionMonths?: number;
        legalName?: string | null;
        address?: string | null;
        taxNumber?: string | null;
        costCentre?: string | null;
        wageType?: string | null;
        payrollColumns?: (
          | 'personnel-number'
          | 'wage-type'
          | 'amount'
          | 'month'
          | 'last-name'
          | 'first-name'
          | 'cost-centre'
        )[];
      };
    };
    answer: Company;
  };
  'PATCH /company/sign-in': { request: { body: { requirePasskeys: boolean } }; answer: SignInSettings };
  'PATCH /documents/:id': {
    request: { params: { id: number }; body: { withheld: boolean } };
    answer: EmployeeDocument;
  };
  'PATCH /employees/:id': {
    request: {
      params: { id: number };
      body: {
        firstName?: string;
        lastName?: string;
        email?: string;
        dateOfBirth?: string;
        profileImage?: string | null;
      };
    };
    answer: Person;
  };
  'PATCH /integrations/:id': {
    request: {
      params: { id: number };
      body: {
        name?: string;
        autoSyncDefault?: boolean;
        holdCount?: number | null;
        holdPercent?: number | null;
        approveBy?: 'anyone' | 'portal';
        onInvalid?: 'reject' | 'keep';
        expectEvery?: string;
        technicalContact?: string | null;
        takesOver?: number[];
        absenceTypes?: {
          name: string;
          kind:
            | 'parental'
            | 'maternity'
            | 'unpaid'
            | 'sabbatical'
            | 'military'
            | 'voluntary-service'
            | 'care'
            | 'sick'
            | 'other'
            | null;
        }[];
        disconnected?: boolean;
      };
    };
    answer: Integration;
  };
  'PATCH /passkeys/:id': { request: { params: { id: number }; body: { name: string } }; answer: Passkey };
  'PATCH /users/:id': {
    request: { params: { id: number }; body: { role: 'admin' | 'viewer' } };
    answer: User;
  };
  'PATCH /webhooks/:id': {
    request: {
      params: { id: number };
      body: {
        url?: string;
        eventTypes?:
          | (
              | 'sync.succeeded'
              | 'sync.failed'
              | 'sync.held'
              | 'sync.refused'
              | 'integration.silent'
              | 'conflict.found'
              | 'entry.waiting'
              | 'employee.added'
              | 'employee.updated'
              | 'employee.offboarded'
              | 'employee.returned'
              | 'subscription.changed'
              | 'contract.offered'
              | 'contract.answered'
              | 'contract.lapsed'
              | 'ticket.issued'
              | 'ticket.voided'
              | 'document.created'
              | 'key.expiring'
            )[]
          | null;
        enabled?: boolean;
        skipWaiting?: boolean;
      };
    };
    answer: Webhook;
  };
  'POST /bulk-actions': {
    request: {
      body: {
        who: {
          ids?: number[];
          filter?: {
            ids?: number[];
            search?: string;
            emails?: string[];
            hrIds?: string[];
            hrIntegrationIds?: number[];
            hrLinkTypes?: ('custom' | 'hr-integration')[];
            subscriptionStatuses?: (
              | 'no-subscription'
              | 'scheduled'
              | 'active'
              | 'scheduled-pause'
              | 'paused'
              | 'scheduled-cancellation'
              | 'cancelled'
            )[];
            planTypes?: ('fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan')[];
            contractSigningStatuses?: ('pending' | 'accepted' | 'rejected')[];
            ticketMonth?: string;
            updatedSince?: string;
            waiting?: boolean;
          };
        };
        action: 'enrol' | 'change-plan' | 'pause' | 'cancel' | 'send-links';
        planType?: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
        fromMonth?: string;
        untilMonth?: string;
        people: number;
      };
    };
    answer: BulkAction;
  };
  'POST /bulk-actions/preview': {
    request: {
      body: {
        who: {
          ids?: number[];
          filter?: {
            ids?: number[];
            search?: string;
            emails?: string[];
            hrIds?: string[];
            hrIntegrationIds?: number[];
            hrLinkTypes?: ('custom' | 'hr-integration')[];
            subscriptionStatuses?: (
              | 'no-subscription'
              | 'scheduled'
              | 'active'
              | 'scheduled-pause'
              | 'paused'
              | 'scheduled-cancellation'
              | 'cancelled'
            )[];
            planTypes?: ('fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan')[];
            contractSigningStatuses?: ('pending' | 'accepted' | 'rejected')[];
            ticketMonth?: string;
            updatedSince?: string;
            waiting?: boolean;
          };
        };
        action: 'enrol' | 'change-plan' | 'pause' | 'cancel' | 'send-links';
        planType?: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
        fromMonth?: string;
        untilMonth?: string;
      };
    };
    answer: BulkPreview;
  };
  'POST /clock': {
    request: { body: { to?: 'next-day' | 'next-month' | 'next-first'; date?: string } };
    answer: MovedClock;
  };
  'POST /company/preview': {
    request: {
      body: {
        name?: string;
        locale?: string;
        timeZone?: string;
        defaultPlanType?: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
        autoEnrol?: boolean;
        subsidyCents?: number;
        orderUntilDay?: number | null;
        cancelUntilDay?: number | null;
        pauseUntilDay?: number | null;
        mailEmployees?: boolean;
        retentionMonths?: number;
        legalName?: string | null;
        address?: string | null;
        taxNumber?: string | null;
        costCentre?: string | null;
        wageType?: string | null;
        payrollColumns?: (
          | 'personnel-number'
          | 'wage-type'
          | 'amount'
          | 'month'
          | 'last-name'
          | 'first-name'
          | 'cost-centre'
        )[];
      };
    };
    answer: CompanyPreview;
  };
  'POST /contracts/:id/paper-answer': {
    request: {
      params: { id: number };
      headers: { 'x-file-name': string; 'x-answer': 'accepted' | 'rejected' };
      body: Blob;
    };
    answer: Contract;
  };
  'POST /contracts/:id/withdraw': { request: { params: { id: number } }; answer: Contract };
  'POST /contracts/new-terms': { request: Record<string, never>; answer: { offered: number } };
  'POST /contracts/new-terms/preview': { request: Record<string, never>; answer: { offered: number } };
  'POST /employees': {
    request: {
      body: {
        firstName: string;
        lastName: string;
        email: string;
        dateOfBirth: string;
        profileImage?: string | null;
      };
    };
    answer: Person;
  };
  'POST /employees/:id/actions/:action': {
    request: {
      params: {
        id: number;
        action:
          | 'enrol'
          | 'change-plan'
          | 'pause'
          | 'resume'
          | 'cancel'
          | 'withdraw-cancellation'
          | 'revoke'
          | 'issue-now';
      };
      body: {
        planType?: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
        fromMonth?: string;
        untilMonth?: string;
        refund?: boolean;
      };
    };
    answer: ActionResult;
  };
  'POST /employees/:id/actions/:action/preview': {
    request: {
      params: {
        id: number;
        action:
          | 'enrol'
          | 'change-plan'
          | 'pause'
          | 'resume'
          | 'cancel'
          | 'withdraw-cancellation'
          | 'revoke'
          | 'issue-now';
      };
      body: {
        planType?: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
        fromMonth?: string;
        untilMonth?: string;
        refund?: boolean;
      };
    };
    answer: ActionPreview;
  };
  'POST /employees/:id/documents': {
    request: {
      params: { id: number };
      headers: { 'x-file-name': string; 'x-downloadable'?: 'true' | 'false' };
      body: Blob;
    };
    answer: EmployeeDocument;
  };
  'POST /employees/:id/links': {
    request: { params: { id: number }; body: { integrationId: number } };
    answer: Person;
  };
  'POST /employees/:id/page-link': { request: { params: { id: number } }; answer: Person };
  'POST /identity-provider/test': {
    request: { body: { issuer: string; clientId: string; clientSecret?: string } };
    answer: { checks: ProviderCheck[] };
  };
  'POST /identity/begin': {
    request: { body: { link: string; email?: string; returnTo?: string } };
    answer: ProviderRedirect;
  };
  'POST /identity/confirm': { request: Record<string, never>; answer: ProviderRedirect };
  'POST /identity/find': { request: { body: { email: string } }; answer: { providers: FoundProvider[] } };
  'POST /identity/finish': { request: { body: { query: string } }; answer: FinishedSignIn };
  'POST /integrations': {
    request: {
      body: {
        name: string;
        type: 'hr-integration' | 'api-integration';
        holdCount?: number | null;
        holdPercent?: number | null;
        approveBy?: 'anyone' | 'portal';
      };
    };
    answer: Integration;
  };
  'POST /integrations/:id/auto-sync-default/preview': {
    request: { params: { id: number }; body: { autoSyncDefault: boolean } };
    answer: DefaultChange;
  };
  'POST /integrations/:id/conflicts/:conflictId': {
    request: {
      params: { id: number; conflictId: number };
      body: { decision: 'same-person' | 'new-person' | 'exchange' };
    };
    answer: { employeeId: number };
  };
  'POST /integrations/:id/duplicates/:duplicateId': {
    request: {
      params: { id: number; duplicateId: number };
      body: { decision: 'same-person' | 'two-people' };
    };
    answer: { employeeId: number | null };
  };
  'POST /integrations/:id/rosters': {
    request: {
      params: { id: number };
      query?: { onInvalid?: 'reject' | 'keep'; absences?: 'keep' };
      body: { syncId: string; employees: unknown[] };
    };
    answer: { runId: number };
  };
  'POST /integrations/:id/rosters/preview': {
    request: {
      params: { id: number };
      query?: { onInvalid?: 'reject' | 'keep'; absences?: 'keep' };
      body: { syncId: string; employees: unknown[] };
    };
    answer: RosterPreview;
  };
  'POST /integrations/:id/syncs/:runId/approve': {
    request: { params: { id: number; runId: number }; body: { people: number } };
    answer: Run;
  };
  'POST /integrations/:id/syncs/:runId/discard': {
    request: { params: { id: number; runId: number }; body: { people: number } };
    answer: Run;
  };
  'POST /integrations/:id/waiting': {
    request: { params: { id: number }; body: { decision: 'same-person' | 'new-person'; entries: number } };
    answer: { entries: number };
  };
  'POST /integrations/:id/waiting/:waitingId': {
    request: {
      params: { id: number; waitingId: number };
      body: { decision: 'same-person' | 'new-person'; employeeId?: number };
    };
    answer: { employeeId: number };
  };
  'POST /integrations/:id/waiting/:waitingId/take-back': {
    request: { params: { id: number; waitingId: number } };
    answer: { employeeId: number };
  };
  'POST /invitation': { request: { body: { token: string } }; answer: OpenedInvitation };
  'POST /invitation/accept': {
    request: { body: { token: string; password: string } };
    answer: Session | PasskeyStep;
  };
  'POST /invitations': {
    request: { body: { email: string; role: 'admin' | 'viewer' } };
    answer: IssuedInvitation;
  };
  'POST /keys': {
    request: {
      body: {
        name: string;
        permissions: (
          | 'view-employees'
          | 'view-hr-integrations'
          | 'add-employees'
          | 'update-employees'
          | 'remove-employees'
        )[];
        expiresAt?: string | null;
        integrationIds?: number[] | null;
        allowFrom?: string[] | null;
      };
    };
    answer: IssuedKey;
  };
  'POST /keys/:id/revoke': { request: { params: { id: number } }; answer: Key };
  'POST /keys/:id/rotate': {
    request: { params: { id: number }; body: { overlapSeconds?: number } };
    answer: IssuedKey;
  };
  'POST /passkeys': {
    request: {
      body: {
        name: string;
        created: {
          id: string;
          rawId: string;
          type: 'public-key';
          authenticatorAttachment?: 'cross-platform' | 'platform';
          response: { clientDataJSON: string; attestationObject: string; transports?: string[] };
        };
      };
    };
    answer: Passkey;
  };
  'POST /passkeys/request': { request: Record<string, never>; answer: PasskeyCreation };
  'POST /password': {
    request: { body: { currentPassword: string; newPassword: string; removePasskeys?: boolean } };
    answer: Session;
  };
  'POST /session': {
    request: { body: { email: string; password: string; companyId?: number } };
    answer: (Session | PasskeyStep) | CompanyChoice;
  };
  'POST /session/confirm': { request: { body: { password: string } }; answer: Session };
  'POST /session/confirm/passkey': {
    request: {
      body: {
        answer: {
          id: string;
          rawId: string;
          type: 'public-key';
          authenticatorAttachment?: 'cross-platform' | 'platform';
          response: {
            clientDataJSON: string;
            authenticatorData: string;
            signature: string;
            userHandle?: string;
          };
        };
      };
    };
    answer: Session;
  };
  'POST /session/confirm/passkey/request': { request: Record<string, never>; answer: PasskeyRequest };
  'POST /session/passkey': {
    request: {
      body: {
        answer: {
          id: string;
          rawId: string;
          type: 'public-key';
          authenticatorAttachment?: 'cross-platform' | 'platform';
          response: {
            clientDataJSON: string;
            authenticatorData: string;
            signature: string;
            userHandle?: string;
          };
        };
      };
    };
    answer: Session;
  };
  'POST /session/passkey/request': { request: Record<string, never>; answer: PasskeyRequest };
  'POST /session/second-factor': {
    request: {
      body: {
        answer: {
          id: string;
          rawId: string;
          type: 'public-key';
          authenticatorAttachment?: 'cross-platform' | 'platform';
          response: {
            clientDataJSON: string;
            authenticatorData: string;
            signature: string;
            userHandle?: string;
          };
        };
      };
    };
    answer: Session;
  };
  'POST /session/second-factor/request': { request: Record<string, never>; answer: PasskeyRequest };
  'POST /users/:id/reset': {
    request: { params: { id: number } };
    answer: { mail: 'smtp' | 'outbox' | null; link: string | null };
  };
  'POST /webhooks': {
    request: {
      body: {
        url: string;
        eventTypes:
          | (
              | 'sync.succeeded'
              | 'sync.failed'
              | 'sync.held'
              | 'sync.refused'
              | 'integration.silent'
              | 'conflict.found'
              | 'entry.waiting'
              | 'employee.added'
              | 'employee.updated'
              | 'employee.offboarded'
              | 'employee.returned'
              | 'subscription.changed'
              | 'contract.offered'
              | 'contract.answered'
              | 'contract.lapsed'
              | 'ticket.issued'
              | 'ticket.voided'
              | 'document.created'
              | 'key.expiring'
            )[]
          | null;
      };
    };
    answer: IssuedWebhook;
  };
  'POST /webhooks/:id/replay': {
    request: { params: { id: number }; body: { from: number; to?: number } };
    answer: { events: number };
  };
  'POST /webhooks/:id/rotate': {
    request: { params: { id: number }; body: { overlapSeconds?: number } };
    answer: IssuedWebhook;
  };
  'POST /webhooks/:id/test': {
    request: {
      params: { id: number };
      body: {
        exampleOf?:
          | 'sync.succeeded'
          | 'sync.failed'
          | 'sync.held'
          | 'sync.refused'
          | 'integration.silent'
          | 'conflict.found'
          | 'entry.waiting'
          | 'employee.added'
          | 'employee.updated'
          | 'employee.offboarded'
          | 'employee.returned'
          | 'subscription.changed'
          | 'contract.offered'
          | 'contract.answered'
          | 'contract.lapsed'
          | 'ticket.issued'
          | 'ticket.voided'
          | 'document.created'
          | 'key.expiring'
          | 'conflicts.found'
          | 'entries.waiting'
          | 'employees.added'
          | 'employees.updated'
          | 'employees.offboarded'
          | 'employees.returned'
          | 'subscriptions.changed'
          | 'contracts.offered'
          | 'contracts.answered'
          | 'contracts.lapsed'
          | 'tickets.issued'
          | 'tickets.voided'
          | 'documents.created';
      };
    };
    answer: WebhookDelivery;
  };
  'PUT /identity-provider': {
    request: {
      body: {
        issuer: string;
        clientId: string;
        domains: string[];
        roleClaim: string | null;
        adminValues: string[];
        viewerValues: string[];
        otherRole: 'admin' | 'viewer' | null;
        createsUsers: boolean;
        onlyWayIn: boolean;
        clientSecret?: string;
      };
    };
    answer: IdentitySettings;
  };
  'PUT /integrations/:id/file-mapping': {
    request: { params: { id: number }; body: FileMapping };
    answer: FileMapping;
  };
  'PUT /notices': { request: { body: { notices: 'at-once' | 'digest' | 'none' } }; answer: Session };
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

export interface ActionPreview {
  outcome: ActionResult | null;
  refusal: {
    reason:
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
    values: Record<string, string | number>;
    message: string;
  } | null;
}

export interface ActionResult {
  action:
    | 'enrol'
    | 'change-plan'
    | 'pause'
    | 'resume'
    | 'cancel'
    | 'withdraw-cancellation'
    | 'revoke'
    | 'issue-now';
  result: {
    start?: string;
    from?: string;
    until?: string | null;
    end?: string;
    dropped?: boolean;
    offered?: boolean;
    contributionCents?: number;
    validFrom?: string;
    refund?: { employerCents: number; employeeCents: number };
  };
  before: Snapshot;
  after: Snapshot;
}

export interface Actor {
  type: 'operator' | 'portal-user' | 'api-key' | 'employee' | 'sync' | 'system';
  id: number | null;
  name: string | null;
}

export interface Attempt {
  id: number;
  status: number;
  code: string;
  detail: string | null;
  errors: { in: 'query' | 'body'; pointer: string; code: string; hrId?: string }[];
  errorCount: number;
  count: number;
  syncId: string | null;
  requestId: string;
  sender: Actor | null;
  firstAt: string;
  lastAt: string;
}

export interface AuditEntry {
  id: number;
  at: string;
  actor: Actor;
  action:
    | 'contract-links-viewed'
    | 'document-downloaded'
    | 'employee-viewed'
    | 'mail-viewed'
    | 'statement-viewed'
    | 'wallet-links-viewed'
    | 'api-key-created'
    | 'api-key-refused'
    | 'api-key-revoked'
    | 'api-key-rotated'
    | 'audit-log-deleted'
    | 'audit-log-exported'
    | 'birth-date-refused'
    | 'bulk-action-started'
    | 'cancellation-withdrawn'
    | 'clock-moved'
    | 'company-changed'
    | 'company-created'
    | 'contract-accepted'
    | 'contract-links-exported'
    | 'contract-rejected'
    | 'contract-withdrawn'
    | 'document-released'
    | 'document-uploaded'
    | 'document-withheld'
    | 'documents-exported'
    | 'employee-changed'
    | 'employee-created'
    | 'employee-deleted'
    | 'employee-erased'
    | 'employee-exported'
    | 'employee-linked'
    | 'employee-page-opened'
    | 'hr-integration-changed'
    | 'hr-integration-created'
    | 'hr-integration-disconnected'
    | 'hr-integration-reconnected'
    | 'identity-provider-changed'
    | 'identity-provider-removed'
    | 'new-terms-offered'
    | 'page-link-renewed'
    | 'page-link-sent'
    | 'page-links-exported'
    | 'passkey-added'
    | 'passkey-counter-refused'
    | 'passkey-removed'
    | 'passkey-renamed'
    | 'passkey-requested'
    | 'passkeys-reset'
    | 'password-changed'
    | 'password-reset-offered'
    | 'people-exported'
    | 'plan-change-offered'
    | 'plan-change-withdrawn'
    | 'plan-changed'
    | 'portal-invitation-accepted'
    | 'portal-invitation-withdrawn'
    | 'portal-user-address-changed'
    | 'portal-user-created'
    | 'portal-user-invited'
    | 'portal-user-notices-changed'
    | 'portal-user-removed'
    | 'portal-user-role-changed'
    | 'price-removed'
    | 'price-set'
    | 'roster-submitted'
    | 'secret-key-replaced'
    | 'sessions-ended'
    | 'sign-in-failed'
    | 'signed-in'
    | 'signed-out'
    | 'statement-exported'
    | 'subscription-cancelled'
    | 'subscription-ordered'
    | 'subscription-paused'
    | 'subscription-resumed'
    | 'subscription-revoked'
    | 'subscriptions-ordered-for-all-waiting'
    | 'sync-approved'
    | 'sync-conflict-resolved'
    | 'sync-changes-exported'
    | 'sync-discarded'
    | 'sync-duplicate-decided'
    | 'ticket-issued-now'
    | 'waiting-decision-taken-back'
    | 'waiting-entries-decided'
    | 'waiting-entry-decided'
    | 'wallet-links-exported'
    | 'webhook-changed'
    | 'webhook-created'
    | 'webhook-deleted'
    | 'webhook-disabled'
    | 'webhook-replayed'
    | 'webhook-secret-rotated';
  subject: { type: string; id: number | null };
  details: Record<string, unknown>;
  person: { id: number; name: string } | null;
  integration: { id: number; name: string } | null;
  thing: string | null;
}

export interface AuditHistoryEntry {
  source: 'audit';
  at: string;
  actor: Actor;
  action: string;
  details: Record<string, unknown>;
}

export interface BulkAction {
  id: number;
  action: 'enrol' | 'change-plan' | 'pause' | 'cancel' | 'send-links';
  planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan' | null;
  by: string;
  people: number;
  done: number;
  refused: number;
  failed: number;
  createdAt: string;
  finishedAt: string | null;
}

export interface BulkPerson {
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
  outcome: 'done' | 'refused' | 'failed' | null;
  reason: string | null;
  values: Record<string, unknown> | null;
  message: string | null;
}

export interface BulkPreview {
  people: number;
  possible: number;
  refusals: {
    reason: string;
    values: Record<string, unknown> | null;
    message: string;
    people: number;
    names: { employeeId: number; firstName: string; lastName: string }[];
  }[];
  groups: {
    planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
    from: string;
    people: number;
    needsContract: boolean;
    employerCents: number;
    contributionCents: number;
  }[];
  monthlyCents: { employer: number; employees: number };
  from: string | null;
  until: string | null;
}

export interface Change {
  id: number;
  outcome:
    | 'added'
    | 'adopted'
    | 'rehired'
    | 'renumbered'
    | 'updated'
    | 'offboarded'
    | 'unlinked'
    | 'conflict'
    | 'held'
    | 'waiting';
  reason:
    | 'new-in-roster'
    | 'same-email-and-birth-date'
    | 'known-number-returned'
    | 'returned-under-new-number'
    | 'new-number'
    | 'roster-differs'
    | 'missing-from-roster'
    | 'still-linked-elsewhere'
    | 'identity-differs'
    | 'entry-of-another'
    | 'numbers-exchanged'
    | 'waits-for-approval'
    | 'new-number-waits'
    | 'approved'
    | 'discarded'
    | 'superseded-by-later-roster'
    | 'known-outside-scope'
    | 'same-person'
    | 'new-person'
    | 'ambiguous-match'
    | 'unknown';
  message: string;
  employeeId: number | null;
  hrId: string | null;
  pointer: string | null;
  fields: Record<string, { from: unknown; to: unknown }>;
  subscription: {
    action: 'start' | 'offer' | 'adjust' | 'reopen' | 'drop' | 'wait';
    startAt: string | null;
    endAt: string | null;
    lastTicketMonth: string | null;
  } | null;
  firstName: string | null;
  lastName: string | null;
}

export interface Clock {
  businessDate: string;
  frozen: boolean;
}

export interface Company {
  id: number;
  name: string;
  locale: string;
  timeZone: string;
  defaultPlanType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
  autoEnrol: boolean;
  subsidyCents: number;
  orderUntilDay: number | null;
  cancelUntilDay: number | null;
  pauseUntilDay: number | null;
  mailEmployees: boolean;
  retentionMonths: number;
  legalName: string | null;
  address: string | null;
  taxNumber: string | null;
  costCentre: string | null;
  wageType: string | null;
  payrollColumns: (
    | 'personnel-number'
    | 'wage-type'
    | 'amount'
    | 'month'
    | 'last-name'
    | 'first-name'
    | 'cost-centre'
  )[];
  businessDate: string;
  ticketPriceCents: number;
  contributions: {
    planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
    employerCents: number;
    contributionCents: number;
    label: string;
  }[];
  createdAt: string;
  updatedAt: string;
}

export interface CompanyChoice {
  companies: { id: number; name: string }[];
}

export interface CompanyPreview {
  before: Company;
  after: Company;
  subsidyChange: SubsidyChange | null;
  waiting: Waiting;
}

export interface Conflict {
  id: number;
  hrId: string;
  record: { employeeId: number; firstName: string; lastName: string; email: string; dateOfBirth: string };
  entry: { firstName: string; lastName: string; email: string; dateOfBirth: string; startDate: string };
  other: {
    hrId: string;
    record: { employeeId: number; firstName: string; lastName: string; email: string; dateOfBirth: string };
    entry: { firstName: string; lastName: string; email: string; dateOfBirth: string; startDate: string };
  } | null;
}

export interface Contract {
  id: number;
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
  reason: 'enrolment' | 'plan-change' | 'new-terms';
  planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
  plannedStart: string;
  contributionCents: number;
  answerUntil: string;
  status: 'pending' | 'accepted' | 'rejected' | 'lapsed' | 'withdrawn';
  createdAt: string;
  decidedAt: string | null;
  proof: Proof | null;
  link: string | null;
}

export interface CostLine {
  key: number;
  employeeId: number | null;
  firstName: string | null;
  lastName: string | null;
  hrIds: string[];
  planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
  tickets: number;
  refunds: number;
  priceCents: number;
  discountCents: number;
  employerCents: number;
  employeeCents: number;
  withheldCents: number;
  beyondSubsidyCents: number;
}

export interface Costs {
  month: string;
  isFinal: boolean;
  totals: CostSums;
  plans: PlanCosts[];
}

export interface CostsOfMonth {
  month: string;
  isFinal: boolean;
  totals: CostSums;
  plans: PlanCosts[];
  withoutNumber: {
    lines: number;
    people: { employeeId: number | null; firstName: string | null; lastName: string | null }[];
  };
}

export interface CostSums {
  tickets: number;
  refunds: number;
  priceCents: number;
  discountCents: number;
  employerCents: number;
  employeeCents: number;
  withheldCents: number;
  beyondSubsidyCents: number;
}

export interface DefaultChange {
  counts: {
    start: number;
    offer: number;
    continue: number;
    wait: number;
    'pause-ends': number;
    'pause-begins': number;
  };
  people: {
    employeeId: number;
    firstName: string;
    lastName: string;
    effect: 'start' | 'offer' | 'continue' | 'wait' | 'pause-ends' | 'pause-begins';
    from: string | null;
  }[];
  monthlyCents: { employer: number; employees: number };
}

export interface Employee {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  profileImage: string | null;
  resource: 'employee';
  subscription: {
    status:
      | 'no-subscription'
      | 'scheduled'
      | 'active'
      | 'scheduled-pause'
      | 'paused'
      | 'scheduled-cancellation'
      | 'cancelled';
    startAt: string | null;
    nextTicketAt: string | null;
    pausedAt: string | null;
    cancelledAt: string | null;
    reactivatedAt: string | null;
  };
  plan: {
    type: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
    contractSigningStatus: 'pending' | 'accepted' | 'rejected' | null;
    employeeContributionAmount: { label: string; value: number };
  };
  ticket: { ticketId: string; ticketMonth: string; validFrom: string; validUntil: string } | null;
  hrIntergartionLinks: {
    type: 'custom' | 'hr-integration';
    hrId: string | null;
    hrIntegrationId: number;
    lastSyncId: string | null;
    lastSynced: string | null;
  }[];
  _links: {
    self: { href: string; type: 'application/json' };
    employeeDocuments: { href: string; type: 'application/json' };
  };
}

export interface EmployeeDocument {
  id: number;
  employeeId: number;
  documentName: string;
  documentFileType: 'pdf' | 'png' | 'jpeg';
  downloadable: boolean;
  createdAt: string;
  updatedAt: string;
  resource: 'employee-document';
  _links: {
    self: { href: string; type: 'application/json' };
    employee: { href: string; type: 'application/json' };
  };
  kind: 'upload' | 'receipt' | 'contract';
  employeeName: string;
  isFinal: boolean;
}

export interface FileMapping {
  columns: { heading: string; column: string | null }[];
  absenceColumns: { heading: string; column: string | null }[];
  dates: 'MM/DD/YYYY' | 'DD/MM/YYYY' | null;
}

export interface FinishedSignIn {
  step: 'signed-in' | 'passkey' | 'confirmed';
  returnPath: string;
  next: Session | PasskeyStep;
}

export interface FoundProvider {
  link: string;
  companyName: string;
}

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  domains: string[];
  roleClaim: string | null;
  adminValues: string[];
  viewerValues: string[];
  otherRole: 'admin' | 'viewer' | null;
  createsUsers: boolean;
  onlyWayIn: boolean;
  vouchedDomains: string[];
  signInLink: string;
  canBeOnlyWayIn: boolean;
  updatedAt: string;
}

export interface IdentitySettings {
  redirectUri: string;
  provider: IdentityProvider | null;
}

export interface Integration {
  id: number;
  name: string;
  type: 'hr-integration' | 'api-integration';
  status: 'pending' | 'connected' | 'error' | 'disconnected';
  initialConnectionStatus: 'pending' | 'completed' | 'failed';
  lastSyncId: string | null;
  lastSyncStatus:
    | 'never'
    | 'queued'
    | 'running'
    | 'held'
    | 'succeeded'
    | 'failed'
    | 'discarded'
    | 'superseded';
  lastSynced: string | null;
  canTriggerSync: boolean;
  resource: 'hr-integration';
  _links: { self: { href: string; type: 'application/json' } };
  people: number;
  autoSyncDefault: boolean;
  holdCount: number | null;
  holdPercent: number | null;
  approveBy: 'anyone' | 'portal';
  onInvalid: 'reject' | 'keep';
  expectEvery: string;
  technicalContact: string | null;
  takesOver: number[];
  lastRosterAt: string | null;
  pace: Pace | null;
  isSilent: boolean;
  refused: number;
  refusedCode: string | null;
  decisions: number;
  heldRunId: number | null;
  absenceTypes: {
    name: string;
    kind:
      | 'parental'
      | 'maternity'
      | 'unpaid'
      | 'sabbatical'
      | 'military'
      | 'voluntary-service'
      | 'care'
      | 'sick'
      | 'other';
  }[];
  disconnectedAt: string | null;
}

export interface Invitation {
  id: number;
  email: string;
  role: 'admin' | 'viewer';
  createdAt: string;
  expiresAt: string;
  invitedBy: string | null;
}

export interface IssuedInvitation {
  id: number;
  email: string;
  role: 'admin' | 'viewer';
  createdAt: string;
  expiresAt: string;
  invitedBy: string | null;
  mail: 'smtp' | 'outbox' | null;
  link: string | null;
}

export interface IssuedKey {
  id: number;
  username: string;
  name: string;
  permissions: (
    | 'view-employees'
    | 'view-hr-integrations'
    | 'add-employees'
    | 'update-employees'
    | 'remove-employees'
  )[];
  integrationIds: number[] | null;
  allowFrom: string[] | null;
  state: 'active' | 'expired' | 'revoked';
  createdAt: string;
  expiresAt: string | null;
  isExpiring: boolean;
  revokedAt: string | null;
  lastUsedAt: string | null;
  refusedAt: string | null;
  refusedFrom: string | null;
  password: string;
}

export interface IssuedWebhook {
  id: number;
  url: string;
  eventTypes:
    | (
        | 'sync.succeeded'
        | 'sync.failed'
        | 'sync.held'
        | 'sync.refused'
        | 'integration.silent'
        | 'conflict.found'
        | 'entry.waiting'
        | 'employee.added'
        | 'employee.updated'
        | 'employee.offboarded'
        | 'employee.returned'
        | 'subscription.changed'
        | 'contract.offered'
        | 'contract.answered'
        | 'contract.lapsed'
        | 'ticket.issued'
        | 'ticket.voided'
        | 'document.created'
        | 'key.expiring'
      )[]
    | null;
  state: 'active' | 'failing' | 'disabled' | 'off';
  disabledBecause: 'failing' | 'gone' | null;
  disabledAt: string | null;
  failingSince: string | null;
  failedAttempts: number;
  nextAttemptAt: string | null;
  deliveredAt: string | null;
  olderSecretUntil: string | null;
  waiting: number;
  hasMoreWaiting: boolean;
  createdAt: string;
  secret: string;
}

export interface Key {
  id: number;
  username: string;
  name: string;
  permissions: (
    | 'view-employees'
    | 'view-hr-integrations'
    | 'add-employees'
    | 'update-employees'
    | 'remove-employees'
  )[];
  integrationIds: number[] | null;
  allowFrom: string[] | null;
  state: 'active' | 'expired' | 'revoked';
  createdAt: string;
  expiresAt: string | null;
  isExpiring: boolean;
  revokedAt: string | null;
  lastUsedAt: string | null;
  refusedAt: string | null;
  refusedFrom: string | null;
}

export interface ListedRun {
  id: number;
  syncId: string;
  status: 'queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded';
  counts: {
    entries?: number;
    unchanged?: number;
    invalid?: number;
    added?: number;
    adopted?: number;
    rehired?: number;
    renumbered?: number;
    updated?: number;
    offboarded?: number;
    unlinked?: number;
    conflict?: number;
    waiting?: number;
    held?: number;
    waitingForEnrolment?: number;
    ticketsReissued?: number;
  };
  problems: {
    code:
      | 'invalid-entry'
      | 'unknown-field'
      | 'unknown-absence-type'
      | 'never-joined'
      | 'email-used-twice'
      | 'implausible-birth-date'
      | 'implausible-start-date'
      | 'implausible-email'
      | 'unprintable-name'
      | 'ambiguous-match'
      | 'already-started'
      | 'conflict'
      | 'waiting'
      | 'large-offboarding'
      | 'large-renumbering'
      | 'possible-duplicate';
    message: string;
    count: number;
    pointers: string[];
    hrIds: (string | null)[];
    name?: string;
    in?: 'roster' | 'entry' | 'absence';
    similarName?: string;
    outOf?: number;
    errors?: {
      in: 'query' | 'body';
      pointer: string;
      code: string;
      message: string;
      similarName?: string;
      hrId?: string;
    }[];
  }[];
  failure: string | null;
  progress: { step: string; done: number; total: number } | null;
  attempts: number;
  resubmissions: number;
  resubmittedDifferently: boolean;
  bodyDigest: string | null;
  acceptedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  integrationId: number;
  integrationName: string;
  entryCount: number;
}

export interface MonthCosts {
  month: string;
  tickets: number;
  employerCents: number;
  employeeCents: number;
}

export interface MovedClock {
  businessDate: string;
  frozen: boolean;
  ticketsIssued: number;
  steps: { businessDate: string; ticketsIssued: number }[];
}

export interface OpenedInvitation {
  email: string;
  role: 'admin' | 'viewer';
  companyName: string;
  locale: string;
  expiresAt: string;
  provider: { link: string; isOnlyWayIn: boolean } | null;
}

export interface OutboxMail {
  id: number;
  kind:
    | 'invitation'
    | 'password-reset'
    | 'page-link'
    | 'contract-offered'
    | 'contract-reminder'
    | 'ticket'
    | 'receipt'
    | 'notice'
    | 'digest';
  to: string;
  subject: string;
  sentAt: string;
}

export interface OutboxMailContent {
  id: number;
  kind:
    | 'invitation'
    | 'password-reset'
    | 'page-link'
    | 'contract-offered'
    | 'contract-reminder'
    | 'ticket'
    | 'receipt'
    | 'notice'
    | 'digest';
  to: string;
  subject: string;
  sentAt: string;
  from: string;
  text: string;
}

export interface Overview {
  businessDate: string;
  nextIssueOn: string;
  employees: number;
  subscriptions: {
    'no-subscription': number;
    scheduled: number;
    active: number;
    'scheduled-pause': number;
    paused: number;
    'scheduled-cancellation': number;
    cancelled: number;
  };
  ticketsThisMonth: number;
  months: { current: MonthCosts; previous: MonthCosts };
  contracts: { offered: number; answered: number };
  setUp: { hasIntegration: boolean; hasDelivery: boolean; hasTickets: boolean; hasContractData: boolean };
  attention: {
    pendingContracts: number;
    waitingForEnrolment: number;
    heldRuns: RunLine[];
    failedRuns: RunLine[];
    disconnectedIntegrations: { id: number; name: string }[];
    silentIntegrations: { id: number; name: string; lastRosterAt: string | null; pace: Pace | null }[];
    refusingIntegrations: {
      id: number;
      name: string;
      refused: number;
      refusedCode: string | null;
      lastRosterAt: string | null;
    }[];
    openDecisions: { id: number; name: string; decisions: number }[];
    expiringKeys: { id: number; name: string; expiresAt: string }[];
    disabledWebhooks: { id: number; host: string; disabledAt: string; disabledBecause: 'failing' | 'gone' }[];
    waitingMails: { count: number; nextAt: string } | null;
  };
  recentRuns: RunLine[];
}

export interface OwnSession {
  id: number;
  address: string;
  browser: string | null;
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
}

export interface Pace {
  hours: number;
  weekdays: number[] | null;
}

export interface Passkey {
  id: number;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface PasskeyCreation {
  challenge: string;
  rp: { id?: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { alg: number; type: 'public-key' }[];
  timeout?: number;
  excludeCredentials?: { id: string; type: string; transports?: string[] }[];
  authenticatorSelection?: {
    residentKey?: 'discouraged' | 'preferred' | 'required';
    userVerification?: 'discouraged' | 'preferred' | 'required';
  };
  attestation?: 'none' | 'direct' | 'enterprise' | 'indirect';
}

export interface PasskeyRequest {
  challenge: string;
  rpId?: string;
  timeout?: number;
  userVerification?: 'discouraged' | 'preferred' | 'required';
  allowCredentials?: { id: string; type: string; transports?: string[] }[];
}

export interface PasskeyStep {
  asksFor: 'passkey';
}

export interface Person {
  employee: Employee;
  businessDate: string;
  links: PersonLink[];
  terms: Term[];
  tickets: Ticket[];
  planAhead: { type: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan'; from: string } | null;
  contract: Contract | null;
  mailRefusal: { at: string; reason: string } | null;
  pageLink: string | null;
  actions: (
    | 'enrol'
    | 'change-plan'
    | 'pause'
    | 'resume'
    | 'cancel'
    | 'withdraw-cancellation'
    | 'revoke'
    | 'issue-now'
  )[];
}

export interface PersonLink {
  id: number;
  type: 'custom' | 'hr-integration';
  hrId: string | null;
  integrationId: number;
  integrationName: string;
  present: boolean;
  startDate: string | null;
  terminationDate: string | null;
  autoSync: boolean | null;
  absences: {
    type: string;
    kind:
      | 'parental'
      | 'maternity'
      | 'unpaid'
      | 'sabbatical'
      | 'military'
      | 'voluntary-service'
      | 'care'
      | 'sick'
      | 'other'
      | null;
    startDate: string;
    endDate: string | null;
  }[];
  lastSyncId: string | null;
  lastSynced: string | null;
  createdAt: string;
  endedAt: string | null;
}

export interface PlanCosts {
  planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
  tickets: number;
  refunds: number;
  priceCents: number;
  discountCents: number;
  employerCents: number;
  employeeCents: number;
  withheldCents: number;
  beyondSubsidyCents: number;
}

export interface PossibleDuplicate {
  id: number;
  first: { hrId: string; employeeId: number | null };
  other: { hrId: string; employeeId: number | null };
  entry: { firstName: string; lastName: string; email: string; dateOfBirth: string; startDate: string };
}

export interface PreviewedChange {
  outcome:
    | 'added'
    | 'adopted'
    | 'rehired'
    | 'renumbered'
    | 'updated'
    | 'offboarded'
    | 'unlinked'
    | 'conflict'
    | 'held'
    | 'waiting';
  reason:
    | 'new-in-roster'
    | 'same-email-and-birth-date'
    | 'known-number-returned'
    | 'returned-under-new-number'
    | 'new-number'
    | 'roster-differs'
    | 'missing-from-roster'
    | 'still-linked-elsewhere'
    | 'identity-differs'
    | 'entry-of-another'
    | 'numbers-exchanged'
    | 'waits-for-approval'
    | 'new-number-waits'
    | 'approved'
    | 'discarded'
    | 'superseded-by-later-roster'
    | 'known-outside-scope'
    | 'same-person'
    | 'new-person'
    | 'ambiguous-match'
    | 'unknown';
  message: string;
  employeeId: number | null;
  hrId: string | null;
  pointer: string | null;
  fields: Record<string, { from: unknown; to: unknown }>;
  subscription: {
    action: 'start' | 'offer' | 'adjust' | 'reopen' | 'drop' | 'wait';
    startAt: string | null;
    endAt: string | null;
    lastTicketMonth: string | null;
  } | null;
  before: {
    status:
      | 'no-subscription'
      | 'scheduled'
      | 'active'
      | 'scheduled-pause'
      | 'paused'
      | 'scheduled-cancellation'
      | 'cancelled';
    nextTicketAt: string | null;
    contribution: { label: string; value: number };
  } | null;
  after: {
    status:
      | 'no-subscription'
      | 'scheduled'
      | 'active'
      | 'scheduled-pause'
      | 'paused'
      | 'scheduled-cancellation'
      | 'cancelled';
    nextTicketAt: string | null;
    contribution: { label: string; value: number };
  } | null;
  firstName: string | null;
  lastName: string | null;
}

export interface Proof {
  by: 'mailed' | 'shown' | 'paper';
  mailedTo: string | null;
  addressChanged: { at: string; by: Actor } | null;
  shownTo: Actor[];
}

export interface ProviderCheck {
  check: 'discovery' | 'keys' | 'client';
  result: 'fine' | 'failed' | 'not-checked';
  problem:
    | 'not-https'
    | 'address-not-allowed'
    | 'unknown-host'
    | 'certificate'
    | 'unreachable'
    | 'timed-out'
    | 'redirected'
    | 'too-large'
    | 'no-document'
    | 'other-issuer'
    | 'answer-invalid'
    | 'no-keys'
    | 'client-rejected'
    | 'secret-unreadable'
    | null;
}

export interface ProviderRedirect {
  url: string;
}

export interface RosterPreview {
  wouldBeHeld: boolean;
  unfinishedSyncs: number;
  bodyDigest: string;
  counts: {
    entries?: number;
    unchanged?: number;
    invalid?: number;
    added?: number;
    adopted?: number;
    rehired?: number;
    renumbered?: number;
    updated?: number;
    offboarded?: number;
    unlinked?: number;
    conflict?: number;
    waiting?: number;
    held?: number;
    waitingForEnrolment?: number;
    ticketsReissued?: number;
  };
  problems: {
    code:
      | 'invalid-entry'
      | 'unknown-field'
      | 'unknown-absence-type'
      | 'never-joined'
      | 'email-used-twice'
      | 'implausible-birth-date'
      | 'implausible-start-date'
      | 'implausible-email'
      | 'unprintable-name'
      | 'ambiguous-match'
      | 'already-started'
      | 'conflict'
      | 'waiting'
      | 'large-offboarding'
      | 'large-renumbering'
      | 'possible-duplicate';
    message: string;
    count: number;
    pointers: string[];
    hrIds: (string | null)[];
    name?: string;
    in?: 'roster' | 'entry' | 'absence';
    similarName?: string;
    outOf?: number;
    errors?: {
      in: 'query' | 'body';
      pointer: string;
      code: string;
      message: string;
      similarName?: string;
      hrId?: string;
    }[];
  }[];
  changes: PreviewedChange[];
}

export interface Run {
  id: number;
  syncId: string;
  status: 'queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded';
  counts: {
    entries?: number;
    unchanged?: number;
    invalid?: number;
    added?: number;
    adopted?: number;
    rehired?: number;
    renumbered?: number;
    updated?: number;
    offboarded?: number;
    unlinked?: number;
    conflict?: number;
    waiting?: number;
    held?: number;
    waitingForEnrolment?: number;
    ticketsReissued?: number;
  };
  problems: {
    code:
      | 'invalid-entry'
      | 'unknown-field'
      | 'unknown-absence-type'
      | 'never-joined'
      | 'email-used-twice'
      | 'implausible-birth-date'
      | 'implausible-start-date'
      | 'implausible-email'
      | 'unprintable-name'
      | 'ambiguous-match'
      | 'already-started'
      | 'conflict'
      | 'waiting'
      | 'large-offboarding'
      | 'large-renumbering'
      | 'possible-duplicate';
    message: string;
    count: number;
    pointers: string[];
    hrIds: (string | null)[];
    name?: string;
    in?: 'roster' | 'entry' | 'absence';
    similarName?: string;
    outOf?: number;
    errors?: {
      in: 'query' | 'body';
      pointer: string;
      code: string;
      message: string;
      similarName?: string;
      hrId?: string;
    }[];
  }[];
  failure: string | null;
  progress: { step: string; done: number; total: number } | null;
  attempts: number;
  resubmissions: number;
  resubmittedDifferently: boolean;
  bodyDigest: string | null;
  acceptedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  integrationId: number;
  integrationName: string;
  entryCount: number;
  heldPeople: number;
}

export interface RunLine {
  id: number;
  integrationId: number;
  integrationName: string;
  syncId: string;
  status: 'queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded';
  acceptedAt: string;
  finishedAt: string | null;
  entryCount: number;
  counts: {
    entries?: number;
    unchanged?: number;
    invalid?: number;
    added?: number;
    adopted?: number;
    rehired?: number;
    renumbered?: number;
    updated?: number;
    offboarded?: number;
    unlinked?: number;
    conflict?: number;
    waiting?: number;
    held?: number;
    waitingForEnrolment?: number;
    ticketsReissued?: number;
  };
  failure: string | null;
}

export interface Session {
  user: { id: number; email: string; role: 'admin' | 'viewer' };
  company: { id: number; name: string; locale: string; timeZone: string };
  environment: 'staging' | 'production';
  throughProvider: boolean;
  mail: 'smtp' | 'outbox' | null;
  notices: 'at-once' | 'digest' | 'none';
  hasPassword: boolean;
  businessDate: string;
  confirmedUntil: string | null;
  expiresAt: string;
  passkeys: { origin: string | null; has: boolean; missing: boolean };
}

export interface SignInSettings {
  requirePasskeys: boolean;
  users: number;
  usersWithPasskey: number;
}

export interface Snapshot {
  subscription: {
    status:
      | 'no-subscription'
      | 'scheduled'
      | 'active'
      | 'scheduled-pause'
      | 'paused'
      | 'scheduled-cancellation'
      | 'cancelled';
    startAt: string | null;
    nextTicketAt: string | null;
    pausedAt: string | null;
    cancelledAt: string | null;
    reactivatedAt: string | null;
  };
  plan: {
    type: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
    contractSigningStatus: 'pending' | 'accepted' | 'rejected' | null;
    employeeContributionAmount: { label: string; value: number };
  };
  ticket: { ticketMonth: string; validFrom: string; validUntil: string } | null;
  terms: Term[];
}

export interface SubsidyChange {
  people: number;
  atFirst: { employees: number; employer: number };
  onceAccepted: { employees: number; employer: number };
  offered: number;
  withdrawn: number;
  replaced: number;
}

export interface SyncHistoryEntry {
  source: 'sync';
  at: string;
  actor: Actor;
  action:
    | 'added'
    | 'adopted'
    | 'rehired'
    | 'renumbered'
    | 'updated'
    | 'offboarded'
    | 'unlinked'
    | 'conflict'
    | 'held'
    | 'waiting';
  reason:
    | 'new-in-roster'
    | 'same-email-and-birth-date'
    | 'known-number-returned'
    | 'returned-under-new-number'
    | 'new-number'
    | 'roster-differs'
    | 'missing-from-roster'
    | 'still-linked-elsewhere'
    | 'identity-differs'
    | 'entry-of-another'
    | 'numbers-exchanged'
    | 'waits-for-approval'
    | 'new-number-waits'
    | 'approved'
    | 'discarded'
    | 'superseded-by-later-roster'
    | 'known-outside-scope'
    | 'same-person'
    | 'new-person'
    | 'ambiguous-match'
    | 'unknown';
  details: Record<string, { from: unknown; to: unknown }>;
  run: { id: number; syncId: string | null; integrationId: number; integrationName: string };
}

export interface Term {
  number: number;
  start: string;
  isFollowing: boolean;
  ends: { on: string; owner: 'hr' | 'person' | 'contract'; cause: string | null }[];
  pauses: {
    from: string;
    until: string | null;
    owner: 'hr' | 'person';
    absences: {
      type: string;
      kind:
        | 'parental'
        | 'maternity'
        | 'unpaid'
        | 'sabbatical'
        | 'military'
        | 'voluntary-service'
        | 'care'
        | 'sick'
        | 'other'
        | null;
      startDate: string;
      endDate: string | null;
    }[];
  }[];
}

export interface Ticket {
  ticketId: string;
  month: string;
  validFrom: string;
  validUntil: string;
  issuedAt: string;
  voidedAt: string | null;
  state: 'valid' | 'void' | 'over';
  links: { apple: string; google: string } | null;
}

export interface User {
  id: number;
  email: string;
  role: 'admin' | 'viewer';
  createdAt: string;
  lastSignedInAt: string | null;
  passkeys: number;
  keys: number;
}

export interface Waiting {
  people: number;
  groups: {
    planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
    start: string;
    people: number;
    needsContract: boolean;
    priceCents: number;
    employerCents: number;
    contributionCents: number;
  }[];
  monthlyCents: { employer: number; employees: number };
}

export interface WaitingCounts {
  open: number;
  decided: number;
  samePerson: number;
  newPerson: number;
}

export interface WaitingEntry {
  id: number;
  hrId: string;
  entry: {
    firstName: string;
    lastName: string;
    email: string;
    dateOfBirth: string;
    startDate: string;
    terminationDate: string | null;
  };
  decision: 'same-person' | 'new-person' | null;
  decidedAt: string | null;
  people: {
    employeeId: number;
    firstName: string;
    lastName: string;
    email: string;
    dateOfBirth: string;
    fits: boolean;
    hrId: string | null;
    listedBy: string[];
  }[];
}

export interface WalletLink {
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
  month: string;
  ticketId: string;
  apple: string;
  google: string;
}

export interface Webhook {
  id: number;
  url: string;
  eventTypes:
    | (
        | 'sync.succeeded'
        | 'sync.failed'
        | 'sync.held'
        | 'sync.refused'
        | 'integration.silent'
        | 'conflict.found'
        | 'entry.waiting'
        | 'employee.added'
        | 'employee.updated'
        | 'employee.offboarded'
        | 'employee.returned'
        | 'subscription.changed'
        | 'contract.offered'
        | 'contract.answered'
        | 'contract.lapsed'
        | 'ticket.issued'
        | 'ticket.voided'
        | 'document.created'
        | 'key.expiring'
      )[]
    | null;
  state: 'active' | 'failing' | 'disabled' | 'off';
  disabledBecause: 'failing' | 'gone' | null;
  disabledAt: string | null;
  failingSince: string | null;
  failedAttempts: number;
  nextAttemptAt: string | null;
  deliveredAt: string | null;
  olderSecretUntil: string | null;
  waiting: number;
  hasMoreWaiting: boolean;
  createdAt: string;
}

export interface WebhookDelivery {
  id: number;
  at: string;
  kind: 'event' | 'replay' | 'test';
  messageId: string;
  eventNumber: number | null;
  eventType: string;
  attempt: number;
  outcome: 'delivered' | 'failed';
  status: number | null;
  problem:
    | 'not-https'
    | 'address-not-allowed'
    | 'unknown-host'
    | 'certificate'
    | 'unreachable'
    | 'timed-out'
    | 'redirected'
    | 'too-large'
    | 'secret-unreadable'
    | null;
  body: string;
  answer: string | null;
  tookMs: number;
}

export interface WebhookSettings {
  eventTypes: (
    | 'sync.succeeded'
    | 'sync.failed'
    | 'sync.held'
    | 'sync.refused'
    | 'integration.silent'
    | 'conflict.found'
    | 'entry.waiting'
    | 'employee.added'
    | 'employee.updated'
    | 'employee.offboarded'
    | 'employee.returned'
    | 'subscription.changed'
    | 'contract.offered'
    | 'contract.answered'
    | 'contract.lapsed'
    | 'ticket.issued'
    | 'ticket.voided'
    | 'document.created'
    | 'key.expiring'
  )[];
  exampleTypes: (
    | 'sync.succeeded'
    | 'sync.failed'
    | 'sync.held'
    | 'sync.refused'
    | 'integration.silent'
    | 'conflict.found'
    | 'entry.waiting'
    | 'employee.added'
    | 'employee.updated'
    | 'employee.offboarded'
    | 'employee.returned'
    | 'subscription.changed'
    | 'contract.offered'
    | 'contract.answered'
    | 'contract.lapsed'
    | 'ticket.issued'
    | 'ticket.voided'
    | 'document.created'
    | 'key.expiring'
    | 'conflicts.found'
    | 'entries.waiting'
    | 'employees.added'
    | 'employees.updated'
    | 'employees.offboarded'
    | 'employees.returned'
    | 'subscriptions.changed'
    | 'contracts.offered'
    | 'contracts.answered'
    | 'contracts.lapsed'
    | 'tickets.issued'
    | 'tickets.voided'
    | 'documents.created'
  )[];
  allowsLoopback: boolean;
}
