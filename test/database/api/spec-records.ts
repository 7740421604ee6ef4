import assert from 'node:assert/strict';

/**
 * The records of section 2 of the specification, written only from its text: every field with its type,
 * format, allowed values and whether it may be null. A missing or additional field is an error.
 */
type Check = (value: unknown, where: string) => void;

const checkWith =
  (what: string, fits: (value: unknown) => boolean): Check =>
  (value, where) =>
    assert.ok(fits(value), `${where} should be ${what}, but is ${JSON.stringify(value)}`);

const isText = (value: unknown): value is string => typeof value === 'string';
const text = checkWith('a text', isText);
const integer = checkWith('an integer', (value) => Number.isSafeInteger(value));
const decimal = checkWith('a number', (value) => Number.isFinite(value));
const truth = checkWith('true or false', (value) => typeof value === 'boolean');

const isDay = (value: string) =>
  !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value);
const date = checkWith(
  'a date YYYY-MM-DD',
  (value) => isText(value) && /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value),
);
const month = checkWith(
  'a month YYYY-MM',
  (value) => isText(value) && /^\d{4}-\d{2}$/.test(value) && isDay(`${value}-01`),
);
const timestamp = checkWith(
  'an ISO 8601 timestamp in UTC',
  (value) =>
    isText(value) &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
);
const url = checkWith(
  'an absolute URL',
  (value) => isText(value) && /^https?:\/\//.test(value) && URL.canParse(value),
);
const money = checkWith(
  'an amount with its currency',
  (value) => isText(value) && /\d/.test(value) && /€/.test(value),
);

const oneOf = (...values: string[]): Check =>
  checkWith(`one of ${values.join(', ')}`, (value) => isText(value) && values.includes(value));
const orNull =
  (check: Check): Check =>
  (value, where) =>
    value === null || check(value, where);
const listOf =
  (check: Check): Check =>
  (value, where) => {
    assert.ok(Array.isArray(value), `${where} should be an array`);
    for (const [index, item] of value.entries()) check(item, `${where}[${index}]`);
  };
const object =
  (fields: Record<string, Check>): Check =>
  (value, where) => {
    assert.ok(
      typeof value === 'object' && value !== null && !Array.isArray(value),
      `${where} should be an object`,
    );
    assert.deepEqual(Object.keys(value).sort(), Object.keys(fields).sort(), `the fields of ${where}`);
    for (const [name, check] of Object.entries(fields))
      check((value as Record<string, unknown>)[name], `${where}.${name}`);
  };

const link = object({ href: url, type: oneOf('application/json') });

// 2.1.1
export const STATUSES = [
  'no-subscription',
  'scheduled',
  'active',
  'scheduled-pause',
  'paused',
  'scheduled-cancellation',
  'cancelled',
];
const subscription = object({
  status: oneOf(...STATUSES),
  startAt: orNull(date),
  nextTicketAt: orNull(date),
  pausedAt: orNull(date),
  cancelledAt: orNull(date),
  reactivatedAt: orNull(date),
});

// 2.1.2
export const PLAN_TYPES = ['fully-subsidized-plan', 'deferred-plan', 'split-pay-plan'];
export const CONTRACT_STATUSES = ['pending', 'accepted', 'rejected'];
const plan = object({
  type: oneOf(...PLAN_TYPES),
  contractSigningStatus: orNull(oneOf(...CONTRACT_STATUSES)),
  employeeContributionAmount: object({ label: money, value: decimal }),
});

// 2.1.3
const ticket = object({
  ticketId: text,
  ticketMonth: month,
  validFrom: date,
  validUntil: date,
  links: object({ apple: url, google: url }),
});

// 2.1.4
export const LINK_TYPES = ['custom', 'hr-integration'];
const hrLink = object({
  type: oneOf(...LINK_TYPES),
  hrId: orNull(text),
  hrIntegrationId: integer,
  lastSyncId: orNull(text),
  lastSynced: orNull(timestamp),
});

// 2.1
const employee = object({
  id: integer,
  firstName: text,
  lastName: text,
  email: text,
  dateOfBirth: date,
  profileImage: orNull(text),
  resource: oneOf('employee'),
  subscription,
  plan,
  ticket: orNull(ticket),
  hrIntergartionLinks: listOf(hrLink),
  _links: object({ self: link, employeeDocuments: link }),
});

// 2.2
const document = object({
  id: integer,
  employeeId: integer,
  documentName: text,
  documentFileType: text,
  downloadable: truth,
  createdAt: timestamp,
  updatedAt: timestamp,
  resource: oneOf('employee-document'),
  _links: object({ self: link, employee: link }),
});

// 2.3
export const INTEGRATION_TYPES = ['hr-integration', 'api-integration'];
const integration = object({
  id: integer,
  name: text,
  type: oneOf(...INTEGRATION_TYPES),
  status: text,
  initialConnectionStatus: text,
  lastSyncId: orNull(text),
  lastSyncStatus: text,
  lastSynced: orNull(timestamp),
  canTriggerSync: truth,
  resource: oneOf('hr-integration'),
  _links: object({ self: link }),
});

export const RECORDS = { employee, document, integration };

/** Section 2: one record under the one key `data`. */
export const envelope = (record: Check): Check => object({ data: record });

/** Section 4.3: a page of records. The design adds the links to the next page and to what changes. */
export const pageOf = (record: Check): Check =>
  envelope(
    object({
      data: listOf(record),
      page: integer,
      perPage: integer,
      totalPages: integer,
      total: integer,
      _links: object({ next: orNull(link), changes: link }),
    }),
  );

interface Link {
  href: string;
}

export interface Employee {
  id: number;
  profileImage: string | null;
  subscription: Record<
    'startAt' | 'nextTicketAt' | 'pausedAt' | 'cancelledAt' | 'reactivatedAt',
    string | null
  > & {
    status: string;
  };
  plan: {
    type: string;
    contractSigningStatus: string | null;
    employeeContributionAmount: { label: string; value: number };
  };
  ticket: null | {
    ticketMonth: string;
    validFrom: string;
    validUntil: string;
    links: Record<'apple' | 'google', string>;
  };
  hrIntergartionLinks: {
    type: string;
    hrId: string | null;
    hrIntegrationId: number;
    lastSyncId: string | null;
    lastSynced: string | null;
  }[];
  _links: { self: Link; employeeDocuments: Link };
}

export interface EmployeeDocument {
  id: number;
  employeeId: number;
  downloadable: boolean;
  createdAt: string;
  updatedAt: string;
  _links: { self: Link; employee: Link };
}

export interface Integration {
  id: number;
  type: string;
  lastSyncId: string | null;
  lastSynced: string | null;
  _links: { self: Link };
}
