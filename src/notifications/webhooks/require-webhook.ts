import type { Sql } from '../../platform/db/types.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { selectCompanyOfWebhook, selectWebhook, type WebhookRecord } from './webhooks-sql.ts';

export async function requireWebhook(sql: Sql, companyId: number, id: number): Promise<WebhookRecord> {
  const webhook = await selectWebhook(sql, companyId, id);
  if (!webhook) throw notFound();
  return webhook;
}

/** Finds the company of an endpoint: on the command line the id is given without it. */
export async function requireCompanyOf(sql: Sql, id: number): Promise<number> {
  const companyId = await selectCompanyOfWebhook(sql, id);
  if (companyId === undefined) throw new AppError('not-found', `There is no webhook ${id}.`);
  return companyId;
}
