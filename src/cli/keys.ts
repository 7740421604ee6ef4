import type { Command } from 'commander';
import { createKey } from '../company/api-keys/create-key.ts';
import { type KeyRecord, selectKeys } from '../company/api-keys/keys-sql.ts';
import { PERMISSIONS, type Permission } from '../company/api-keys/permissions.ts';
import { requireKey } from '../company/api-keys/require-key.ts';
import { revokeKey } from '../company/api-keys/revoke-key.ts';
import { rotateKey } from '../company/api-keys/rotate-key.ts';
import { requireCompany } from '../company/companies/require-company.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import {
  futureDate,
  networks,
  overlapLine,
  overlapOption,
  permissions,
  shortText,
  wholeNumber,
  wholeNumbers,
} from './arguments.ts';
import { table, withDatabase, withTransaction } from './command.ts';

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('manage API keys');

  const create = keys
    .command('create')
    .description('create a key and print its password, which is shown only once')
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .requiredOption('--permissions <list>', `all, or some of ${PERMISSIONS.join(',')}`, permissions)
    .option('--name <name>', 'display name', shortText, 'API key')
    .option('--expires <date>', 'date on which the key expires, such as 2030-01-01', futureDate)
    .option('--integration <id>', 'restrict the key to this integration; repeatable', wholeNumbers)
    .option(
      '--allow-from <list>',
      'addresses and networks that the key may be used from, such as 203.0.113.7,2001:db8::/32',
      networks,
    );
  withTransaction(create, async (tx, config) => {
    const options = create.opts<{
      company: number;
      permissions: Permission[];
      name: string;
      expires?: Date;
      integration?: number[];
      allowFrom?: string[];
    }>();
    await requireCompany(tx, options.company);
    const key = await createKey(tx, options.company, OPERATOR, {
      environment: config.environment,
      name: options.name,
      permissions: options.permissions,
      expiresAt: options.expires ?? null,
      integrationIds: options.integration ?? null,
      allowFrom: options.allowFrom ?? null,
    });
    return { data: key, lines: credentials(key) };
  });

  const list = keys.command('list').description("list a company's keys");
  list.requiredOption('--company <id>', 'company id', wholeNumber);
  withDatabase(list, async ({ sql }) => {
    const { company } = list.opts<{ company: number }>();
    await requireCompany(sql, company);
    const found = await selectKeys(sql, company);
    const rows = found.map((key) => [
      key.id,
      key.username,
      key.name,
      key.permissions.join(','),
      key.integrationIds?.join(',') ?? 'all',
      key.allowFrom?.join(',') ?? 'everywhere',
      key.lastUsedAt?.toISOString() ?? 'never used',
      stateOf(key),
    ]);
    return {
      data: found,
      lines: table(
        ['ID', 'USERNAME', 'NAME', 'PERMISSIONS', 'INTEGRATIONS', 'ALLOWED FROM', 'LAST USED', 'STATE'],
        rows,
      ),
    };
  });

  const rotate = keys
    .command('rotate')
    .description('create a new password for a key; the old one works until the overlap ends')
    .argument('<id>', 'key id', wholeNumber)
    .addOption(overlapOption('how long the old password still works'));
  withTransaction(rotate, async (tx) => {
    const { overlap } = rotate.opts<{ overlap: number }>();
    const id = Number(rotate.args[0]);
    const key = await rotateKey(tx, await requireKey(tx, id), id, OPERATOR, overlap);
    return { data: key, lines: [...credentials(key), overlapLine('password', key.oldPasswordExpiresAt)] };
  });

  const revoke = keys
    .command('revoke')
    .description('revoke a key at once')
    .argument('<id>', 'key id', wholeNumber);
  withTransaction(revoke, async (tx) => {
    const id = Number(revoke.args[0]);
    const key = await revokeKey(tx, await requireKey(tx, id), id, OPERATOR);
    return { data: key, lines: [`Key ${key.id} (${key.username}) is revoked.`] };
  });
}

function credentials(key: KeyRecord & { password: string }): string[] {
  return [
    `Key ${key.id}: ${key.name}`,
    `  username     ${key.username}`,
    `  password     ${key.password}   (shown only now)`,
    `  permissions  ${key.permissions.join(', ')}`,
    ...(key.integrationIds ? [`  integrations ${key.integrationIds.join(', ')}`] : []),
    ...(key.allowFrom ? [`  allowed from ${key.allowFrom.join(', ')}`] : []),
    ...(key.expiresAt ? [`  expires      ${key.expiresAt.toISOString()}`] : []),
  ];
}

function stateOf(key: KeyRecord): string {
  if (key.revokedAt) return 'revoked';
  if (key.expiresAt)
    return `${key.expiresAt.getTime() <= Date.now() ? 'expired' : 'expires'} ${key.expiresAt.toISOString()}`;
  return 'active';
}
