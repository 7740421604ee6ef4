import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import { isName, NOT_IN_NAMES } from '../../domain/person/rules.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import {
  type DatevClient,
  lockDatevClients,
  replaceDatevClients,
  selectDatevClients,
} from '../payroll/datev-clients-sql.ts';

/** The numbers that DATEV allows. */
export const DATEV_LIMITS = {
  adviserNumber: 9_999_999,
  clientNumber: 99_999,
  wageType: 9_999,
  key: 99,
} as const;
const MAX_DATEV_CLIENTS = 100;
const MAX_LEGAL_ENTITY_LENGTH = 100;

/** Changes the DATEV clients of a company to what `change` makes of the present ones. */
export async function setDatevClients(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  change: (present: readonly DatevClient[]) => readonly DatevClient[],
): Promise<DatevClient[]> {
  await lockDatevClients(tx, companyId);
  const wanted = change(await selectDatevClients(tx, companyId)).map((client) => ({
    ...client,
    legalEntity: client.legalEntity.trim(),
  }));
  check(wanted);
  await replaceDatevClients(tx, companyId, wanted);
  const clients = await selectDatevClients(tx, companyId);
  await recordChange(tx, companyId, {
    actor,
    action: 'company-changed',
    subject: { type: 'company', id: companyId },
    details: { datev: clients.map(describe) },
  });
  return clients;
}

/** For `setDatevClients`. Throws if there is no client of the legal entity. */
export function withoutClient(clients: readonly DatevClient[], legalEntity: string): DatevClient[] {
  const others = clients.filter((each) => each.legalEntity !== legalEntity);
  if (others.length === clients.length) throw notFound();
  return others;
}

function check(clients: readonly DatevClient[]): void {
  if (clients.length > MAX_DATEV_CLIENTS)
    throw invalid(`A company has at most ${MAX_DATEV_CLIENTS} DATEV clients.`);
  if (new Set(clients.map(({ legalEntity }) => legalEntity)).size < clients.length)
    throw invalid('Each legal entity has one DATEV client.');
  if (
    new Set(clients.map(({ adviserNumber, clientNumber }) => `${adviserNumber}/${clientNumber}`)).size <
    clients.length
  )
    throw invalid('Each legal entity needs an adviser and client number of its own.');
  for (const client of clients) checkClient(client);
}

function checkClient(client: DatevClient): void {
  const { adviserNumber, clientNumber, wageType, key } = DATEV_LIMITS;
  requireNumber('adviser number', client.adviserNumber, adviserNumber);
  requireNumber('client number', client.clientNumber, clientNumber);
  for (const type of [client.withheldWageType, client.taxFreeWageType])
    if (type !== null) requireNumber('wage type', type, wageType);
  for (const each of [client.withheldKey, client.taxFreeKey])
    if (each !== null) requireNumber('processing key', each, key);
  if (client.withheldWageType === null && client.taxFreeWageType === null)
    throw invalid('A DATEV client needs at least one wage type.');
  if (
    (client.withheldKey !== null && client.withheldWageType === null) ||
    (client.taxFreeKey !== null && client.taxFreeWageType === null)
  )
    throw invalid('A processing key belongs to a wage type.');
  if (client.legalEntity.length > MAX_LEGAL_ENTITY_LENGTH || !isName(client.legalEntity))
    throw invalid(
      `The legal entity has at most ${MAX_LEGAL_ENTITY_LENGTH} characters and must not contain ${NOT_IN_NAMES}.`,
    );
}

function requireNumber(what: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw invalid(`The ${what} must be a number from 1 to ${max}.`);
}

const invalid = (message: string) => new AppError('invalid-values', message);

function describe(client: DatevClient): string {
  const type = (number: number | null, key: number | null) =>
    number === null ? '–' : key === null ? String(number) : `${number} (${key})`;
  const numbers = `${client.adviserNumber}/${client.clientNumber}`;
  const types = [
    type(client.withheldWageType, client.withheldKey),
    type(client.taxFreeWageType, client.taxFreeKey),
  ];
  return `${client.legalEntity ? `${client.legalEntity} ` : ''}${numbers}, ${types.join(', ')}`;
}
