import type { Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import type { BulkActionName, BulkInput } from './bulk-action-types.ts';

/** Refuses what could be done for nobody. */
export async function requirePossible(sql: Sql, action: BulkActionName, input: BulkInput): Promise<void> {
  if (action === 'change-plan' && !input.planType)
    throw new AppError('invalid-values', '/planType is missing.', {
      errors: [{ in: 'body', pointer: '/planType', code: 'missing', message: 'is missing' }],
    });
  if (action !== 'send-links') return;
  const [installation] = await sql`select from installation where mail is not null`;
  if (!installation) throw new AppError('mail-not-configured', 'This server sends no mail.');
}
