import { writeXlsx } from 'hucre/xlsx';
import type { PulledField } from '../../src/rosters/pull/pulled-fields.ts';
import type { Absence, Person } from './people.ts';
import {
  checkParameters,
  Refused,
  type Route,
  type Vendor,
  type VendorRequest,
  type World,
} from './vendor.ts';

const CREDENTIALS = { access: 'basic', username: 'ISU_Transit', secret: 'geheim: ü' };
const BASIC = `Basic ${Buffer.from(`${CREDENTIALS.username}:${CREDENTIALS.secret}`).toString('base64')}`;
const OTHER_WAYS = { bearer: 'file-token', 'x-api-key': 'file-key' };

/** A server with exports of an HR system, in every format. Exports have a row for each absence, and nobody who has left. */
export const httpsFile: Vendor = {
  credentials: CREDENTIALS,
  addressPath: '/people.csv',
  problem: (status, detail) => ({ status, body: `${detail}\n` }),
  routes(world) {
    const file = (path: string, answer: (world: World) => ReturnType<Route['answer']>): Route => ({
      ...{ method: 'GET', path, part: 'people' },
      answer(request) {
        if (!path.startsWith('/open/')) checkAccess(world, request);
        checkParameters(request, path.startsWith('/ccx/') ? ['format'] : []);
        return answer(world);
      },
    });
    return [
      file('/people.csv', csv),
      file('/open/people.csv', csv),
      file('/people.xlsx', xlsx),
      file('/people.json', json),
      file('/people.ndjson', ndjson),
      file('/ccx/service/customreport2/acme/ISU_Transit/People', workdayReport),
    ];
  },
};

function checkAccess({ faults }: World, { headers }: VendorRequest): void {
  const isRight =
    headers.authorization === BASIC ||
    headers.authorization === `Bearer ${OTHER_WAYS.bearer}` ||
    headers['x-api-key'] === OTHER_WAYS['x-api-key'];
  if (!isRight || faults.has('wrong-token')) throw new Refused(401, 'sign in');
}

type Value = string | null;

interface ExportColumn {
  heading: string;
  /** In a report of Workday. */
  name: string;
  field?: PulledField;
  isDate?: boolean;
  value: (person: Person, absence: Absence | undefined) => Value;
}

const COLUMNS: readonly ExportColumn[] = [
  {
    heading: 'Personalnummer',
    name: 'Employee_ID',
    field: 'hrId',
    value: (person) => person.personnelNumber,
  },
  { heading: 'Vorname', name: 'Legal_First_Name', field: 'firstName', value: (person) => person.firstName },
  { heading: 'Nachname', name: 'Legal_Last_Name', field: 'lastName', value: (person) => person.lastName },
  { heading: 'E-Mail dienstlich', name: 'Work_Email', field: 'email', value: (person) => person.email },
  {
    heading: 'Geburtsdatum',
    name: 'Date_of_Birth',
    field: 'dateOfBirth',
    isDate: true,
    value: (person) => person.dateOfBirth,
  },
  {
    heading: 'Eintritt',
    name: 'Hire_Date',
    field: 'startDate',
    isDate: true,
    value: (person) => person.startDate,
  },
  {
    heading: 'Austritt',
    name: 'Termination_Date',
    field: 'terminationDate',
    isDate: true,
    value: (person) => person.terminationDate,
  },
  {
    heading: 'Kostenstelle',
    name: 'Cost_Center',
    field: 'costCentre',
    value: (person) => person.payroll.costCentre,
  },
  { heading: 'Abwesenheitsart', name: 'Leaves.Leave_Type', value: (_, absence) => absence?.type ?? null },
  {
    heading: 'Abwesend ab',
    name: 'Leaves.Leave_Start',
    isDate: true,
    value: (_, absence) => absence?.startDate ?? null,
  },
  {
    heading: 'Abwesend bis',
    name: 'Leaves.Leave_End',
    isDate: true,
    value: (_, absence) => absence?.endDate ?? null,
  },
];

const columnsOf = ({ faults }: World) =>
  COLUMNS.filter(({ field }) => !field || faults.ofField(field) !== 'absent');

function cell({ faults }: World, { field, value }: ExportColumn, person: Person, absence?: Absence): Value {
  return field && faults.ofField(field) ? null : value(person, absence);
}

const peopleOf = ({ company, faults }: World) =>
  faults.happens('empty', 'people') ? [] : company.people.filter(({ hasLeft }) => !hasLeft);

const approved = ({ absences }: Person) => absences.filter(({ isApproved }) => isApproved);

function rowsOf(world: World): { column: ExportColumn; value: Value }[][] {
  const columns = columnsOf(world);
  return peopleOf(world).flatMap((person) => {
    const absences = approved(person);
    return (absences.length > 0 ? absences : [undefined]).map((absence) =>
      columns.map((column) => ({ column, value: cell(world, column, person, absence) })),
    );
  });
}

/** As Excel in Germany writes it. */
export function csv(world: World) {
  const lines = rowsOf(world).map((row) =>
    row.map(({ column, value }) => quoted(column.isDate ? germanDay(value) : (value ?? ''))).join(';'),
  );
  const headings = columnsOf(world).map(({ heading }) => quoted(heading));
  return {
    headers: { 'content-type': 'text/csv' },
    body: `\uFEFF${[headings.join(';'), ...lines, ''].join('\r\n')}`,
  };
}

const quoted = (text: string) => (/[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const germanDay = (day: Value) => day?.split('-').reverse().join('.') ?? '';

async function xlsx(world: World) {
  const rows = rowsOf(world).map((row) =>
    row.map(({ column, value }) =>
      value !== null && column.isDate ? new Date(`${value}T00:00:00Z`) : value,
    ),
  );
  const headings = columnsOf(world).map(({ heading }) => heading);
  const body = await writeXlsx({
    sheets: [
      { name: 'Personal', rows: [headings, ...rows] },
      { name: 'Hinweise', rows: [['Stand'], ['heute']] },
    ],
  });
  return { headers: { 'content-type': 'application/octet-stream' }, body };
}

/** As the API has it: absences are a list. */
function entriesOf(world: World) {
  const own = columnsOf(world).filter(({ field }) => field);
  return peopleOf(world).map((person) => ({
    ...Object.fromEntries(own.map((column) => [column.field, cell(world, column, person)])),
    absences: approved(person).map(({ type, startDate, endDate }) => ({ type, startDate, endDate })),
  }));
}

const json = (world: World) => ({ json: { employees: entriesOf(world) } });

const ndjson = (world: World) => ({
  body: entriesOf(world)
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join(''),
});

/** Empty values are left out, as Workday does. */
function workdayReport(world: World) {
  const [own, ofLeaves] = [false, true].map((isWanted) =>
    columnsOf(world).filter(({ name }) => name.startsWith('Leaves.') === isWanted),
  );
  const filled = (columns: readonly ExportColumn[] = [], person: Person, absence?: Absence) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const value = cell(world, column, person, absence);
        return value === null ? [] : [[column.name.replace('Leaves.', ''), value]];
      }),
    );
  const entries = peopleOf(world).map((person) => {
    const leaves = approved(person).map((absence) => filled(ofLeaves, person, absence));
    return { ...filled(own, person), ...(leaves.length > 0 && { Leaves: leaves }) };
  });
  return { json: { Report_Entry: entries } };
}
