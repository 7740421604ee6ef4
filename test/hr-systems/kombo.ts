import type { PulledField } from '../../src/rosters/pull/pulled-fields.ts';
import type { Part } from './faults.ts';
import { ABSENCE_TYPES, type Absence, type Person } from './people.ts';
import {
  checkKey,
  checkParameters,
  pageOf,
  Refused,
  type Route,
  type Vendor,
  type VendorAnswer,
  type VendorRequest,
  type World,
  wholeNumber,
} from './vendor.ts';

const CREDENTIALS = { apiKey: 'kombo-key', integrationId: 'factorial:8d1hpPsb', region: 'eu' };
const MAX_PAGE = 250;

/** What the integration's page in Kombo shows. Tests change it. */
export const komboIntegration = {
  status: 'ACTIVE',
  setup_status: 'COMPLETED',
  data_expired_at: null as string | null,
  category: 'HRIS',
};

/** Kombo, with an integration of another HR system behind it. */
export const kombo: Vendor = {
  credentials: CREDENTIALS,
  problem,
  routes(world) {
    const get = (path: string, part: Part, answer: (request: VendorRequest) => VendorAnswer): Route => ({
      ...{ method: 'GET', path, part },
      answer(request) {
        const { headers } = request;
        checkKey(world, headers.authorization === `Bearer ${CREDENTIALS.apiKey}`, part);
        const isOfIntegration =
          part === 'fields' || headers['x-integration-id'] === CREDENTIALS.integrationId;
        if (!isOfIntegration) throw new Refused(404, 'X-Integration-Id');
        return answer(request);
      },
    });
    return [
      get(`/v1/integrations/${encodeURIComponent(CREDENTIALS.integrationId)}`, 'fields', () =>
        integration(world),
      ),
      get('/v1/hris/employees', 'people', (request) => employees(world, request)),
      get('/v1/hris/absence-types', 'absence-types', (request) => absenceTypes(world, request)),
      get('/v1/hris/absences', 'absences', (request) => absences(world, request)),
    ];
  },
};

const CODES: Readonly<Record<number, string>> = {
  400: 'PLATFORM.INPUT_INVALID',
  401: 'PLATFORM.AUTHENTICATION_INVALID',
  403: 'INTEGRATION.PERMISSION_MISSING',
  404: 'PLATFORM.INTEGRATION_NOT_FOUND',
};

function problem(status: number, detail: string): VendorAnswer {
  const error = { code: CODES[status] ?? null, title: null, message: detail, log_url: null };
  return { status, json: { status: 'error', error } };
}

const success = (data: unknown): VendorAnswer => ({ json: { status: 'success', data } });

const CHANGED_AT = '2026-11-14T01:02:03.004Z';

function integration({ faults }: World): VendorAnswer {
  const setting = {
    coverage_status: 'SUPPORTED',
    scope_config_setting: 'ENABLED',
    opted_out_by_customer: false,
  };
  const fields = Object.entries(FIELDS).map(([field, id]) => ({
    ...{ id, ...setting },
    is_available: faults.ofField(field as PulledField) !== 'restricted',
  }));
  const models = ['hris_employees', 'hris_absences', 'hris_absence_types'].map((id) => ({
    ...{ id, label: id, ...setting, is_available: true },
    fields: id === 'hris_employees' ? fields : [],
  }));
  const address = 'https://storage.example/logo.svg';
  return success({
    ...{ id: CREDENTIALS.integrationId, ...komboIntegration, beta: false, created_at: CHANGED_AT },
    tool: { id: 'factorial', label: 'Factorial', internal_label: null, logo_url: address, icon_url: address },
    end_user: { organization_name: 'Beispiel GmbH', creator_email: null, origin_id: null },
    scope_config: { id: 'B1hu5NGy', name: 'Transit' },
    ...{ read_models: models, write_actions: [] },
  });
}

const FIELDS: Readonly<Record<PulledField, string>> = {
  hrId: 'employee_number',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'work_email',
  dateOfBirth: 'date_of_birth',
  startDate: 'start_date',
  terminationDate: 'termination_date',
  personnelNumber: 'employee_number',
  costCentre: 'groups',
  department: 'groups',
  location: 'work_location',
  legalEntity: 'legal_entity',
};

export const komboId = ({ id }: { id: number }) => `kombo${id}`;

const midnight = (day: string | null) => day && `${day}T00:00:00.000Z`;

function employees(world: World, request: VendorRequest): VendorAnswer {
  checkParameters(request, ['cursor', 'page_size', 'include_deleted']);
  const isWithDeleted = request.query.get('include_deleted') === 'true';
  const all = world.company.people.map((person) => describe(world, person));
  // Kombo cannot see these two any more. The second one was deleted weeks ago.
  const [model] = all;
  const invisible = [1, 2].map((id) => ({
    ...{ ...model, id: komboId({ id }), termination_date: null, remote_deleted_at: CHANGED_AT },
    ...(id === 2 && { first_name: null, last_name: null, work_email: null, date_of_birth: null }),
  }));
  // They are the last ones: without anybody else, Kombo has nobody at all.
  const listed = model ? [...all, ...invisible] : [];
  const visible = listed.filter(({ remote_deleted_at }) => isWithDeleted || remote_deleted_at === null);
  return cursorPage(world, request, 'people', visible);
}

function describe({ company, faults }: World, person: Person): Record<string, unknown> {
  const { terminationDate, hasLeft, id, payroll } = person;
  const last = hasLeft && faults.has('dates-missing') ? null : terminationDate;
  const nulls = [
    'nationality',
    'job_title',
    'mobile_phone_number',
    'ssn',
    'tax_id',
    'weekly_hours',
    'avatar',
  ];
  const noObjects = ['work_location_id', 'legal_entity_id', 'manager_id', 'manager'];
  const employee: Record<string, unknown> = {
    ...Object.fromEntries([...nulls, ...noObjects, 'remote_data'].map((name) => [name, null])),
    id: komboId(person),
    remote_id: String(id),
    employee_number: person.personnelNumber,
    first_name: person.firstName,
    last_name: person.lastName,
    display_full_name: `${person.firstName} ${person.lastName}`,
    work_email: person.email,
    personal_email: null,
    employment_status: statusOf(person, company.today),
    date_of_birth: midnight(person.dateOfBirth),
    start_date: midnight(person.startDate),
    termination_date: midnight(last),
    ...{ remote_created_at: null, changed_at: CHANGED_AT },
    // Many HR systems hide leavers after some time.
    remote_deleted_at: last !== null && hasLeft && id % 2 === 0 ? CHANGED_AT : null,
    custom_fields: { ticket_number: `T${id}` },
    ...{ integration_fields: [], employments: [], time_off_balances: [], teams: [] },
    legal_entity: { id: 'le1', remote_id: '1', name: payroll.legalEntity },
    work_location: { id: 'wl1', remote_id: '1', name: payroll.location, type: null },
    groups: [
      { id: 'g1', remote_id: '1', name: 'Team Nord', type: 'TEAM' },
      { id: 'g2', remote_id: '2', name: payroll.department, type: 'DEPARTMENT' },
      { id: 'g3', remote_id: '3', name: payroll.costCentre, type: 'COST_CENTER' },
    ],
  };
  for (const [field, key] of Object.entries(FIELDS)) {
    const fault = faults.ofField(field as PulledField);
    if (fault === 'absent') delete employee[key];
    else if (fault) employee[key] = null;
  }
  return employee;
}

/** Some HR systems have words of their own, or none. */
function statusOf({ hasLeft, startDate, id }: Person, today: string): string | null {
  if (hasLeft) return 'INACTIVE';
  if (startDate > today) return 'PENDING';
  return id % 7 === 0 ? null : id % 11 === 0 ? 'beurlaubt' : 'ACTIVE';
}

function absenceTypes(world: World, request: VendorRequest): VendorAnswer {
  checkParameters(request, ['cursor', 'page_size', 'include_deleted']);
  return cursorPage(
    world,
    request,
    'absence-types',
    ABSENCE_TYPES.map((type) => describeType(type)),
  );
}

const describeType = ({ id, name }: { id: number; name: string }) => ({
  ...{ id: `type${id}`, remote_id: String(id), name, unit: 'DAYS', half_days_supported: true },
  ...{ exact_times_supported: false, remote_data: null, changed_at: CHANGED_AT, remote_deleted_at: null },
});

const FILTERS = ['date_from', 'date_until', 'type_ids'];

/** The HR system behind it cannot filter: without `ignore_unsupported_filters` nothing is left. */
function absences(world: World, request: VendorRequest): VendorAnswer {
  checkParameters(request, [
    'cursor',
    'page_size',
    'include_deleted',
    'ignore_unsupported_filters',
    ...FILTERS,
  ]);
  const isFiltered = FILTERS.some((name) => request.query.has(name));
  const isIgnored = request.query.get('ignore_unsupported_filters') === 'true';
  const all = world.company.people.flatMap((person) =>
    person.absences.map((absence) => describeAbsence(world, person, absence)),
  );
  return cursorPage(world, request, 'absences', isFiltered && !isIgnored ? [] : all);
}

function describeAbsence({ faults }: World, person: Person, absence: Absence): Record<string, unknown> {
  const type = ABSENCE_TYPES.find(({ name }) => name === absence.type);
  const noTimes = [
    'start_half_day',
    'end_half_day',
    'start_time',
    'end_time',
    'amount',
    'unit',
    'approver_id',
  ];
  return {
    ...Object.fromEntries(noTimes.map((name) => [name, null])),
    id: `absence${absence.id}`,
    unit: 'DAYS',
    remote_id: String(absence.id),
    ...(faults.ofField('hrId', 'absences') !== 'absent' && { employee_id: komboId(person) }),
    ...{ start_date: absence.startDate, end_date: absence.endDate },
    status: absence.isApproved ? (absence.id % 2 === 0 ? 'APPROVED' : null) : 'REQUESTED',
    ...{ employee_note: 'privat', remote_data: null, remote_created_at: null, remote_updated_at: null },
    ...{ changed_at: CHANGED_AT, remote_deleted_at: null },
    ...{ type_id: type ? `type${type.id}` : null, type: type ? describeType(type) : null },
  };
}

function cursorPage(
  world: World,
  { query }: VendorRequest,
  part: Part,
  all: readonly unknown[],
): VendorAnswer {
  const size = wholeNumber(query.get('page_size'), 'page_size', 1, MAX_PAGE, 100);
  const cursor = query.get('cursor');
  const number = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isInteger(number)) throw new Refused(400, 'the cursor is not known');
  const page = pageOf(world, part, all, number, size);
  const next =
    page.number + 1 < page.pages ? Buffer.from(String(page.number + 1)).toString('base64url') : null;
  return success({ next, results: page.items });
}
