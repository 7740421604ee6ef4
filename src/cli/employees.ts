import type { Command } from 'commander';
import { requireCompany } from '../company/companies/require-company.ts';
import { OPERATOR, recordChange } from '../domain/audit/record-change.ts';
import { createEmployee } from '../people/employees/create-employee.ts';
import { linkEmployee } from '../people/employees/link-employee.ts';
import { requireEmployee } from '../people/employees/require-employee.ts';
import { loadSecretKeys } from '../platform/config/secret-keys.ts';
import { toCsv } from '../platform/files/csv.ts';
import { createPageLink } from '../platform/links/page-links.ts';
import { listPageLinks, PAGE_LINK_HEADINGS, pageLinkRow } from '../views/employee-page/list-page-links.ts';
import { renewLink } from '../views/employee-page/renew-link.ts';
import { wholeNumber } from './arguments.ts';
import { naming, table, withDatabase, withTransaction } from './command.ts';
import { addPeopleData } from './people-data.ts';

interface NewEmployee {
  company: number;
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  profileImage?: string;
  personnelNumber?: string;
  costCentre?: string;
  department?: string;
  location?: string;
  legalEntity?: string;
}

export function addEmployees(program: Command): void {
  const employees = program
    .command('employees')
    .description('add and link employees by hand; links to their pages; export and erase personal data');

  const create = employees
    .command('create')
    .description('add an employee by hand')
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .requiredOption('--email <address>', 'e-mail address')
    .requiredOption('--date-of-birth <date>', 'YYYY-MM-DD')
    .option('--profile-image <url>', 'URL of a picture')
    .option('--personnel-number <number>', 'for payroll')
    .option('--cost-centre <text>', 'for payroll')
    .option('--department <name>', 'department')
    .option('--location <name>', 'place of work')
    .option('--legal-entity <name>', 'the company of the group that employs the person');
  withTransaction(create, async (tx) => {
    const { company, ...person } = create.opts<NewEmployee>();
    await requireCompany(tx, company);
    const id = await createEmployee(tx, company, OPERATOR, person);
    return { data: { id, companyId: company, ...person }, lines: [`Employee ${id} created.`] };
  });

  const link = employees
    .command('link')
    .description('link an employee to an integration by hand (a custom link)')
    .argument('<id>', 'employee id', wholeNumber)
    .requiredOption('--integration <id>', 'integration id', wholeNumber);
  withTransaction(link, async (tx) => {
    const employeeId = Number(link.args[0]);
    const { integration } = link.opts<{ integration: number }>();
    const companyId = await requireEmployee(tx, employeeId);
    await naming(
      `integration ${integration} in the same company`,
      linkEmployee(tx, companyId, employeeId, integration, OPERATOR),
    );
    return {
      data: { employeeId, hrIntegrationId: integration, hrId: null, type: 'custom' },
      lines: [`Employee ${employeeId} is now linked to integration ${integration}.`],
    };
  });

  const links = employees
    .command('links')
    .description("list the links to the employees' pages, to hand out where no mail is set up")
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .option('--csv', 'print CSV');
  withDatabase(links, async ({ sql }, config) => {
    const { company, csv } = links.opts<{ company: number; csv?: boolean }>();
    await requireCompany(sql, company);
    const pageLink = createPageLink(config.baseUrl, await loadSecretKeys(config));
    const data = await listPageLinks(sql, company, pageLink, OPERATOR);
    await recordChange(sql, company, {
      actor: OPERATOR,
      action: 'page-links-exported',
      subject: { type: 'company', id: company },
      details: { people: data.length },
    });
    return { data, lines: (csv ? toCsv : table)(PAGE_LINK_HEADINGS, data.map(pageLinkRow)) };
  });

  const renew = employees
    .command('renew-link')
    .description("end the links to an employee's page that were handed out; a new one is valid at once")
    .argument('<id>', 'employee id', wholeNumber);
  withTransaction(renew, async (tx) => {
    const employeeId = Number(renew.args[0]);
    const companyId = await requireEmployee(tx, employeeId);
    await naming(`employee ${employeeId}`, renewLink(tx, companyId, employeeId, OPERATOR));
    return {
      data: { employeeId },
      lines: [`The links to the page of employee ${employeeId} have ended. The portal shows the new one.`],
    };
  });

  addPeopleData(employees);
}
