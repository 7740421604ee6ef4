import type { Environment } from '../../platform/config/config.ts';
import type { Sql } from '../../platform/db/types.ts';
import { domainOf } from './provider-settings.ts';
import { type FoundProvider, selectProvidersOfDomain } from './providers-sql.ts';

/** The answer depends on the domain alone, so it does not reveal whether a user with this address exists. */
export async function findProviders(
  sql: Sql,
  email: string,
  environment: Environment,
): Promise<FoundProvider[]> {
  return await selectProvidersOfDomain(sql, domainOf(email), environment);
}
