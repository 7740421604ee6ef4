import { type Command, Option } from 'commander';
import { createUser } from '../accounts/create-user.ts';
import { invitationLink, inviteUser } from '../accounts/invite-user.ts';
import { resetPasskeys } from '../accounts/passkeys/reset-passkeys.ts';
import { removeUser } from '../accounts/remove-user.ts';
import { resetPassword } from '../accounts/reset-password.ts';
import { setUserRole } from '../accounts/set-user-role.ts';
import { selectUsers } from '../accounts/users-sql.ts';
import { requireCompany } from '../company/companies/require-company.ts';
import { ROLES, type Role } from '../domain/access/roles.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { createMailTokens, type MailTokens } from '../domain/mail-queue/mail-tokens.ts';
import type { Config } from '../platform/config/config.ts';
import { loadSecretKeys } from '../platform/config/secret-keys.ts';
import { wholeNumber } from './arguments.ts';
import { naming, table, withDatabase, withTransaction } from './command.ts';

export function addUsers(program: Command): void {
  const users = program.command('users').description('manage users of the portal');
  addNewUsers(users);
  addReset(users);
  addResetPasskeys(users);

  const list = ofCompany(users.command('list').description("list a company's users"));
  withDatabase(list, async ({ sql }) => {
    const { company } = list.opts<{ company: number }>();
    await requireCompany(sql, company);
    const found = await selectUsers(sql, company);
    const rows = found.map(({ id, email, role, passkeys, lastSignedInAt }) => [
      id,
      email,
      role,
      passkeys,
      lastSignedInAt?.toISOString() ?? 'never signed in',
    ]);
    return { data: found, lines: table(['ID', 'E-MAIL', 'ROLE', 'PASSKEYS', 'LAST SIGNED IN'], rows) };
  });

  const set = ofCompany(users.command('set').description('change the role of a user'));
  set.argument('<id>', 'user id', wholeNumber).addOption(roleOption().makeOptionMandatory());
  withTransaction(set, async (tx) => {
    const { company, role } = set.opts<{ company: number; role: Role }>();
    const id = Number(set.args[0]);
    await naming(`user ${id} of company ${company}`, setUserRole(tx, company, id, OPERATOR, role));
    return { data: { id, companyId: company, role }, lines: [`User ${id} is now ${role}.`] };
  });

  const remove = ofCompany(users.command('remove').description('remove a user and end their sessions'));
  remove.argument('<id>', 'user id', wholeNumber);
  withTransaction(remove, async (tx) => {
    const { company } = remove.opts<{ company: number }>();
    const id = Number(remove.args[0]);
    const user = (await selectUsers(tx, company)).find((each) => each.id === id);
    const { keys = 0, webhooks = 0, sources = 0, enteredProvider = false } = user ?? {};
    await naming(`user ${id} of company ${company}`, removeUser(tx, company, id, OPERATOR));
    const warnings = [
      keys > 0 &&
        `API keys whose latest password this user made: ${keys}. They go on working until you rotate or revoke them.`,
      webhooks > 0 && `Webhooks whose address this user entered: ${webhooks}. They go on receiving events.`,
      sources > 0 &&
        `HR systems that this user connected: ${sources}. Rosters are fetched from them as before.`,
      enteredProvider &&
        `This user entered the identity provider. Those who run it can sign in as other users: transit identity show --company ${company}`,
    ].filter((line) => line !== false);
    return {
      data: { id, companyId: company, keys, webhooks, sources, enteredProvider },
      lines: [`User ${id} is removed and signed out.`, ...warnings],
    };
  });
}

function addNewUsers(users: Command): void {
  const create = ofCompany(
    users.command('create').description('create a user; without --password, print a generated one'),
  )
    .requiredOption('--email <address>', 'e-mail address to sign in with')
    .option('--password <text>', 'at least 12 characters, not a common password or the e-mail address')
    .addOption(roleOption().default('admin'));
  withTransaction(create, async (tx) => {
    const { company, ...user } = create.opts<{
      company: number;
      email: string;
      password?: string;
      role: Role;
    }>();
    await requireCompany(tx, company);
    const created = await createUser(tx, company, OPERATOR, user);
    const password = created.password ? [`  password  ${created.password}   (shown only now)`] : [];
    return { data: created, lines: [`User ${created.id}: ${created.email} (${created.role})`, ...password] };
  });

  const invite = ofCompany(
    users.command('invite').description('print a link on which a new user sets a password'),
  )
    .requiredOption('--email <address>', 'e-mail address to sign in with')
    .addOption(roleOption().default('admin'));
  withTransaction(invite, async (tx, config) => {
    const { company, ...invited } = invite.opts<{ company: number; email: string; role: Role }>();
    await requireCompany(tx, company);
    const { id, token } = await inviteUser(tx, company, OPERATOR, invited, await mailTokens(config));
    const link = invitationLink(config.baseUrl, token);
    return {
      data: { id, companyId: company, ...invited, mail: config.mail?.way ?? null, link },
      lines: [
        `Invitation ${id} for ${invited.email} (${invited.role}). ${mailed(config, 'the new user')}`,
        `  ${link}`,
      ],
    };
  });
}

function addReset(users: Command): void {
  const reset = ofCompany(
    users.command('reset').description('print a link on which a user sets a new password'),
  );
  reset.argument('<id>', 'user id', wholeNumber);
  withTransaction(reset, async (tx, config) => {
    const { company } = reset.opts<{ company: number }>();
    const id = Number(reset.args[0]);
    const tokens = await mailTokens(config);
    const made = await naming(
      `user ${id} of company ${company}`,
      resetPassword(tx, company, id, OPERATOR, tokens),
    );
    const link = invitationLink(config.baseUrl, made.token);
    return {
      data: { id, companyId: company, mail: config.mail?.way ?? null, link },
      lines: [mailed(config, `user ${id}`), `  ${link}`],
    };
  });
}

function addResetPasskeys(users: Command): void {
  const reset = ofCompany(
    users.command('reset-passkeys').description('remove the passkeys of a user who has lost them'),
  );
  reset.argument('<id>', 'user id', wholeNumber);
  withTransaction(reset, async (tx) => {
    const { company } = reset.opts<{ company: number }>();
    const id = Number(reset.args[0]);
    const removed = await naming(
      `user ${id} of company ${company}`,
      resetPasskeys(tx, company, id, OPERATOR),
    );
    const line =
      removed === 0
        ? `User ${id} has no passkeys.`
        : `User ${id} is signed out and has no passkeys any more: ${removed} removed.`;
    return { data: { id, companyId: company, removed }, lines: [line] };
  });
}

async function mailTokens(config: Config): Promise<MailTokens | undefined> {
  return config.mail && createMailTokens(await loadSecretKeys(config));
}

/** The operator sees the link in any case: it also serves when mail is broken. */
function mailed({ mail }: Config, who: string): string {
  if (mail?.way === 'smtp') return `The link is mailed to ${who}. If the mail does not arrive, pass it on:`;
  if (mail?.way === 'outbox')
    return `The mail is kept in the outbox of the portal. Give this link to ${who}:`;
  return `Give this link to ${who}:`;
}

function ofCompany(command: Command): Command {
  return command.requiredOption('--company <id>', 'company id', wholeNumber);
}

function roleOption(): Option {
  return new Option(
    '--role <role>',
    'admin: everything; hr: people, contracts, rosters; payroll: costs and files; viewer: reads',
  ).choices(ROLES);
}
