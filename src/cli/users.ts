import { type Command, Option } from 'commander';
import { OPERATOR } from '../audit/record-change.ts';
import { requireCompany } from '../companies/require-company.ts';
import { createUser } from '../portal/create-user.ts';
import { wholeNumber } from './arguments.ts';
import { withTransaction } from './command.ts';

export function addUsers(program: Command): void {
  const users = program.command('users').description('people who sign in to the portal');
  const create = users
    .command('create')
    .description('create a portal user; a password is made unless one is given')
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .requiredOption('--email <address>', 'e-mail address to sign in with')
    .option('--password <text>', 'at least 12 characters')
    .addOption(
      new Option('--role <role>', 'what the user may do').choices(['admin', 'viewer']).default('admin'),
    );
  withTransaction(create, async (tx) => {
    const { company, ...user } = create.opts<{
      company: number;
      email: string;
      password?: string;
      role: 'admin' | 'viewer';
    }>();
    await requireCompany(tx, company);
    const created = await createUser(tx, company, OPERATOR, user);
    const password = created.password ? [`  password  ${created.password}   (shown only now)`] : [];
    return { data: created, lines: [`User ${created.id}: ${created.email} (${created.role})`, ...password] };
  });
}
