import type { Command } from 'commander';
import { OPERATOR } from '../audit/record-change.ts';
import { requireCompany } from '../companies/require-company.ts';
import { createEmployee } from '../employees/create-employee.ts';
import { linkEmployee } from '../employees/link-employee.ts';
import { requireEmployee } from '../employees/require-employee.ts';
import { wholeNumber } from './arguments.ts';
import { naming, withTransaction } from './command.ts';
import { addPeopleData } from './people-data.ts';

interface NewEmployee {
  company: number;
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  profileImage?: string;
}

export function addEmployees(program: Command): void {
  const employees = program
    .command('employees')
    .description('add and link employees by hand; export and erase personal data');

  const create = employees
    .command('create')
    .description('add an employee by hand')
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .requiredOption('--email <address>', 'e-mail address')
    .requiredOption('--date-of-birth <date>', 'YYYY-MM-DD')
    .option('--profile-image <url>', 'URL of a picture');
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
      data: { employeeId, integrationId: integration, type: 'custom' },
      lines: [`Employee ${employeeId} is now linked to integration ${integration}.`],
    };
  });

  addPeopleData(employees);
}
