import type { Command } from 'commander';
import type { OpenDatabase } from '../../platform/db/open.ts';
import type { ChangedIntegration } from '../../rosters/pull/set-up-source.ts';
import {
  type DropAccess,
  newDropPassword,
  readDropAccess,
} from '../../rosters/pull/sftp-drop/drop-access.ts';
import { type Output, withDatabase } from '../command.ts';
import { integrationOf, ofIntegration, sourcesOf } from './integration-of.ts';

/** Before the first file: what the HR system needs to drop it. A password is made unless there is one, or public keys. */
export async function giveAccess(
  { sql }: OpenDatabase,
  changed: ChangedIntegration,
  access: DropAccess,
  { publicKeys }: { publicKeys?: string },
): Promise<Output> {
  const isNew = !access.hasPassword && !publicKeys;
  const password = isNew ? (await newDropPassword(sql, changed)).password : null;
  return {
    data: { ...access, password },
    lines: [
      ...describeAccess(access),
      ...(password ? [`  password     ${password} (it is not shown again)`] : []),
      'Let the HR system drop a first file. Then repeat the command to see its columns and to connect it.',
    ],
  };
}

function describeAccess({ host, port, username, fingerprint }: DropAccess): string[] {
  return [
    'The HR system drops its files by SFTP:',
    `  host         ${host}`,
    `  port         ${port}`,
    `  user         ${username}`,
    `  host key     ${fingerprint}`,
  ];
}

export function addDropPassword(integrations: Command): void {
  const make = ofIntegration(
    integrations
      .command('drop-password')
      .description('make a new password for the system that drops files; the one before ends'),
  );
  withDatabase(make, async (database, config) => {
    const changed = await integrationOf(database, make);
    const { drops } = await sourcesOf(config);
    const made = await newDropPassword(database.sql, changed);
    const access = await readDropAccess(database.sql, drops, changed);
    return {
      data: { ...access, ...made },
      lines: [
        ...(access ? describeAccess(access) : []),
        `  password     ${made.password} (it is not shown again)`,
      ],
    };
  });
}
