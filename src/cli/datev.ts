import { type Command, InvalidArgumentError } from 'commander';
import { requireCompany } from '../company/companies/require-company.ts';
import { setDatevClients, withoutClient } from '../company/datev/set-datev-clients.ts';
import { type DatevClient, selectDatevClients } from '../company/payroll/datev-clients-sql.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { positiveNumber, wholeNumber } from './arguments.ts';
import { naming, table, withDatabase, withTransaction } from './command.ts';

interface WageType {
  wageType: number | null;
  key: number | null;
}

interface Options {
  company: number;
  legalEntity: string;
  adviser: number;
  client: number;
  withheld?: WageType;
  taxFree?: WageType;
}

export function addDatev(program: Command): void {
  const datev = program.command('datev').description('manage the DATEV clients of a company');

  const list = ofCompany(datev.command('list').description('list the DATEV clients of a company'));
  withDatabase(list, async ({ sql }) => {
    const { company } = list.opts<Options>();
    await requireCompany(sql, company);
    return output(await selectDatevClients(sql, company));
  });

  const set = ofEntity(
    datev.command('set').description('set adviser, client and wage types of a legal entity'),
  )
    .requiredOption('--adviser <number>', 'adviser number (Beraternummer)', positiveNumber)
    .requiredOption('--client <number>', 'client number (Mandantennummer)', positiveNumber)
    .option('--withheld <type>', WAGE_TYPE('shares that payroll withholds'), wageType)
    .option('--tax-free <type>', WAGE_TYPE('tax-free benefits'), wageType);
  withTransaction(set, async (tx) => {
    const { company, legalEntity, adviser, client, ...types } = set.opts<Options>();
    const { withheld = NO_WAGE_TYPE, taxFree = NO_WAGE_TYPE } = types;
    await requireCompany(tx, company);
    const changed: DatevClient = {
      legalEntity,
      adviserNumber: adviser,
      clientNumber: client,
      withheldWageType: withheld.wageType,
      withheldKey: withheld.key,
      taxFreeWageType: taxFree.wageType,
      taxFreeKey: taxFree.key,
    };
    const clients = await setDatevClients(tx, company, OPERATOR, (present) => [
      ...present.filter((each) => each.legalEntity !== legalEntity.trim()),
      changed,
    ]);
    return output(clients);
  });

  const remove = ofEntity(datev.command('remove').description('remove the DATEV client of a legal entity'));
  withTransaction(remove, async (tx) => {
    const { company, legalEntity } = remove.opts<Options>();
    await requireCompany(tx, company);
    const removed = setDatevClients(tx, company, OPERATOR, (present) =>
      withoutClient(present, legalEntity.trim()),
    );
    return output(await naming(`DATEV client of ${legalEntity || 'the company itself'}`, removed));
  });
}

const WAGE_TYPE = (what: string) =>
  `wage type of ${what}, as 9010, or with the processing key of LODAS as 9010:3`;
const NO_WAGE_TYPE: WageType = { wageType: null, key: null };

function wageType(text: string): WageType {
  const match = /^(\d{1,4})(?::(\d{1,2}))?$/.exec(text);
  if (!match) throw new InvalidArgumentError('It must be a wage type such as 9010, or with a key 9010:3.');
  return { wageType: Number(match[1]), key: match[2] === undefined ? null : Number(match[2]) };
}

const ofCompany = (command: Command): Command =>
  command.requiredOption('--company <id>', 'company id', wholeNumber);

const ofEntity = (command: Command): Command =>
  ofCompany(command).option('--legal-entity <name>', 'as rosters name it; without: the company itself', '');

function output(clients: readonly DatevClient[]) {
  const show = (type: number | null, key: number | null) =>
    type === null ? '–' : key === null ? type : `${type}:${key}`;
  const rows = clients.map((each) => [
    each.legalEntity || '(the company itself)',
    each.adviserNumber,
    each.clientNumber,
    show(each.withheldWageType, each.withheldKey),
    show(each.taxFreeWageType, each.taxFreeKey),
  ]);
  return {
    data: clients,
    lines: table(['LEGAL ENTITY', 'ADVISER', 'CLIENT', 'WITHHELD', 'TAX-FREE'], rows),
  };
}
