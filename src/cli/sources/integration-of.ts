import type { Command } from 'commander';
import { requireIntegration } from '../../company/integrations/require-integration.ts';
import { OPERATOR } from '../../domain/audit/record-change.ts';
import type { Config } from '../../platform/config/config.ts';
import { loadSecretKeys } from '../../platform/config/secret-keys.ts';
import type { OpenDatabase } from '../../platform/db/open.ts';
import type { ChangedIntegration } from '../../rosters/pull/set-up-source.ts';
import { createSources, type Sources } from '../../rosters/pull/sources.ts';
import { wholeNumber } from '../arguments.ts';

export async function integrationOf({ sql }: OpenDatabase, command: Command): Promise<ChangedIntegration> {
  const integrationId = Number(command.args[0]);
  return { companyId: await requireIntegration(sql, integrationId), integrationId, actor: OPERATOR };
}

export function ofIntegration(command: Command): Command {
  return command.argument('<id>', 'integration id', wholeNumber);
}

export async function sourcesOf(config: Config): Promise<Sources> {
  return createSources({ config, secretKeys: await loadSecretKeys(config) });
}
