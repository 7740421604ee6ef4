import type { PulledField } from '../../src/rosters/pull/pulled-fields.ts';
import type { Part } from './faults.ts';
import { ABSENCE_TYPES, type Person } from './people.ts';
import {
  checkKey,
  checkParameters,
  jsonOf,
  pageOf,
  Refused,
  type Route,
  type Vendor,
  type VendorAnswer,
  type VendorRequest,
  type World,
  wholeNumber,
} from './vendor.ts';

const CREDENTIALS = { companyDomain: 'beispiel', apiKey: 'bamboo-key' };
const MAX_PAGE = 1000;
/** Every request has an end: people enter a date that is far away. */
export const OPEN_END = '2099-12-31';

/** BambooHR: people by the dataset `employee`, absences by requests for time off. */
export const bamboohr: Vendor = {
  credentials: CREDENTIALS,
  problem: (status, detail) => ({ status, json: { type: 'about:blank', title: detail, status } }),
  routes(world) {
    const route = (
      method: Route['method'],
      path: string,
      part: Part,
      answer: (world: World, request: VendorRequest) => VendorAnswer,
    ): Route => ({
      ...{ method, path, part },
      answer(request) {
        checkKey(world, isRight(request), part);
        // Without it the answer is XML.
        if (!request.headers.accept?.includes('application/json')) return { body: '<result/>' };
        return answer(world, request);
      },
    });
    return [
      route('GET', '/api/v1_2/datasets/employee/fields', 'fields', fields),
      route('POST', '/api/v2/datasets/employee/data', 'people', data),
      route('GET', '/api/v1/meta/time_off/types', 'absence-types', timeOffTypes),
      route('GET', '/api/v1/time_off/requests', 'absences', timeOffRequests),
    ];
  },
};

/** The key is the name of the user; any password will do. */
function isRight({ headers }: VendorRequest): boolean {
  const encoded = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const [user, password] = Buffer.from(encoded, 'base64').toString().split(':');
  return user === CREDENTIALS.apiKey && Boolean(password);
}

interface Field {
  label: string;
  field?: PulledField;
  value: (person: Person, world: World) => string;
}

/** Nobody sees null: texts are empty, and dates empty or zero. */
const dateOr = (day: string | null, none: string) => day ?? none;

const KNOWN: Record<string, Field> = {
  employeeId: { label: 'Employee ID', value: ({ id }) => String(id) },
  status: { label: 'Status', value: ({ hasLeft, startDate }, world) => statusOf(hasLeft, startDate, world) },
  firstName: { label: 'First Name', field: 'firstName', value: ({ firstName }) => firstName },
  lastName: { label: 'Last Name', field: 'lastName', value: ({ lastName }) => lastName },
  homeEmail: { label: 'Home Email', value: () => 'privat@beispiel.example' },
  workEmail: { label: 'Work Email', field: 'email', value: ({ email }) => email ?? '' },
  hireDate: { label: 'Hire Date', field: 'startDate', value: ({ startDate }) => startDate },
  terminationDate: {
    ...{ label: 'Termination Date', field: 'terminationDate' },
    value: ({ terminationDate, hasLeft, id }, { faults }) =>
      dateOr(hasLeft && faults.has('dates-missing') ? null : terminationDate, id % 2 ? '' : '0000-00-00'),
  },
  department: { label: 'Department', value: ({ payroll }) => payroll.department },
  location: { label: 'Location', value: ({ payroll }) => payroll.location },
  customCost: { label: 'Cost Center', field: 'costCentre', value: ({ payroll }) => payroll.costCentre },
  customEntity: { label: 'Legal Entity', value: ({ payroll }) => payroll.legalEntity },
  payRate: { label: 'Pay Rate', value: () => '3000' },
};

/** As many as in a large account, so that the list has a second page. */
const CUSTOM = Object.fromEntries(
  Array.from({ length: 600 }, (_, index): [string, Field] => [
    `customField${index}`,
    { label: `Custom ${index}`, value: () => '' },
  ]),
);

const FIELDS: Record<string, Field> = {
  ...{ ...KNOWN, ...CUSTOM },
  employeeNumber: { label: 'Employee #', field: 'hrId', value: ({ personnelNumber }) => personnelNumber },
  birthDate: { label: 'Birth Date', field: 'dateOfBirth', value: ({ dateOfBirth }) => dateOfBirth },
};

/** BambooHR has the same status for people who left and people who have not started. */
function statusOf(hasLeft: boolean, startDate: string, { company }: World): string {
  return hasLeft || startDate > company.today ? 'Inactive' : 'Active';
}

const isVisible = ({ faults }: World, { field }: Field) => !field || faults.ofField(field) !== 'absent';

function fields(world: World, request: VendorRequest): VendorAnswer {
  checkParameters(request, ['page', 'page_size']);
  const size = wholeNumber(request.query.get('page_size'), 'page_size', 1, MAX_PAGE, 500);
  const asked = wholeNumber(request.query.get('page'), 'page', 1, 10_000_000, 1);
  const visible = Object.entries(FIELDS).filter(([, field]) => isVisible(world, field));
  const pages = Math.ceil(visible.length / size);
  // A number that is too large means the last page.
  const page = pageOf(world, 'fields', visible, Math.min(asked, pages) - 1, size);
  const shown = page.items.map(([name, { label }]) => ({
    ...{ name, label, parentType: 'page', parentName: 'Personal', entityName: 'personal' },
  }));
  const next = page.number + 1 < pages ? `${world.url}/api?page=${page.number + 2}` : null;
  const pagination = {
    ...{ total_records: page.total, current_page: page.number + 1, total_pages: pages },
    ...{ next_page: next, prev_page: null },
  };
  return { json: { pagination, name: 'employee', label: 'Employee', fields: shown } };
}

function data(world: World, request: VendorRequest): VendorAnswer {
  const { fields: wanted, filter, orderBy, page: asked, pageSize, ...others } = jsonOf(request);
  if (Object.keys(others).length > 0) throw new Refused(400, 'unknown properties');
  if (!Array.isArray(wanted) || wanted.length === 0) throw new Refused(400, 'fields are missing');
  const size = wholeNumber(pageSize, 'pageSize', 1, MAX_PAGE, 100);
  const number = wholeNumber(asked, 'page', 1, 10_000_000, 1);
  const statuses = statusesOf(filter);
  const chosen = world.company.people.filter(({ hasLeft, startDate }) =>
    statuses.includes(statusOf(hasLeft, startDate, world)),
  );
  const page = pageOf(world, 'people', inOrder(chosen, orderBy, wanted, number), number - 1, size);
  return {
    json: {
      data: page.items.map((person) => row(world, person, wanted)),
      links: { next: page.number + 1 < page.pages ? `${world.url}/api/next` : null, prev: null },
      meta: { page: page.number + 1, pageSize: size, totalPages: page.pages, totalItems: page.total },
    },
  };
}

/** Without a filter BambooHR shows those who are active. */
function statusesOf(filter: unknown): string[] {
  if (filter === undefined || filter === null) return ['Active'];
  const [, list] = /^status in \(('\w+'(?:,'\w+')*)\)$/.exec(String(filter)) ?? [];
  const [, one] = /^status eq ('\w+')$/.exec(String(filter)) ?? [];
  const found = (list ?? one)?.split(',').map((status) => status.slice(1, -1));
  if (!found?.every((status) => ['Active', 'Inactive'].includes(status)))
    throw new Refused(422, 'the filter cannot be read');
  return found;
}

/** Without an order every page has another one. */
function inOrder(people: Person[], orderBy: unknown, wanted: unknown[], page: number): Person[] {
  if (orderBy === undefined || orderBy === null) return page % 2 ? people : people.toReversed();
  if (orderBy !== 'employeeId asc' || !wanted.includes('employeeId'))
    throw new Refused(422, 'the order needs a field that is asked for');
  return people.toSorted((one, other) => one.id - other.id);
}

/** Fields that do not exist or may not be seen are left out. */
function row(world: World, person: Person, wanted: readonly unknown[]) {
  const shown = wanted.flatMap((name): [string, Field][] => {
    const field = FIELDS[String(name)];
    return field && isVisible(world, field) ? [[String(name), field]] : [];
  });
  const faultOf = ({ field }: Field) => field && world.faults.ofField(field);
  const restricted = shown.filter(([, field]) => faultOf(field) === 'restricted').map(([name]) => name);
  return {
    fields: Object.fromEntries(
      shown.map(([name, field]) => [name, faultOf(field) ? null : field.value(person, world)]),
    ),
    ...(restricted.length > 0 && { _restrictedFields: restricted }),
  };
}

function timeOffTypes(_world: World, request: VendorRequest): VendorAnswer {
  checkParameters(request, ['mode']);
  const timeOffTypes = ABSENCE_TYPES.map(({ id, name }) => ({
    ...{ id, name, units: 'days', color: null, icon: null, source: 'internal' },
  }));
  return { json: { timeOffTypes, defaultHours: [{ name: 'Monday', amount: '8' }] } };
}

function timeOffRequests(world: World, request: VendorRequest): VendorAnswer {
  checkParameters(request, ['id', 'action', 'employeeId', 'start', 'end', 'type', 'status', 'excludeNote']);
  const { query } = request;
  const [start = '', end = ''] = ['start', 'end'].map((name) => query.get(name) ?? '');
  if (![start, end].every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day)))
    throw new Refused(400, 'start and end are required');
  const types = query.get('type')?.split(',');
  const statuses = query.get('status')?.split(',');
  const found = world.company.people.flatMap((person) => requestsOf(person, !query.get('excludeNote')));
  return {
    json: found.filter(
      (one) =>
        (!types || types.includes(String(one.type.id))) &&
        (!statuses || statuses.includes(one.status.status)) &&
        one.start <= end &&
        one.end >= start,
    ),
  };
}

function requestsOf(person: Person, withNotes: boolean) {
  return person.absences.map(({ id, type, startDate, endDate, isApproved }) => ({
    ...{ id, employeeId: person.id, name: `${person.firstName} ${person.lastName}` },
    ...{ start: startDate, end: endDate ?? OPEN_END, created: startDate },
    status: { status: isApproved ? 'approved' : 'requested', lastChanged: startDate },
    type: { id: ABSENCE_TYPES.find(({ name }) => name === type)?.id, name: type },
    ...(withNotes && { notes: { employee: 'a private matter' } }),
  }));
}
