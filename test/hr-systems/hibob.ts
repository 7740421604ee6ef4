import type { PulledField } from '../../src/rosters/pull/pulled-fields.ts';
import type { Part } from './faults.ts';
import { ABSENCE_TYPES, type Absence, type Person } from './people.ts';
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
} from './vendor.ts';

const CREDENTIALS = { serviceUserId: 'SERVICE-1', token: 'hibob-token' };
const BASIC = `Basic ${Buffer.from(`${CREDENTIALS.serviceUserId}:${CREDENTIALS.token}`).toString('base64')}`;
const MAX_FIELDS = 400;

/** HiBob: everybody in one answer, and fields that nobody may see left out without a word. */
export const hibob: Vendor = {
  credentials: CREDENTIALS,
  problem: (status, detail) => ({ status, json: { key: 'error', error: detail } }),
  routes(world) {
    const route = (
      method: Route['method'],
      path: string,
      part: Part,
      answer: (request: VendorRequest) => VendorAnswer,
    ): Route => ({
      ...{ method, path, part },
      answer(request) {
        checkKey(world, request.headers.authorization === BASIC, part);
        return answer(request);
      },
    });
    return [
      route('GET', '/v1/company/people/fields', 'fields', fields),
      route('POST', '/v1/people/search', 'people', (request) => search(world, request)),
      route('GET', '/v1/timeoff/policy-types', 'absence-types', policyTypes),
      route('GET', '/v1/timeoff/whosout', 'absences', (request) => whosOut(world, request)),
    ];
  },
};

interface Field {
  field?: PulledField;
  value: (person: Person, world: World) => unknown;
}

const FIELDS: Readonly<Record<string, Field>> = {
  'root.id': { value: (person) => hibobId(person) },
  'root.firstName': { field: 'firstName', value: (person) => person.firstName },
  'root.surname': { field: 'lastName', value: (person) => person.lastName },
  'root.email': { field: 'email', value: (person) => person.email },
  'personal.birthDate': { field: 'dateOfBirth', value: (person) => person.dateOfBirth },
  'work.startDate': { field: 'startDate', value: (person) => person.startDate },
  'work.employeeIdInCompany': { field: 'hrId', value: (person) => person.personnelNumber },
  'work.department': { value: ({ payroll }) => (payroll.department === 'Vertrieb' ? '101' : '102') },
  'work.site': { value: ({ payroll }) => payroll.location },
  'work.custom.field_1700000000002': { field: 'costCentre', value: ({ payroll }) => payroll.costCentre },
  'work.custom.field_1700000000001': { value: (person) => Number(person.personnelNumber.slice(1)) },
  'internal.terminationDate': {
    field: 'terminationDate',
    value: (person, { faults }) =>
      person.hasLeft && faults.has('dates-missing') ? null : person.terminationDate,
  },
  'internal.status': {
    value: (person, { company }) =>
      person.hasLeft || person.startDate > company.today ? 'Inactive' : 'Active',
  },
  // Not of everybody.
  'internal.lifecycleStatus': {
    value: (person) => (person.id % 3 === 0 ? null : person.hasLeft ? 'terminated' : 'employed'),
  },
};

export const hibobId = ({ id }: { id: number }) => `33328838840177${id}`;

const NAMES: Readonly<Record<string, string>> = {
  'work.custom.field_1700000000001': 'Personalnummer',
  'work.custom.field_1700000000002': 'Kostenstelle',
};

function fields(): VendorAnswer {
  const other = (id: string, name: string) => ({ id, name, type: 'text', categoryId: 'work', jsonPath: id });
  return {
    json: [
      ...Object.keys(FIELDS).map((id) => other(id, NAMES[id] ?? id)),
      other('payroll.bank.iban', 'IBAN'),
    ],
  };
}

function search(world: World, request: VendorRequest): VendorAnswer {
  checkParameters(request, []);
  const { fields: wanted, showInactive = false, humanReadable, ...others } = jsonOf(request);
  if (Object.keys(others).length > 0) throw new Refused(400, `unknown: ${Object.keys(others)}`);
  if (!Array.isArray(wanted) || wanted.length > MAX_FIELDS) throw new Refused(400, 'fields');
  const people = world.company.people.filter(({ hasLeft }) => showInactive === true || !hasLeft);
  const { items } = pageOf(world, 'people', people, 0, Math.max(1, people.length));
  const named = (person: Person) => ({
    ...(humanReadable === 'APPEND' && { humanReadable: { work: { department: person.payroll.department } } }),
  });
  return {
    json: { employees: items.map((person) => ({ ...describe(world, person, wanted), ...named(person) })) },
  };
}

/** Of half of the people the fields have slashes. */
function describe(world: World, person: Person, wanted: readonly unknown[]): Record<string, unknown> {
  const employee: Record<string, unknown> = {};
  for (const [id, { field, value }] of Object.entries(FIELDS)) {
    const fault = field && world.faults.ofField(field);
    if (!wanted.includes(id) || fault === 'absent' || fault === 'restricted') continue;
    const shown = fault === 'null' ? null : value(person, world);
    if (person.id % 2 === 0) employee[`/${id.replaceAll('.', '/')}`] = { value: shown };
    else nest(employee, id.replace(/^root\./, '').split('.'), shown);
  }
  return employee;
}

function nest(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = (into[name] ?? {}) as Record<string, unknown>;
  into[name] = inner;
  nest(inner, rest, value);
}

function policyTypes(request: VendorRequest): VendorAnswer {
  checkParameters(request, []);
  return { json: { policyTypes: ABSENCE_TYPES.map(({ name }) => name) } };
}

/** Only of people who are employed, and private ones only if they are asked for. */
function whosOut(world: World, request: VendorRequest): VendorAnswer {
  const { query } = request;
  checkParameters(request, ['from', 'to', 'includeHourly', 'includePrivate', 'includePending']);
  const [from = '', to = ''] = ['from', 'to'].map((name) => query.get(name) ?? '');
  if (![from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day))) throw new Refused(400, 'from and to');
  const outs = world.company.people
    .filter(({ hasLeft }) => !hasLeft)
    .flatMap((person) => person.absences.map((absence) => ({ person, absence })))
    .filter(({ absence }) => absence.startDate <= to && (absence.endDate === null || absence.endDate >= from))
    .filter(({ absence }) => absence.isApproved || query.get('includePending') === 'true')
    .filter(({ absence }) => absence.type === 'Urlaub' || query.get('includePrivate') === 'true')
    .map(({ person, absence }) => describeAbsence(world, person, absence));
  return { json: { outs } };
}

function describeAbsence({ faults }: World, person: Person, { id, type, startDate, endDate }: Absence) {
  return {
    ...(faults.ofField('hrId', 'absences') !== 'absent' && { employeeId: hibobId(person) }),
    employeeDisplayName: `${person.firstName} ${person.lastName}`,
    ...{ requestId: id, status: 'approved', startDate },
    ...(endDate === null ? { requestRangeType: 'openEnded' } : { requestRangeType: 'days', endDate }),
    ...{ policyTypeDisplayName: type, visibility: type === 'Urlaub' ? 'Public' : 'Private' },
  };
}
