// Generated from the OpenAPI document by `npm run client:types`. Change the schemas of the routes, not this file.

/** What each operation takes, and what its answer has under `data`. */
export interface Operations {
  /** List all documents. Permission: view-employees. */
  'GET /employee-documents': {
    request: {
      query?: {
        /** Starts at 1. A page past the end is empty. */
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?: 'id' | 'createdAt' | 'updatedAt';
        /** Only the records with these ids. */
        ids?: number[];
        /** By `downloadable`. */
        downloadable?: boolean;
        /** By `documentFileType`. */
        documentFileTypes?: ('pdf' | 'png' | 'jpeg')[];
        /** Changed at or after this moment, or in the minute before it: take the value of `_links.changes`. A date means its first moment in UTC. */
        updatedSince?: string;
        /** Made at or after this moment. A date means its first moment in UTC. */
        createdFrom?: string;
        /** Made at or before this moment. A date means the whole day in UTC. */
        createdTo?: string;
        /** Only documents of these employees. */
        employeeIds?: number[];
        /** Pages by key instead of by number. Empty to begin; then follow `_links.next`. By `updatedAt` only with `sortOrder=asc`. */
        cursor?: string;
      };
    };
    answer: RecordList<EmployeeDocument>;
  };
  /** Get a document's metadata. Permission: view-employees. */
  'GET /employee-documents/{id}': {
    request: {
      params: {
        id: number;
      };
    };
    answer: EmployeeDocument;
  };
  /** List employees. Permission: view-employees. */
  'GET /employees': {
    request: {
      query?: {
        /** Starts at 1. A page past the end is empty. */
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?: 'id' | 'createdAt' | 'updatedAt';
        /** Only the records with these ids. */
        ids?: number[];
        /** Every word in name or e-mail address, or the whole in an hrId. Punctuation around words is ignored. At most 10 words; words that are part of another one do not count. */
        search?: string;
        /** Only people with one of these e-mail addresses, upper and lower case alike. */
        emails?: string[];
        /** Only people with one of these ids in an HR system. Write `hrIds[]=` for an id with a comma. */
        hrIds?: string[];
        /** Only people linked to one of these integrations. */
        hrIntegrationIds?: number[];
        /** Only people with a link of one of these types. */
        hrLinkTypes?: ('custom' | 'hr-integration')[];
        /** By `subscription.status`. */
        subscriptionStatuses?: (
          | 'no-subscription'
          | 'scheduled'
          | 'active'
          | 'scheduled-pause'
          | 'paused'
          | 'scheduled-cancellation'
          | 'cancelled'
        )[];
        /** By `plan.type`. */
        planTypes?: ('fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan')[];
        /** By `plan.contractSigningStatus`. */
        contractSigningStatuses?: ('pending' | 'accepted' | 'rejected')[];
        /** By `ticket.ticketMonth`: YYYY-MM. */
        ticketMonth?: string;
        /** Changed at or after this moment, or in the minute before it: take the value of `_links.changes`. A date means its first moment in UTC. */
        updatedSince?: string;
        /** Pages by key instead of by number. Empty to begin; then follow `_links.next`. By `updatedAt` only with `sortOrder=asc`. */
        cursor?: string;
      };
    };
    answer: RecordList<Employee>;
  };
  /** Get an employee. Permission: view-employees. */
  'GET /employees/{id}': {
    request: {
      params: {
        id: number;
      };
    };
    answer: Employee;
  };
  /** List an employee's documents. Permission: view-employees. */
  'GET /employees/{id}/documents': {
    request: {
      params: {
        id: number;
      };
      query?: {
        /** Starts at 1. A page past the end is empty. */
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?: 'id' | 'createdAt' | 'updatedAt';
        /** Only the records with these ids. */
        ids?: number[];
        /** By `downloadable`. */
        downloadable?: boolean;
        /** By `documentFileType`. */
        documentFileTypes?: ('pdf' | 'png' | 'jpeg')[];
        /** Changed at or after this moment, or in the minute before it: take the value of `_links.changes`. A date means its first moment in UTC. */
        updatedSince?: string;
        /** Made at or after this moment. A date means its first moment in UTC. */
        createdFrom?: string;
        /** Made at or before this moment. A date means the whole day in UTC. */
        createdTo?: string;
        /** Pages by key instead of by number. Empty to begin; then follow `_links.next`. By `updatedAt` only with `sortOrder=asc`. */
        cursor?: string;
      };
    };
    answer: RecordList<EmployeeDocument>;
  };
  /** List events. Oldest first. Events are kept for 90 days. Store the last `id`, and ask for the events after it. Permission: view-employees, view-hr-integrations. */
  'GET /events': {
    request: {
      query?: {
        /** Only events with a larger id. */
        after?: number;
        perPage?: number;
      };
    };
    answer: {
      data: Event[];
      perPage: number;
      /** Of the oldest event that is kept; null if there are no events. */
      oldestId: number | null;
      _links: {
        /** The following events; null if there are none yet. */
        next: {
          href: string;
          type: 'application/json';
        } | null;
      };
    };
  };
  /** Health check. Answers 503 while the database cannot be reached. */
  'GET /health': {
    request: Record<never, never>;
    answer: {
      status: 'ok';
      version: string;
      environment: 'staging' | 'production';
      /** Now. */
      time: string;
      /** Whether the pages of the portal and of employees can be opened. `missing`: they have not been built; the API works. Nodes with the role `worker` leave it out. */
      portal?: 'ready' | 'missing';
    };
  };
  /** Liveness check. Answers 200 while the process runs, also without the database. */
  'GET /health/live': {
    request: Record<never, never>;
    answer: {
      status: 'ok';
      version: string;
      /** Now. */
      time: string;
    };
  };
  /** Readiness check. Answers 503 while the database cannot be reached. */
  'GET /health/ready': {
    request: Record<never, never>;
    answer: {
      status: 'ok';
      version: string;
      environment: 'staging' | 'production';
      /** Now. */
      time: string;
      /** Whether the pages of the portal and of employees can be opened. `missing`: they have not been built; the API works. Nodes with the role `worker` leave it out. */
      portal?: 'ready' | 'missing';
    };
  };
  /** List HR integrations. Permission: view-hr-integrations. */
  'GET /hr-integrations': {
    request: {
      query?: {
        /** Starts at 1. A page past the end is empty. */
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?: 'id' | 'createdAt' | 'updatedAt';
        /** Only the records with these ids. */
        ids?: number[];
        /** Changed at or after this moment, or in the minute before it: take the value of `_links.changes`. A date means its first moment in UTC. */
        updatedSince?: string;
        /** Pages by key instead of by number. Empty to begin; then follow `_links.next`. By `updatedAt` only with `sortOrder=asc`. */
        cursor?: string;
        /** By `type`. */
        types?: ('hr-integration' | 'api-integration')[];
      };
    };
    answer: RecordList<HrIntegration>;
  };
  /** Get an HR integration. Permission: view-hr-integrations. */
  'GET /hr-integrations/{id}': {
    request: {
      params: {
        id: number;
      };
    };
    answer: HrIntegration;
  };
  /** List the attempts of an integration. Newest first. An attempt is a roster that the service did not take: it refused the request, or it ignored the roster because its `syncId` had been used for other content. Rosters of keys of the company that may not be used are attempts too. The latest 200 are kept, and 50 of such keys. Equal ones are one attempt with a `count`. Permission: view-hr-integrations; or view-employees, add-employees, update-employees, remove-employees. */
  'GET /hr-integrations/{id}/attempts': {
    request: {
      params: {
        id: number;
      };
      query?: {
        /** Starts at 1. A page past the end is empty. */
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?: 'id' | 'createdAt' | 'updatedAt';
        /** Only the records with these ids. */
        ids?: number[];
        /** Changed at or after this moment, or in the minute before it: take the value of `_links.changes`. A date means its first moment in UTC. */
        updatedSince?: string;
        /** Pages by key instead of by number. Empty to begin; then follow `_links.next`. By `updatedAt` only with `sortOrder=asc`. */
        cursor?: string;
      };
    };
    answer: RecordList<SyncAttempt>;
  };
  /** List the syncs of an integration. Newest first. Permission: view-hr-integrations; or view-employees, add-employees, update-employees, remove-employees. */
  'GET /hr-integrations/{id}/syncs': {
    request: {
      params: {
        id: number;
      };
      query?: {
        /** Starts at 1. A page past the end is empty. */
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?: 'id' | 'createdAt' | 'updatedAt';
        /** Only the records with these ids. */
        ids?: number[];
        /** Changed at or after this moment, or in the minute before it: take the value of `_links.changes`. A date means its first moment in UTC. */
        updatedSince?: string;
        /** Pages by key instead of by number. Empty to begin; then follow `_links.next`. By `updatedAt` only with `sortOrder=asc`. */
        cursor?: string;
        /** By `status`. */
        statuses?: ('queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded')[];
      };
    };
    answer: RecordList<Sync>;
  };
  /** Get a sync. Permission: view-hr-integrations; or view-employees, add-employees, update-employees, remove-employees. */
  'GET /hr-integrations/{id}/syncs/{syncId}': {
    request: {
      params: {
        id: number;
        /** As given with the roster, percent-encoded. */
        syncId: string;
      };
    };
    answer: Sync;
  };
  /** List what a sync changed. One record for everybody it touched; none for people it found unchanged. Permission: view-hr-integrations, view-employees. */
  'GET /hr-integrations/{id}/syncs/{syncId}/changes': {
    request: {
      params: {
        id: number;
        /** As given with the roster, percent-encoded. */
        syncId: string;
      };
      query?: {
        /** Starts at 1. A page past the end is empty. */
        page?: number;
        perPage?: number;
        sortOrder?: 'asc' | 'desc';
        sortField?: 'id' | 'createdAt' | 'updatedAt';
        /** Only the records with these ids. */
        ids?: number[];
        /** Changed at or after this moment, or in the minute before it: take the value of `_links.changes`. A date means its first moment in UTC. */
        updatedSince?: string;
        /** Pages by key instead of by number. Empty to begin; then follow `_links.next`. By `updatedAt` only with `sortOrder=asc`. */
        cursor?: string;
        /** By `outcome`. */
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
        /** Only changes to these employees. */
        employeeIds?: number[];
      };
    };
    answer: RecordList<SyncChange>;
  };
  /** The limits as enforced.  */
  'GET /limits': {
    request: Record<never, never>;
    answer: {
      /** Per API key and node; 0 means no limit. */
      requestsPerMinute: number;
      /** Requests of one API key that a node works on at the same time; 0 means no limit. Others wait, for up to 10 seconds. Rosters do not count. */
      requestsAtOnce: number;
      /** Records of a page, if `perPage` is not given. */
      perPageDefault: number;
      /** The largest `perPage`. */
      perPageMaximum: number;
      /** Values in one list parameter. */
      filterValuesMaximum: number;
      /** Request line and headers together. */
      headerBytesMaximum: number;
      /** Of a JSON body that is not a roster. */
      smallBodyBytesMaximum: number;
      /** Entries of one roster. */
      rosterEntriesMaximum: number;
      /** Of the body of a roster, decompressed. */
      rosterBytesMaximum: number;
      /** Of one entry, as it is written. */
      rosterEntryBytesMaximum: number;
      /** A roster of which nothing arrives for this long is refused with 408. */
      rosterIdleSecondsMaximum: number;
      /** How many times its size a compressed roster may have after decompression, if it is large. */
      rosterGrowthMaximum: number;
      /** A roster that arrives more slowly than this for a minute is refused with 408. */
      rosterBytesPerSecondMinimum: number;
      /** The minimum speed rises with the time that a roster takes. */
      rosterSpeeds: {
        fromSecond: number;
        bytesPerSecondMinimum: number;
      }[];
      /** A roster with more than this is a large one. */
      largeRosterBytes: number;
      /** Large rosters that a node receives at the same time. One company gets at most half of them. Others wait. */
      largeRostersAtOnce: number;
      /** Syncs of one integration that are accepted and not applied yet. */
      unfinishedSyncsMaximum: number;
      /** Entries of `errors` in one problem. */
      errorsShownMaximum: number;
    };
  };
  /** List the months that have costs. Newest first. Permission: view-employees. */
  'GET /statements': {
    request: {
      query?: {
        /** Starts at 1. A page past the end is empty. */
        page?: number;
        perPage?: number;
      };
    };
    answer: Page<Statement>;
  };
  /** Get the costs of a month. The sums, and in `data` a line for each person and plan, page by page, in the order of `employeeId`. A month without costs has zeros; a month ahead is not found. Permission: view-employees. */
  'GET /statements/{month}': {
    request: {
      params: {
        month: string;
      };
      query?: {
        /** Starts at 1. A page past the end is empty. */
        page?: number;
        perPage?: number;
      };
    };
    answer: {
      month: string;
      /** True once the month is over. Then nothing changes any more. Refunds are booked in the month of the refund. */
      final: boolean;
      /** Charged tickets, less the refunded ones. */
      tickets: number;
      /** Refunded tickets. */
      refunds: number;
      /** The price of the tickets with tax, before the discount. */
      price: {
        /** Formatted in the company's locale, currency included. */
        label: string;
        /** In euros. */
        value: number;
      };
      /** What neither side pays. */
      discount: {
        /** Formatted in the company's locale, currency included. */
        label: string;
        /** In euros. */
        value: number;
      };
      /** What the employer pays, `beyondSubsidy` included. */
      employerShare: {
        /** Formatted in the company's locale, currency included. */
        label: string;
        /** In euros. */
        value: number;
      };
      /** What employees pay, `withheldFromSalary` included. */
      employeeShare: {
        /** Formatted in the company's locale, currency included. */
        label: string;
        /** In euros. */
        value: number;
      };
      /** The part of `employeeShare` that payroll withholds: the shares on `deferred-plan`. */
      withheldFromSalary: {
        /** Formatted in the company's locale, currency included. */
        label: string;
        /** In euros. */
        value: number;
      };
      /** The part of `employerShare` above the subsidy, because employees pay at most the amount that they have signed. */
      beyondSubsidy: {
        /** Formatted in the company's locale, currency included. */
        label: string;
        /** In euros. */
        value: number;
      };
      /** The same by plan. Plans without charges are left out. */
      plans: {
        type: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
        /** Charged tickets, less the refunded ones. */
        tickets: number;
        /** Refunded tickets. */
        refunds: number;
        /** The price of the tickets with tax, before the discount. */
        price: {
          /** Formatted in the company's locale, currency included. */
          label: string;
          /** In euros. */
          value: number;
        };
        /** What neither side pays. */
        discount: {
          /** Formatted in the company's locale, currency included. */
          label: string;
          /** In euros. */
          value: number;
        };
        /** What the employer pays, `beyondSubsidy` included. */
        employerShare: {
          /** Formatted in the company's locale, currency included. */
          label: string;
          /** In euros. */
          value: number;
        };
        /** What employees pay, `withheldFromSalary` included. */
        employeeShare: {
          /** Formatted in the company's locale, currency included. */
          label: string;
          /** In euros. */
          value: number;
        };
        /** The part of `employeeShare` that payroll withholds: the shares on `deferred-plan`. */
        withheldFromSalary: {
          /** Formatted in the company's locale, currency included. */
          label: string;
          /** In euros. */
          value: number;
        };
        /** The part of `employerShare` above the subsidy, because employees pay at most the amount that they have signed. */
        beyondSubsidy: {
          /** Formatted in the company's locale, currency included. */
          label: string;
          /** In euros. */
          value: number;
        };
      }[];
      resource: 'statement';
      _links: {
        /** This statement, with its lines. */
        self: {
          href: string;
          type: 'application/json';
        };
      };
      /** As entered now. */
      company: {
        /** The legal name, or the display name if none was entered. */
        name: string;
        /** Lines are separated by line feeds. */
        address: string | null;
        taxNumber: string | null;
        costCentre: string | null;
        /** Under which payroll withholds the shares. */
        wageType: string | null;
      };
      data: StatementLine[];
      page: number;
      perPage: number;
      totalPages: number;
      total: number;
    };
  };
  /** Get the company's clock. Permission: view-employees, view-hr-integrations, add-employees, update-employees, remove-employees. */
  'GET /test-clock': {
    request: Record<never, never>;
    answer: {
      resource: 'test-clock';
      /** The company's present day. */
      businessDate: string;
      /** Whether it stands still there. Once moved, it always does. */
      frozen: boolean;
      _links: {
        /** This clock. */
        self: {
          href: string;
          type: 'application/json';
        };
      };
    };
  };
  /** Submit the complete roster. People of this integration whom the roster does not list are offboarded, or only unlinked if another link of theirs is present. The service answers 204 once the roster is stored durably, and applies it once, in the background; `Location` names the sync to follow. Sending the same `syncId` again is safe; a roster with other content is then ignored, unless the first one failed, and is listed as an attempt. gzip is accepted. Permission: view-employees, add-employees, update-employees, remove-employees. */
  'POST /hr-integrations/{id}/sync': {
    request: {
      params: {
        id: number;
      };
      query?: {
        /** What becomes of a roster with invalid entries. `reject` refuses it. `keep` accepts it and leaves the people of these entries as they are, if each of them has a valid `hrId` of its own, and they are at most 5 %, or fewer than 10 and fewer than half. Without it, the setting of the integration counts, which is `reject` at first. */
        onInvalid?: 'reject' | 'keep';
      };
      body: Roster;
    };
    answer: undefined;
  };
  /** See what a roster would do. The same body and the same checks as for a sync. Nothing is changed. Permission: view-employees, add-employees, update-employees, remove-employees. */
  'POST /hr-integrations/{id}/sync/preview': {
    request: {
      params: {
        id: number;
      };
      query?: {
        /** What becomes of a roster with invalid entries. `reject` refuses it. `keep` accepts it and leaves the people of these entries as they are, if each of them has a valid `hrId` of its own, and they are at most 5 %, or fewer than 10 and fewer than half. Without it, the setting of the integration counts, which is `reject` at first. */
        onInvalid?: 'reject' | 'keep';
      };
      body: Roster;
    };
    answer: {
      resource: 'sync-preview';
      hrIntegrationId: number;
      /** Whether ends would wait for approval. */
      wouldBeHeld: boolean;
      /** Rosters that would be applied before this one. */
      unfinishedSyncs: number;
      bodyDigest: string;
      /** Empty until the roster has been applied. */
      counts: {
        /** Entries of the roster. */
        entries?: number;
        /** People the roster leaves as they are. */
        unchanged?: number;
        /** Entries that are not valid, with `onInvalid=keep`. Their people stay as they are. */
        invalid?: number;
        /** People who were not known. */
        added?: number;
        /** People known by other means, now linked. */
        adopted?: number;
        /** People who had left and are back, with the same record. */
        rehired?: number;
        /** People listed under another personnel number than before. */
        renumbered?: number;
        /** People of whom something has changed. */
        updated?: number;
        /** People who are not listed any more. */
        offboarded?: number;
        /** The same, but linked elsewhere. */
        unlinked?: number;
        /** Personnel numbers that seem to have been given to somebody else. */
        conflict?: number;
        /** Entries of a restricted key with the e-mail address of somebody outside its integrations. They have no effect until an admin decides. */
        waiting?: number;
        /** Ends that wait for approval. */
        held?: number;
        /** Of those the run touched: people who would be enrolled if the company did so by itself. */
        waitingForEnrolment?: number;
        /** Tickets made anew because a name or birth date has changed. */
        ticketsReissued?: number;
      };
      /** What should be looked at. Nothing was refused because of it. */
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
        /** Where in the roster: the first 100. */
        pointers: string[];
        /** The personnel numbers of the entries in `pointers`, in the same order. Null if the person has been erased, or the sync is older than this field. */
        hrIds: (string | null)[];
        /** With `unknown-absence-type`: the type. With `unknown-field`: the name of the field, at most 100 characters of it. Each name is a problem of its own. The first 20 are listed, probable misspellings before others. */
        name?: string;
        /** With `unknown-field`: the object that has it. */
        in?: 'roster' | 'entry' | 'absence';
        /** With `unknown-field`: the known field whose name it resembles. */
        similarName?: string;
        /** With `large-offboarding` and `large-renumbering`: the number of people that the integration listed before. `count` of them would end or have another number. Given from 5 people and more than 20 % on, whether or not the sync is held. */
        outOf?: number;
        /** With `invalid-entry`: the errors of the entries in `pointers`, at most 10 each. */
        errors?: {
          in: 'query' | 'body';
          /** JSON Pointer to the value, within the query or the body. */
          pointer: string;
          code: string;
          message: string;
          /** With `unknown-parameter`: the parameter whose name resembles the one given. */
          similarName?: string;
          /** Of a roster: the `hrId` of the entry, if a valid one could be read. */
          hrId?: string;
        }[];
      }[];
      /** The first 100 people of each outcome. */
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
        /** The reason in words. */
        message: string;
        employeeId: number | null;
        hrId: string | null;
        /** Where in the roster; null for people it does not list. */
        pointer: string | null;
        /** What changed, by the name of the field. */
        fields: Record<
          string,
          {
            from: unknown;
            to: unknown;
          }
        >;
        subscription: {
          /** What follows: a subscription starts (`start`); a contract is offered, and the subscription starts after acceptance (`offer`); dates or pauses change, or the planned start of an open offer (`adjust`); an ended one goes on (`reopen`); one will not begin any more (`drop`); the person waits for enrolment (`wait`). */
          action: 'start' | 'offer' | 'adjust' | 'reopen' | 'drop' | 'wait';
          /** First day of the term. Of an offer: its planned start. */
          startAt: string | null;
          /** First day without a ticket. */
          endAt: string | null;
          /** YYYY-MM: the last month with a ticket. */
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
          /** When the next ticket is due. */
          nextTicketAt: string | null;
          contribution: {
            label: string;
            value: number;
          };
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
          /** When the next ticket is due. */
          nextTicketAt: string | null;
          contribution: {
            label: string;
            value: number;
          };
        } | null;
      }[];
    };
  };
  /** Approve the ends a sync holds. The people shown are offboarded, as of today. An integration can demand that a person approves in the portal. Permission: view-employees, add-employees, update-employees, remove-employees. */
  'POST /hr-integrations/{id}/syncs/{syncId}/approve': {
    request: {
      params: {
        id: number;
        /** As given with the roster, percent-encoded. */
        syncId: string;
      };
    };
    answer: Sync;
  };
  /** Discard the ends a sync holds. Everybody stays; the next roster says anew who is missing. Permission: view-employees, add-employees, update-employees, remove-employees. */
  'POST /hr-integrations/{id}/syncs/{syncId}/discard': {
    request: {
      params: {
        id: number;
        /** As given with the roster, percent-encoded. */
        syncId: string;
      };
    };
    answer: Sync;
  };
  /** Move the company's clock forward. Stops the clock on a later day and answers when everything due on the way has happened: every first of a month, in order. Permission: view-employees, view-hr-integrations, add-employees, update-employees, remove-employees. */
  'POST /test-clock': {
    request: {
      body: {
        /** The day to move to. */
        date?: string;
        /** So many days onwards. */
        advanceDays?: number;
        /** So many months onwards, to the same day or the last of a shorter month. */
        advanceMonths?: number;
      };
    };
    answer: {
      resource: 'test-clock';
      /** The company's present day. */
      businessDate: string;
      /** Whether it stands still there. Once moved, it always does. */
      frozen: boolean;
      _links: {
        /** This clock. */
        self: {
          href: string;
          type: 'application/json';
        };
      };
      /** On the whole way. */
      ticketsIssued: number;
      /** What happened on the way, in order. */
      steps: {
        /** A first of a month, or the last day. */
        businessDate: string;
        ticketsIssued: number;
      }[];
    };
  };
}

export interface Page<Item> {
  data: Item[];
  page: number;
  perPage: number;
  totalPages: number;
  total: number;
}

export interface RecordList<Item> extends Page<Item> {
  _links: {
    /** The next page; null if this is the last one. */
    next: { href: string } | null;
    /** The same list, of what has changed since it was read. Of several pages, use the link of the first one. */
    changes: { href: string };
  };
}

export interface Employee {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  /** Date of birth. */
  dateOfBirth: string;
  /** Address of a picture. */
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
    /** First day of the subscription; null until it has started. */
    startAt: string | null;
    /** When the next monthly ticket is due; null if none is. */
    nextTicketAt: string | null;
    /** The latest day a pause began; null if there never was one. */
    pausedAt: string | null;
    /** First day without a subscription; null unless it has ended. */
    cancelledAt: string | null;
    /** The latest day it went on after a pause or an end; null if it never did. */
    reactivatedAt: string | null;
  };
  plan: {
    type: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
    /** Null where no contract applies. */
    contractSigningStatus: 'pending' | 'accepted' | 'rejected' | null;
    employeeContributionAmount: {
      /** Formatted in the company's locale, currency included. */
      label: string;
      /** In euros. */
      value: number;
    };
  };
  ticket: {
    ticketId: string;
    ticketMonth: string;
    /** First day of validity. */
    validFrom: string;
    /** Last day of validity. */
    validUntil: string;
    links: {
      /** Adds the ticket to Apple Wallet. */
      apple: string;
      /** Adds the ticket to Google Wallet. */
      google: string;
    };
  } | null;
  /** Present links first, then ended ones. Spelled like this. */
  hrIntergartionLinks: {
    /** `custom`: linked by hand; `hr-integration`: kept by an integration. */
    type: 'custom' | 'hr-integration';
    /** Id in the HR system; null for `custom`. */
    hrId: string | null;
    hrIntegrationId: number;
    /** Null if never synced. */
    lastSyncId: string | null;
    /** Null if never synced. */
    lastSynced: string | null;
  }[];
  _links: {
    /** This employee. */
    self: {
      href: string;
      type: 'application/json';
    };
    /** The employee's documents. */
    employeeDocuments: {
      href: string;
      type: 'application/json';
    };
  };
}

export interface EmployeeDocument {
  id: number;
  employeeId: number;
  documentName: string;
  documentFileType: 'pdf' | 'png' | 'jpeg';
  /** While false, a download is refused with 409. */
  downloadable: boolean;
  /** When it was made. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  resource: 'employee-document';
  _links: {
    /** This document. */
    self: {
      href: string;
      type: 'application/json';
    };
    /** Whose it is. */
    employee: {
      href: string;
      type: 'application/json';
    };
  };
}

/** Something that has happened. */
export interface Event {
  /** Counts 1, 2, 3 … for each company, without gaps. */
  id: number;
  /** What has happened. A type in the plural, such as `tickets.issued`, tells more than 1,000 events of one type that happened at once. New types may come. */
  type:
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
  /** When it happened. */
  time: string;
  resource: 'event';
  /** Ids and statuses. A type in the plural has their number as `count`, and the fields in which all agree. */
  data: Record<string, string | number>;
  /** The records that the event is about; `list` if its type is in the plural. */
  _links: Record<
    string,
    {
      href: string;
      type: 'application/json';
    }
  >;
}

export interface HrIntegration {
  id: number;
  name: string;
  type: 'hr-integration' | 'api-integration';
  /** `pending` until a first roster is accepted; `error` after a failed run until one succeeds. */
  status: 'pending' | 'connected' | 'error' | 'disconnected';
  initialConnectionStatus: 'pending' | 'completed' | 'failed';
  /** Of the latest roster that was accepted. */
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
  /** When it finished, or until then when it was accepted. */
  lastSynced: string | null;
  /** False: rosters are pushed, the service does not pull them. */
  canTriggerSync: boolean;
  resource: 'hr-integration';
  _links: {
    /** This integration. */
    self: {
      href: string;
      type: 'application/json';
    };
  };
}

/** An error (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  /** What is wrong, in words. */
  detail: string;
  /** What is wrong, for programs. */
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
  /** Of every 409: why it cannot be done as things stand, for programs. New ones may come. */
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
  /** What `detail` says of the case at hand, such as `day`; with some reasons. */
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
    /** JSON Pointer to the value, within the query or the body. */
    pointer: string;
    code: string;
    message: string;
    /** With `unknown-parameter`: the parameter whose name resembles the one given. */
    similarName?: string;
    /** Of a roster: the `hrId` of the entry, if a valid one could be read. */
    hrId?: string;
  }[];
  /** How many there are, when `errors` holds the first ones. */
  errorCount?: number;
}

export interface Roster {
  /** Names this roster for good. The same one sent again is not applied again. */
  syncId: string;
  /** The complete roster. People of this integration who are not listed are offboarded. */
  employees: {
    /** The id in the HR system. */
    hrId: string;
    /** First name. */
    firstName: string;
    /** Last name. */
    lastName: string;
    /** E-mail address. */
    email: string;
    /** Date of birth. */
    dateOfBirth: string;
    /** First day of employment. */
    startDate: string;
    /** An http(s) address. It is never fetched. */
    profileImage?: string | null;
    /** Last day of employment. */
    terminationDate?: string | null;
    /** Null: the integration's default. */
    autoSyncEmployee?: boolean | null;
    absences?:
      | {
          /** For instance `parental`, `sick-leave`, `Elternzeit`, `vacation`. A type that nobody knows pauses no month and is a problem of the run. */
          type: string;
          /** First day. */
          startDate: string;
          /** Last day; null means open. */
          endDate?: string | null;
          status?: 'approved' | 'requested' | 'declined' | 'cancelled' | null;
          paid?: boolean | null;
          id?: string | number | null;
          halfDayStart?: boolean | null;
          halfDayEnd?: boolean | null;
        }[]
      | null;
  }[];
}

/** The costs of a month: the sums of its charges. */
export interface Statement {
  month: string;
  /** True once the month is over. Then nothing changes any more. Refunds are booked in the month of the refund. */
  final: boolean;
  /** Charged tickets, less the refunded ones. */
  tickets: number;
  /** Refunded tickets. */
  refunds: number;
  /** The price of the tickets with tax, before the discount. */
  price: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  /** What neither side pays. */
  discount: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  /** What the employer pays, `beyondSubsidy` included. */
  employerShare: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  /** What employees pay, `withheldFromSalary` included. */
  employeeShare: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  /** The part of `employeeShare` that payroll withholds: the shares on `deferred-plan`. */
  withheldFromSalary: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  /** The part of `employerShare` above the subsidy, because employees pay at most the amount that they have signed. */
  beyondSubsidy: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  /** The same by plan. Plans without charges are left out. */
  plans: {
    type: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
    /** Charged tickets, less the refunded ones. */
    tickets: number;
    /** Refunded tickets. */
    refunds: number;
    /** The price of the tickets with tax, before the discount. */
    price: {
      /** Formatted in the company's locale, currency included. */
      label: string;
      /** In euros. */
      value: number;
    };
    /** What neither side pays. */
    discount: {
      /** Formatted in the company's locale, currency included. */
      label: string;
      /** In euros. */
      value: number;
    };
    /** What the employer pays, `beyondSubsidy` included. */
    employerShare: {
      /** Formatted in the company's locale, currency included. */
      label: string;
      /** In euros. */
      value: number;
    };
    /** What employees pay, `withheldFromSalary` included. */
    employeeShare: {
      /** Formatted in the company's locale, currency included. */
      label: string;
      /** In euros. */
      value: number;
    };
    /** The part of `employeeShare` that payroll withholds: the shares on `deferred-plan`. */
    withheldFromSalary: {
      /** Formatted in the company's locale, currency included. */
      label: string;
      /** In euros. */
      value: number;
    };
    /** The part of `employerShare` above the subsidy, because employees pay at most the amount that they have signed. */
    beyondSubsidy: {
      /** Formatted in the company's locale, currency included. */
      label: string;
      /** In euros. */
      value: number;
    };
  }[];
  resource: 'statement';
  _links: {
    /** This statement, with its lines. */
    self: {
      href: string;
      type: 'application/json';
    };
  };
}

/** What one person costs on one plan in the month. */
export interface StatementLine {
  /** Null once the person was erased. */
  employeeId: number | null;
  /** Numbers in HR systems: of present links, or of the link that ended last. */
  hrIds: string[];
  plan: 'fully-subsidized-plan' | 'deferred-plan' | 'split-pay-plan';
  /** Charged tickets, less the refunded ones. */
  tickets: number;
  /** Refunded tickets. */
  refunds: number;
  /** The price of the tickets with tax, before the discount. */
  price: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  /** What neither side pays. */
  discount: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  /** What the employer pays, `beyondSubsidy` included. */
  employerShare: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  /** What employees pay, `withheldFromSalary` included. */
  employeeShare: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  /** The part of `employeeShare` that payroll withholds: the shares on `deferred-plan`. */
  withheldFromSalary: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  /** The part of `employerShare` above the subsidy, because employees pay at most the amount that they have signed. */
  beyondSubsidy: {
    /** Formatted in the company's locale, currency included. */
    label: string;
    /** In euros. */
    value: number;
  };
  resource: 'statement-line';
  _links: {
    /** The person; null once erased. */
    employee: {
      href: string;
      type: 'application/json';
    } | null;
  };
}

export interface Sync {
  id: number;
  syncId: string;
  hrIntegrationId: number;
  status: 'queued' | 'running' | 'held' | 'succeeded' | 'failed' | 'discarded' | 'superseded';
  /** Empty until the roster has been applied. */
  counts: {
    /** Entries of the roster. */
    entries?: number;
    /** People the roster leaves as they are. */
    unchanged?: number;
    /** Entries that are not valid, with `onInvalid=keep`. Their people stay as they are. */
    invalid?: number;
    /** People who were not known. */
    added?: number;
    /** People known by other means, now linked. */
    adopted?: number;
    /** People who had left and are back, with the same record. */
    rehired?: number;
    /** People listed under another personnel number than before. */
    renumbered?: number;
    /** People of whom something has changed. */
    updated?: number;
    /** People who are not listed any more. */
    offboarded?: number;
    /** The same, but linked elsewhere. */
    unlinked?: number;
    /** Personnel numbers that seem to have been given to somebody else. */
    conflict?: number;
    /** Entries of a restricted key with the e-mail address of somebody outside its integrations. They have no effect until an admin decides. */
    waiting?: number;
    /** Ends that wait for approval. */
    held?: number;
    /** Of those the run touched: people who would be enrolled if the company did so by itself. */
    waitingForEnrolment?: number;
    /** Tickets made anew because a name or birth date has changed. */
    ticketsReissued?: number;
  };
  /** What should be looked at. Nothing was refused because of it. */
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
    /** Where in the roster: the first 100. */
    pointers: string[];
    /** The personnel numbers of the entries in `pointers`, in the same order. Null if the person has been erased, or the sync is older than this field. */
    hrIds: (string | null)[];
    /** With `unknown-absence-type`: the type. With `unknown-field`: the name of the field, at most 100 characters of it. Each name is a problem of its own. The first 20 are listed, probable misspellings before others. */
    name?: string;
    /** With `unknown-field`: the object that has it. */
    in?: 'roster' | 'entry' | 'absence';
    /** With `unknown-field`: the known field whose name it resembles. */
    similarName?: string;
    /** With `large-offboarding` and `large-renumbering`: the number of people that the integration listed before. `count` of them would end or have another number. Given from 5 people and more than 20 % on, whether or not the sync is held. */
    outOf?: number;
    /** With `invalid-entry`: the errors of the entries in `pointers`, at most 10 each. */
    errors?: {
      in: 'query' | 'body';
      /** JSON Pointer to the value, within the query or the body. */
      pointer: string;
      code: string;
      message: string;
      /** With `unknown-parameter`: the parameter whose name resembles the one given. */
      similarName?: string;
      /** Of a roster: the `hrId` of the entry, if a valid one could be read. */
      hrId?: string;
    }[];
  }[];
  /** Why it failed, or why the latest attempt did. */
  failure: string | null;
  /** Of a large roster while it is being applied. */
  progress: {
    step: string;
    done: number;
    total: number;
  } | null;
  attempts: number;
  /** How often the same syncId was sent again. */
  resubmissions: number;
  /** Whether one of those had another body. */
  resubmittedDifferently: boolean;
  /** SHA-256 of the decompressed body, in hexadecimal. */
  bodyDigest: string | null;
  /** When it was accepted. */
  acceptedAt: string;
  /** When it was first taken up. */
  startedAt: string | null;
  /** When it was over. */
  finishedAt: string | null;
  resource: 'sync';
  _links: {
    /** This sync. */
    self: {
      href: string;
      type: 'application/json';
    };
    /** The integration. */
    hrIntegration: {
      href: string;
      type: 'application/json';
    };
    /** What it changed. */
    changes: {
      href: string;
      type: 'application/json';
    };
  };
}

export interface SyncAttempt {
  id: number;
  hrIntegrationId: number;
  /** The status of the answer. 204 for `sync-id-reused`: the roster was ignored. */
  status: number;
  /** The problem code of the answer. Or `sync-id-reused`: the `syncId` had been used for other content. Or `key-expired`, `key-revoked`, `password-replaced`: the reason of a 401 that is not in its answer. */
  code: string;
  /** What was wrong, in words; null if `errors` says it all. */
  detail: string | null;
  /** The first 10 errors of the answer: places, codes and numbers, no other values. */
  errors: {
    in: 'query' | 'body';
    pointer: string;
    code: string;
    /** The personnel number of the entry, if a valid one could be read. An erasure removes it. */
    hrId?: string;
  }[];
  errorCount: number;
  /** How many equal ones this attempt stands for. */
  count: number;
  /** Of the latest of them, if it was read. */
  syncId: string | null;
  /** Of the latest of them: its `X-Request-Id`. */
  requestId: string;
  /** Null if the user has been deleted. */
  sender: {
    type: 'api-key' | 'portal-user';
    id: number;
  } | null;
  /** When the first of them came. */
  firstAt: string;
  /** When the latest of them came. */
  lastAt: string;
  resource: 'sync-attempt';
  _links: {
    /** The integration. */
    hrIntegration: {
      href: string;
      type: 'application/json';
    };
  };
}

export interface SyncChange {
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
  /** The reason in words. */
  message: string;
  employeeId: number | null;
  hrId: string | null;
  /** Where in the roster; null for people it does not list. */
  pointer: string | null;
  /** What changed, by the name of the field. */
  fields: Record<
    string,
    {
      from: unknown;
      to: unknown;
    }
  >;
  subscription: {
    /** What follows: a subscription starts (`start`); a contract is offered, and the subscription starts after acceptance (`offer`); dates or pauses change, or the planned start of an open offer (`adjust`); an ended one goes on (`reopen`); one will not begin any more (`drop`); the person waits for enrolment (`wait`). */
    action: 'start' | 'offer' | 'adjust' | 'reopen' | 'drop' | 'wait';
    /** First day of the term. Of an offer: its planned start. */
    startAt: string | null;
    /** First day without a ticket. */
    endAt: string | null;
    /** YYYY-MM: the last month with a ticket. */
    lastTicketMonth: string | null;
  } | null;
  resource: 'sync-change';
  _links: {
    /** The sync. */
    sync: {
      href: string;
      type: 'application/json';
    };
    /** The employee. */
    employee: {
      href: string;
      type: 'application/json';
    } | null;
  };
}
