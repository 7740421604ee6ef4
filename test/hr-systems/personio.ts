import type { PulledField } from '../../src/rosters/pull/pulled-fields.ts';
import type { Part } from './faults.ts';
import { ABSENCE_TYPES, type Absence, addDays, type Person } from './people.ts';
import {
  checkParameters,
  createTokens,
  formOf,
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

const CREDENTIALS = { clientId: 'papi-trial', clientSecret: 'papi-secret' };
const MAX_PEOPLE = 200;
const MAX_ABSENCES = 100;

/** Personio: people by v1, absences by v2, each with a token of its own. */
export const personio: Vendor = {
  credentials: CREDENTIALS,
  problem,
  routes(world) {
    const tokens = createTokens(world);
    const authorised =
      (version: string, part: Part, answer: Route['answer']): Route['answer'] =>
      (request) => {
        tokens.check(request, version, part);
        return answer(request);
      };
    const get = (path: string, part: Part, answer: (request: VendorRequest) => VendorAnswer): Route => ({
      ...{ method: 'GET', path, part },
      answer: authorised(path.slice(1, 3), part, answer),
    });
    return [
      { method: 'POST', path: '/v1/auth', part: 'token', answer: (request) => giveV1(request) },
      { method: 'POST', path: '/v2/auth/token', part: 'token', answer: (request) => giveV2(request) },
      get('/v1/company/employees/attributes', 'fields', () => attributes(world)),
      get('/v1/company/employees', 'people', (request) => people(world, request)),
      get('/v2/absence-types', 'absence-types', (request) => absenceTypes(world, request)),
      get('/v2/absence-periods', 'absences', (request) => absencePeriods(world, request)),
    ];

    function giveV1(request: VendorRequest): VendorAnswer {
      const { client_id, client_secret, ...others } = jsonOf(request);
      if (Object.keys(others).length > 0) throw new Refused(400, 'unknown properties');
      if (!isRight(client_id, client_secret)) throw new Refused(403, 'Wrong credentials');
      const data = { token: tokens.issue('v1'), expires_in: 86_400, scope: 'employees:read absences:read' };
      return { json: { success: true, data } };
    }

    function giveV2(request: VendorRequest): VendorAnswer {
      const form = formOf(request);
      if (form.get('grant_type') !== 'client_credentials') throw new Refused(400, 'unsupported_grant_type');
      if (!isRight(form.get('client_id'), form.get('client_secret')))
        throw new Refused(401, 'invalid_client');
      const scope = 'personio:absences:read';
      return {
        json: { access_token: tokens.issue('v2'), token_type: 'Bearer', expires_in: 86_400, scope },
      };
    }

    function isRight(id: unknown, secret: unknown): boolean {
      const { clientId, clientSecret } = CREDENTIALS;
      return id === clientId && secret === clientSecret && !world.faults.has('wrong-token');
    }
  },
};

/** v1 has its own form of errors; v2 has problem+json, and the error of OAuth for tokens. */
function problem(status: number, detail: string, part: Part | undefined): VendorAnswer {
  if (part === 'token' && status === 401)
    return { status, json: { error: detail, title: 'Unauthorized', status } };
  if (part === 'absences' || part === 'absence-types')
    return { status, json: { personio_trace_id: 'trace', errors: [{ title: detail }] } };
  return { status, json: { success: false, error: { code: status, message: detail } } };
}

interface Attribute {
  label: string;
  type: string;
  universal_id: string | null;
  field?: PulledField;
  value: (person: Person, world: World) => unknown;
}

const standard = (label: string, universal_id: string | null, value: Attribute['value']): Attribute => ({
  ...{ label, universal_id, value },
  type: 'standard',
});

const named = (label: string, id: string, type: string, name: (person: Person) => string): Attribute =>
  standard(label, id, (person) => ({ type, attributes: { id: 7, name: name(person) } }));

const ATTRIBUTES: Record<string, Attribute> = {
  id: { ...standard('ID', 'id', ({ id }) => id), type: 'integer' },
  first_name: { ...standard('Vorname', 'first_name', (person) => person.firstName), field: 'firstName' },
  last_name: { ...standard('Nachname', 'last_name', (person) => person.lastName), field: 'lastName' },
  email: { ...standard('E-Mail', 'email', (person) => person.email), field: 'email' },
  status: standard('Status', 'status', (person, world) => statusOf(person, world.company.today)),
  position: standard('Position', 'position', () => 'Sachbearbeitung'),
  hire_date: {
    ...{ label: 'Einstellungsdatum', type: 'date', universal_id: 'hire_date', field: 'startDate' },
    value: (person) => midnight(person.startDate),
  },
  contract_end_date: {
    ...{ label: 'Vertragsende', type: 'date', universal_id: 'contract_end_date' },
    // A limited contract that everybody expects to be renewed: not the end of the employment.
    value: (person, { company }) => (person.id % 9 === 0 ? midnight(addDays(company.today, -3)) : null),
  },
  termination_date: {
    ...{ label: 'Austrittsdatum', type: 'date', universal_id: 'termination_date', field: 'terminationDate' },
    value: (person, { faults }) =>
      person.hasLeft && faults.has('dates-missing') ? null : midnight(person.terminationDate),
  },
  department: named('Abteilung', 'department', 'Department', ({ payroll }) => payroll.department),
  office: named('Büro', 'office', 'Office', ({ payroll }) => payroll.location),
  subcompany: named('Gesellschaft', 'subcompany', 'Subcompany', ({ payroll }) => payroll.legalEntity),
  cost_centers: {
    ...standard('Kostenstellen', 'cost_centers', ({ payroll }) => [
      { type: 'CostCenter', attributes: { id: 1, name: 'Nebenbei', percentage: 20 } },
      { type: 'CostCenter', attributes: { id: 2, name: payroll.costCentre, percentage: 80 } },
    ]),
    field: 'costCentre',
  },
  fix_salary: {
    ...{ label: 'Gehalt', type: 'decimal', universal_id: 'fix_salary' },
    value: () => 3000,
  },
  dynamic_101: { ...standard('Personalnummer', null, (person) => person.personnelNumber), field: 'hrId' },
  dynamic_102: {
    ...{ label: 'Geburtsdatum', type: 'date', universal_id: 'date_of_birth', field: 'dateOfBirth' },
    value: (person) => midnight(person.dateOfBirth),
  },
  dynamic_103: standard('IBAN', 'iban', () => 'DE02120300000000202051'),
};

function statusOf(person: Person, today: string): string {
  if (person.hasLeft) return 'inactive';
  if (person.startDate > today) return 'onboarding';
  const isAbsent = person.absences.some(
    ({ type, startDate, endDate }) =>
      type === 'Elternzeit' && startDate <= today && (endDate === null || endDate >= today),
  );
  return isAbsent ? 'leave' : 'active';
}

/** Midnight in Germany, roughly: summer time from April to October. In UTC it is the day before. */
function midnight(day: string | null): string | null {
  if (day === null) return null;
  const month = Number(day.slice(5, 7));
  return `${day}T00:00:00${month >= 4 && month <= 10 ? '+02:00' : '+01:00'}`;
}

const isReleased = ({ faults }: World, { field }: Attribute) =>
  !field || ![`absent`, `restricted`].includes(faults.ofField(field) ?? '');

function attributes(world: World): VendorAnswer {
  const data = Object.entries(ATTRIBUTES)
    .filter(([key, attribute]) => key !== 'id' && isReleased(world, attribute))
    .map(([key, { label, type, universal_id }]) => ({ key, label, type, universal_id, options: [] }));
  return { json: { success: true, data } };
}

function people(world: World, request: VendorRequest): VendorAnswer {
  checkParameters(request, ['limit', 'offset'], ['attributes[]']);
  const limit = wholeNumber(request.query.get('limit'), 'limit', 1, MAX_PEOPLE, 10);
  const offset = wholeNumber(request.query.get('offset'), 'offset', 0, 10_000_000, 0);
  if (offset % limit !== 0) throw new Refused(400, 'offset is not at the beginning of a page');
  const wanted = request.query.getAll('attributes[]');
  const page = pageOf(world, 'people', world.company.people, offset / limit, limit);
  return {
    json: {
      success: true,
      metadata: { total_elements: page.total, current_page: page.number, total_pages: page.pages },
      ...{ offset, limit },
      data: page.items.map((person) => ({ type: 'Employee', attributes: describe(world, person, wanted) })),
    },
  };
}

/** The id always comes. */
function describe(world: World, person: Person, wanted: readonly string[]): Record<string, unknown> {
  const shown = Object.entries(ATTRIBUTES).filter(
    ([key, attribute]) =>
      isReleased(world, attribute) && (key === 'id' || wanted.length === 0 || wanted.includes(key)),
  );
  return Object.fromEntries(
    shown.map(([key, { label, type, universal_id, field, value }]) => {
      const isNull = field && world.faults.ofField(field) === 'null';
      return [key, { label, value: isNull ? null : value(person, world), type, universal_id }];
    }),
  );
}

function absenceTypes(world: World, request: VendorRequest): VendorAnswer {
  checkParameters(request, ['limit', 'cursor']);
  const types = ABSENCE_TYPES.map(({ id, name }) => ({
    id: String(id),
    name,
    category: 'OTHER',
    unit: 'DAY',
  }));
  return cursorPage(world, request, 'absence-types', types);
}

function absencePeriods(world: World, request: VendorRequest): VendorAnswer {
  checkParameters(request, ['limit', 'cursor', 'absence_type.id', 'person.id']);
  const type = request.query.get('absence_type.id');
  const all = world.company.people.flatMap((person) =>
    person.absences
      .filter((absence) => type === null || typeIdOf(absence) === type)
      .map((absence) => describeAbsence(world, person, absence)),
  );
  return cursorPage(world, request, 'absences', all);
}

const typeIdOf = ({ type }: Absence) => String(ABSENCE_TYPES.find(({ name }) => name === type)?.id);

/** The end is the midnight after the last day. */
function describeAbsence(world: World, person: Person, absence: Absence) {
  const { startDate, endDate } = absence;
  return {
    id: `absence-${absence.id}`,
    ...(world.faults.ofField('hrId', 'absences') !== 'absent' && { person: { id: String(person.id) } }),
    absence_type: { id: typeIdOf(absence) },
    starts_from: { date_time: `${startDate}T00:00:00`, type: 'FIRST_HALF' },
    ends_at: endDate === null ? null : { date_time: `${addDays(endDate, 1)}T00:00:00`, type: 'FIRST_HALF' },
    approval: { status: absence.isApproved ? 'APPROVED' : 'PENDING' },
    timezone_id: 'Europe/Berlin',
  };
}

function cursorPage(world: World, request: VendorRequest, part: Part, all: readonly unknown[]): VendorAnswer {
  const limit = wholeNumber(request.query.get('limit'), 'limit', 1, MAX_ABSENCES, 50);
  const cursor = request.query.get('cursor');
  const number = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isInteger(number)) throw new Refused(400, 'the cursor is not known');
  const page = pageOf(world, part, all, number, limit);
  const origin = world.faults.has('next-link-elsewhere') ? 'https://elsewhere.example' : world.url;
  const next = new URL(`${origin}/v2/${part === 'absences' ? 'absence-periods' : part}`);
  for (const [name, value] of request.query) next.searchParams.append(name, value);
  next.searchParams.set('cursor', Buffer.from(String(page.number + 1)).toString('base64url'));
  const links = page.number + 1 < page.pages ? { next: { href: next.href } } : {};
  return { json: { _data: page.items, _meta: { links } } };
}
