// Made from the schemas of /portal/api by `npm run portal:types`. Edit those, not this.

/** What an answer holds under `data`. */
export interface Answers {
  'DELETE /invitations/:id': undefined;
  'DELETE /session': undefined;
  'DELETE /users/:id': undefined;
  'GET /audit-log': {
    data: {
      id: number;
      at: string;
      actor: {
        type: 'operator' | 'portal-user' | 'api-key' | 'employee' | 'sync' | 'system';
        id: number | null;
        name: string | null;
      };
      action: string;
      subject: { type: string; id: number | null };
      details: Record<string, unknown>;
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /clock': { businessDate: string; frozen: boolean };
  'GET /company': {
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
    retentionMonths: number;
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
  };
  'GET /contracts': {
    data: {
      id: number;
      employeeId: number;
      firstName: string;
      lastName: string;
      email: string;
      reason: 'enrolment' | 'plan-change' | 'new-terms';
      planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
      plannedStart: string;
      status: 'pending' | 'accepted' | 'rejected' | 'withdrawn';
      createdAt: string;
      decidedAt: string | null;
      link: string | null;
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /contracts.csv': undefined;
  'GET /documents': {
    data: {
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
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /documents/:id/download': undefined;
  'GET /employee-counts': { total: number; byStatus: Record<string, number> };
  'GET /employees': {
    data: Shared['Employee'][];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /employees/:id': {
    employee: Shared['Employee'];
    businessDate: string;
    links: {
      id: number;
      type: 'custom' | 'hr-integration';
      hrId: string | null;
      integrationId: number;
      integrationName: string;
      present: boolean;
      startDate: string | null;
      terminationDate: string | null;
      autoSync: boolean | null;
      absences: Record<string, unknown>[];
      lastSyncId: string | null;
      lastSynced: string | null;
      createdAt: string;
      endedAt: string | null;
    }[];
    terms: {
      number: number;
      start: string;
      ends: { on: string; owner: 'hr' | 'person' | 'contract'; cause: string | null }[];
      pauses: {
        from: string;
        until: string | null;
        owner: 'hr' | 'person';
        absences: { type: string; startDate: string; endDate: string | null }[];
      }[];
    }[];
    tickets: {
      ticketId: string;
      month: string;
      validFrom: string;
      validUntil: string;
      issuedAt: string;
      voidedAt: string | null;
      state: 'valid' | 'void' | 'over';
      links: { apple: string; google: string } | null;
    }[];
    contract: {
      id: number;
      employeeId: number;
      firstName: string;
      lastName: string;
      email: string;
      reason: 'enrolment' | 'plan-change' | 'new-terms';
      planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
      plannedStart: string;
      status: 'pending' | 'accepted' | 'rejected' | 'withdrawn';
      createdAt: string;
      decidedAt: string | null;
      link: string | null;
    } | null;
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
  };
  'GET /employees/:id/documents': {
    data: {
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
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /employees/:id/history': {
    data: {
      at: string;
      source: 'audit' | 'sync';
      actor: {
        type: 'operator' | 'portal-user' | 'api-key' | 'employee' | 'sync' | 'system';
        id: number | null;
        name: string | null;
      };
      action: string;
      reason: string | null;
      details: Record<string, unknown>;
      run: { id: number; syncId: string | null; integrationId: number; integrationName: string } | null;
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /enrolments/waiting': {
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
  };
  'GET /integrations': {
    data: {
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
      disconnectedAt: string | null;
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /integrations/:id': {
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
    disconnectedAt: string | null;
  };
  'GET /integrations/:id/conflicts': {
    data: {
      id: number;
      hrId: string;
      record: { employeeId: number; firstName: string; lastName: string; email: string; dateOfBirth: string };
      entry: { firstName: string; lastName: string; email: string; dateOfBirth: string; startDate: string };
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /integrations/:id/syncs': {
    data: {
      id: number;
      syncId: string;
      status: 'queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded';
      counts: {
        entries?: number;
        unchanged?: number;
        added?: number;
        adopted?: number;
        rehired?: number;
        renumbered?: number;
        updated?: number;
        offboarded?: number;
        unlinked?: number;
        conflict?: number;
        held?: number;
        waitingForEnrolment?: number;
        ticketsReissued?: number;
      };
      problems: {
        code: 'never-joined' | 'email-used-twice' | 'ambiguous-match' | 'already-started' | 'conflict';
        message: string;
        count: number;
        pointers: string[];
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
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /integrations/:id/syncs/:runId': {
    id: number;
    syncId: string;
    status: 'queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded';
    counts: {
      entries?: number;
      unchanged?: number;
      added?: number;
      adopted?: number;
      rehired?: number;
      renumbered?: number;
      updated?: number;
      offboarded?: number;
      unlinked?: number;
      conflict?: number;
      held?: number;
      waitingForEnrolment?: number;
      ticketsReissued?: number;
    };
    problems: {
      code: 'never-joined' | 'email-used-twice' | 'ambiguous-match' | 'already-started' | 'conflict';
      message: string;
      count: number;
      pointers: string[];
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
  };
  'GET /integrations/:id/syncs/:runId/changes': {
    data: {
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
        | 'held';
      reason:
        | 'new-in-roster'
        | 'same-email-and-birth-date'
        | 'known-number-returned'
        | 'returned-under-new-number'
        | 'new-number'
        | 'roster-differs'
        | 'missing-from-roster'
        | 'still-linked-elsewhere'
        | 'everything-differs'
        | 'waits-for-approval'
        | 'approved'
        | 'discarded'
        | 'superseded-by-later-roster'
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
        action: 'start' | 'adjust' | 'reopen' | 'drop' | 'wait';
        startAt: string | null;
        endAt: string | null;
        lastTicketMonth: string | null;
      } | null;
      firstName: string | null;
      lastName: string | null;
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /integrations/:id/syncs/:runId/changes.csv': undefined;
  'GET /invitations': {
    data: {
      id: number;
      email: string;
      role: 'admin' | 'viewer';
      createdAt: string;
      expiresAt: string;
      invitedBy: string | null;
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /keys': {
    data: {
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
      state: 'active' | 'expired' | 'revoked';
      createdAt: string;
      expiresAt: string | null;
      revokedAt: string | null;
      lastUsedAt: string | null;
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /overview': {
    businessDate: string;
    nextIssueOn: string;
    employees: number;
    subscriptions: Record<string, number>;
    ticketsThisMonth: number;
    attention: {
      pendingContracts: number;
      waitingForEnrolment: number;
      heldRuns: {
        id: number;
        integrationId: number;
        integrationName: string;
        syncId: string;
        status: 'never' | 'queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded';
        acceptedAt: string;
        finishedAt: string | null;
        entryCount: number;
        counts: Record<string, number>;
        failure: string | null;
      }[];
      failedRuns: {
        id: number;
        integrationId: number;
        integrationName: string;
        syncId: string;
        status: 'never' | 'queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded';
        acceptedAt: string;
        finishedAt: string | null;
        entryCount: number;
        counts: Record<string, number>;
        failure: string | null;
      }[];
      disconnectedIntegrations: { id: number; name: string }[];
    };
    recentRuns: {
      id: number;
      integrationId: number;
      integrationName: string;
      syncId: string;
      status: 'never' | 'queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded';
      acceptedAt: string;
      finishedAt: string | null;
      entryCount: number;
      counts: Record<string, number>;
      failure: string | null;
    }[];
  };
  'GET /session': {
    user: { id: number; email: string; role: 'admin' | 'viewer' };
    company: { id: number; name: string; locale: string; timeZone: string };
    environment: 'staging' | 'production';
    businessDate: string;
    confirmedUntil: string | null;
    expiresAt: string;
  };
  'GET /users': {
    data: {
      id: number;
      email: string;
      role: 'admin' | 'viewer';
      createdAt: string;
      lastSignedInAt: string | null;
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /wallet-links': {
    data: {
      employeeId: number;
      firstName: string;
      lastName: string;
      email: string;
      month: string;
      ticketId: string;
      apple: string;
      google: string;
    }[];
    page: number;
    perPage: number;
    totalPages: number;
    total: number;
  };
  'GET /wallet-links.csv': undefined;
  'PATCH /company': {
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
    retentionMonths: number;
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
  };
  'PATCH /documents/:id': {
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
  };
  'PATCH /integrations/:id': {
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
    disconnectedAt: string | null;
  };
  'PATCH /users/:id': {
    id: number;
    email: string;
    role: 'admin' | 'viewer';
    createdAt: string;
    lastSignedInAt: string | null;
  };
  'POST /clock': {
    businessDate: string;
    frozen: boolean;
    ticketsIssued: number;
    steps: { businessDate: string; ticketsIssued: number }[];
  };
  'POST /company/preview': {
    before: {
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
      retentionMonths: number;
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
    };
    after: {
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
      retentionMonths: number;
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
    };
    newTermsFor: number;
    waiting: {
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
    };
  };
  'POST /contracts/new-terms': { offered: number };
  'POST /contracts/new-terms/preview': { offered: number };
  'POST /employees': {
    employee: Shared['Employee'];
    businessDate: string;
    links: {
      id: number;
      type: 'custom' | 'hr-integration';
      hrId: string | null;
      integrationId: number;
      integrationName: string;
      present: boolean;
      startDate: string | null;
      terminationDate: string | null;
      autoSync: boolean | null;
      absences: Record<string, unknown>[];
      lastSyncId: string | null;
      lastSynced: string | null;
      createdAt: string;
      endedAt: string | null;
    }[];
    terms: {
      number: number;
      start: string;
      ends: { on: string; owner: 'hr' | 'person' | 'contract'; cause: string | null }[];
      pauses: {
        from: string;
        until: string | null;
        owner: 'hr' | 'person';
        absences: { type: string; startDate: string; endDate: string | null }[];
      }[];
    }[];
    tickets: {
      ticketId: string;
      month: string;
      validFrom: string;
      validUntil: string;
      issuedAt: string;
      voidedAt: string | null;
      state: 'valid' | 'void' | 'over';
      links: { apple: string; google: string } | null;
    }[];
    contract: {
      id: number;
      employeeId: number;
      firstName: string;
      lastName: string;
      email: string;
      reason: 'enrolment' | 'plan-change' | 'new-terms';
      planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
      plannedStart: string;
      status: 'pending' | 'accepted' | 'rejected' | 'withdrawn';
      createdAt: string;
      decidedAt: string | null;
      link: string | null;
    } | null;
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
  };
  'POST /employees/:id/actions/:action': {
    action:
      | 'enrol'
      | 'change-plan'
      | 'pause'
      | 'resume'
      | 'cancel'
      | 'withdraw-cancellation'
      | 'revoke'
      | 'issue-now';
    result: Record<string, unknown>;
    before: {
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
      terms: {
        number: number;
        start: string;
        ends: { on: string; owner: 'hr' | 'person' | 'contract'; cause: string | null }[];
        pauses: {
          from: string;
          until: string | null;
          owner: 'hr' | 'person';
          absences: { type: string; startDate: string; endDate: string | null }[];
        }[];
      }[];
    };
    after: {
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
      terms: {
        number: number;
        start: string;
        ends: { on: string; owner: 'hr' | 'person' | 'contract'; cause: string | null }[];
        pauses: {
          from: string;
          until: string | null;
          owner: 'hr' | 'person';
          absences: { type: string; startDate: string; endDate: string | null }[];
        }[];
      }[];
    };
  };
  'POST /employees/:id/actions/:action/preview': {
    action:
      | 'enrol'
      | 'change-plan'
      | 'pause'
      | 'resume'
      | 'cancel'
      | 'withdraw-cancellation'
      | 'revoke'
      | 'issue-now';
    result: Record<string, unknown>;
    before: {
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
      terms: {
        number: number;
        start: string;
        ends: { on: string; owner: 'hr' | 'person' | 'contract'; cause: string | null }[];
        pauses: {
          from: string;
          until: string | null;
          owner: 'hr' | 'person';
          absences: { type: string; startDate: string; endDate: string | null }[];
        }[];
      }[];
    };
    after: {
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
      terms: {
        number: number;
        start: string;
        ends: { on: string; owner: 'hr' | 'person' | 'contract'; cause: string | null }[];
        pauses: {
          from: string;
          until: string | null;
          owner: 'hr' | 'person';
          absences: { type: string; startDate: string; endDate: string | null }[];
        }[];
      }[];
    };
  };
  'POST /employees/:id/documents': {
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
  };
  'POST /employees/:id/links': {
    employee: Shared['Employee'];
    businessDate: string;
    links: {
      id: number;
      type: 'custom' | 'hr-integration';
      hrId: string | null;
      integrationId: number;
      integrationName: string;
      present: boolean;
      startDate: string | null;
      terminationDate: string | null;
      autoSync: boolean | null;
      absences: Record<string, unknown>[];
      lastSyncId: string | null;
      lastSynced: string | null;
      createdAt: string;
      endedAt: string | null;
    }[];
    terms: {
      number: number;
      start: string;
      ends: { on: string; owner: 'hr' | 'person' | 'contract'; cause: string | null }[];
      pauses: {
        from: string;
        until: string | null;
        owner: 'hr' | 'person';
        absences: { type: string; startDate: string; endDate: string | null }[];
      }[];
    }[];
    tickets: {
      ticketId: string;
      month: string;
      validFrom: string;
      validUntil: string;
      issuedAt: string;
      voidedAt: string | null;
      state: 'valid' | 'void' | 'over';
      links: { apple: string; google: string } | null;
    }[];
    contract: {
      id: number;
      employeeId: number;
      firstName: string;
      lastName: string;
      email: string;
      reason: 'enrolment' | 'plan-change' | 'new-terms';
      planType: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
      plannedStart: string;
      status: 'pending' | 'accepted' | 'rejected' | 'withdrawn';
      createdAt: string;
      decidedAt: string | null;
      link: string | null;
    } | null;
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
  };
  'POST /enrolments/waiting': { enrolled: number };
  'POST /integrations': {
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
    disconnectedAt: string | null;
  };
  'POST /integrations/:id/conflicts/:conflictId': { employeeId: number };
  'POST /integrations/:id/rosters': { runId: number };
  'POST /integrations/:id/rosters/preview': {
    wouldBeHeld: boolean;
    unfinishedSyncs: number;
    bodyDigest: string;
    counts: {
      entries?: number;
      unchanged?: number;
      added?: number;
      adopted?: number;
      rehired?: number;
      renumbered?: number;
      updated?: number;
      offboarded?: number;
      unlinked?: number;
      conflict?: number;
      held?: number;
      waitingForEnrolment?: number;
      ticketsReissued?: number;
    };
    problems: {
      code: 'never-joined' | 'email-used-twice' | 'ambiguous-match' | 'already-started' | 'conflict';
      message: string;
      count: number;
      pointers: string[];
    }[];
    changes: {
      outcome:
        | 'added'
        | 'adopted'
        | 'rehired'
        | 'renumbered'
        | 'updated'
        | 'offboarded'
        | 'unlinked'
        | 'conflict'
        | 'held';
      reason:
        | 'new-in-roster'
        | 'same-email-and-birth-date'
        | 'known-number-returned'
        | 'returned-under-new-number'
        | 'new-number'
        | 'roster-differs'
        | 'missing-from-roster'
        | 'still-linked-elsewhere'
        | 'everything-differs'
        | 'waits-for-approval'
        | 'approved'
        | 'discarded'
        | 'superseded-by-later-roster'
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
        action: 'start' | 'adjust' | 'reopen' | 'drop' | 'wait';
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
    }[];
  };
  'POST /integrations/:id/syncs/:runId/approve': {
    id: number;
    syncId: string;
    status: 'queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded';
    counts: {
      entries?: number;
      unchanged?: number;
      added?: number;
      adopted?: number;
      rehired?: number;
      renumbered?: number;
      updated?: number;
      offboarded?: number;
      unlinked?: number;
      conflict?: number;
      held?: number;
      waitingForEnrolment?: number;
      ticketsReissued?: number;
    };
    problems: {
      code: 'never-joined' | 'email-used-twice' | 'ambiguous-match' | 'already-started' | 'conflict';
      message: string;
      count: number;
      pointers: string[];
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
  };
  'POST /integrations/:id/syncs/:runId/discard': {
    id: number;
    syncId: string;
    status: 'queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded';
    counts: {
      entries?: number;
      unchanged?: number;
      added?: number;
      adopted?: number;
      rehired?: number;
      renumbered?: number;
      updated?: number;
      offboarded?: number;
      unlinked?: number;
      conflict?: number;
      held?: number;
      waitingForEnrolment?: number;
      ticketsReissued?: number;
    };
    problems: {
      code: 'never-joined' | 'email-used-twice' | 'ambiguous-match' | 'already-started' | 'conflict';
      message: string;
      count: number;
      pointers: string[];
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
  };
  'POST /invitation': {
    email: string;
    role: 'admin' | 'viewer';
    companyName: string;
    locale: string;
    expiresAt: string;
  };
  'POST /invitation/accept': {
    user: { id: number; email: string; role: 'admin' | 'viewer' };
    company: { id: number; name: string; locale: string; timeZone: string };
    environment: 'staging' | 'production';
    businessDate: string;
    confirmedUntil: string | null;
    expiresAt: string;
  };
  'POST /invitations': {
    id: number;
    email: string;
    role: 'admin' | 'viewer';
    createdAt: string;
    expiresAt: string;
    invitedBy: string | null;
    link: string;
  };
  'POST /keys': {
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
    state: 'active' | 'expired' | 'revoked';
    createdAt: string;
    expiresAt: string | null;
    revokedAt: string | null;
    lastUsedAt: string | null;
    password: string;
  };
  'POST /keys/:id/revoke': {
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
    state: 'active' | 'expired' | 'revoked';
    createdAt: string;
    expiresAt: string | null;
    revokedAt: string | null;
    lastUsedAt: string | null;
  };
  'POST /keys/:id/rotate': {
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
    state: 'active' | 'expired' | 'revoked';
    createdAt: string;
    expiresAt: string | null;
    revokedAt: string | null;
    lastUsedAt: string | null;
    password: string;
  };
  'POST /password': {
    user: { id: number; email: string; role: 'admin' | 'viewer' };
    company: { id: number; name: string; locale: string; timeZone: string };
    environment: 'staging' | 'production';
    businessDate: string;
    confirmedUntil: string | null;
    expiresAt: string;
  };
  'POST /session': {
    user: { id: number; email: string; role: 'admin' | 'viewer' };
    company: { id: number; name: string; locale: string; timeZone: string };
    environment: 'staging' | 'production';
    businessDate: string;
    confirmedUntil: string | null;
    expiresAt: string;
  };
  'POST /session/confirm': {
    user: { id: number; email: string; role: 'admin' | 'viewer' };
    company: { id: number; name: string; locale: string; timeZone: string };
    environment: 'staging' | 'production';
    businessDate: string;
    confirmedUntil: string | null;
    expiresAt: string;
  };
  'POST /users/:id/reset': { link: string };
}

export interface Bodies {
  'PATCH /company': {
    name?: string;
    locale?: string;
    timeZone?: string;
    defaultPlanType?: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
    autoEnrol?: boolean;
    subsidyCents?: number;
    orderUntilDay?: number | null;
    cancelUntilDay?: number | null;
    pauseUntilDay?: number | null;
    retentionMonths?: number;
  };
  'PATCH /documents/:id': { withheld: boolean };
  'PATCH /integrations/:id': {
    name?: string;
    autoSyncDefault?: boolean;
    holdCount?: number | null;
    holdPercent?: number | null;
    disconnected?: boolean;
  };
  'PATCH /users/:id': { role: 'admin' | 'viewer' };
  'POST /clock': { to?: 'next-day' | 'next-month' | 'next-first'; date?: string };
  'POST /company/preview': {
    name?: string;
    locale?: string;
    timeZone?: string;
    defaultPlanType?: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
    autoEnrol?: boolean;
    subsidyCents?: number;
    orderUntilDay?: number | null;
    cancelUntilDay?: number | null;
    pauseUntilDay?: number | null;
    retentionMonths?: number;
  };
  'POST /employees': {
    firstName: string;
    lastName: string;
    email: string;
    dateOfBirth: string;
    profileImage?: string | null;
  };
  'POST /employees/:id/actions/:action': {
    planType?: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
    fromMonth?: string;
    untilMonth?: string;
  };
  'POST /employees/:id/actions/:action/preview': {
    planType?: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
    fromMonth?: string;
    untilMonth?: string;
  };
  'POST /employees/:id/links': { integrationId: number };
  'POST /enrolments/waiting': { people: number };
  'POST /integrations': { name: string; type: 'hr-integration' | 'api-integration' };
  'POST /integrations/:id/conflicts/:conflictId': { decision: 'same-person' | 'new-person' };
  'POST /integrations/:id/syncs/:runId/approve': { people: number };
  'POST /integrations/:id/syncs/:runId/discard': { people: number };
  'POST /invitation': { token: string };
  'POST /invitation/accept': { token: string; password: string };
  'POST /invitations': { email: string; role: 'admin' | 'viewer' };
  'POST /keys': {
    name: string;
    permissions: (
      | 'view-employees'
      | 'view-hr-integrations'
      | 'add-employees'
      | 'update-employees'
      | 'remove-employees'
    )[];
    expiresAt?: string | null;
  };
  'POST /keys/:id/rotate': { overlapSeconds: number };
  'POST /password': { currentPassword: string; newPassword: string };
  'POST /session': { email: string; password: string };
  'POST /session/confirm': { password: string };
}

/** What is answered instead. */
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
    | 'missing-permission'
    | 'foreign-origin'
    | 'admin-required'
    | 'confirmation-required'
    | 'https-required'
    | 'not-found'
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
    | 'offer-withdrawn'
    | 'payload-too-large'
    | 'unsupported-media-type'
    | 'invalid-values'
    | 'too-many-requests'
    | 'too-many-unfinished-runs'
    | 'headers-too-large'
    | 'internal-error'
    | 'database-unavailable'
    | 'query-too-slow'
    | 'wallet-not-configured'
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
    | 'already-subscribed'
    | 'employment-ends-first'
    | 'other-answer-given'
    | 'already-linked'
    | 'key-revoked'
    | 'people-changed'
    | 'contract-not-accepted'
    | 'address-in-use'
    | 'last-admin'
    | 'still-subscribed'
    | 'still-linked'
    | 'on-waiting-roster'
    | 'retention-not-over'
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
  errors?: { in: 'query' | 'body'; pointer: string; code: string; message: string }[];
  errorCount?: number;
};

interface Shared {
  Employee: {
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
    ticket: {
      ticketId: string;
      ticketMonth: string;
      validFrom: string;
      validUntil: string;
      links: { apple: string; google: string };
    } | null;
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
  };
}
