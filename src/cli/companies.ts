import { type Command, Option } from 'commander';
import { setRequirePasskeys } from '../accounts/passkeys/set-require-passkeys.ts';
import { passkeySite } from '../accounts/passkeys/site.ts';
import {
  type CompanyRecord,
  type CompanySettings,
  selectCompanies,
  selectCompany,
} from '../company/companies/companies-sql.ts';
import { createCompany } from '../company/companies/create-company.ts';
import { requireCompany } from '../company/companies/require-company.ts';
import { concernsAnybody, type SubsidyChange, setCompany } from '../company/companies/set-company.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { runLongChange } from '../domain/day/long-change.ts';
import type { PayrollColumn } from '../domain/plans/payroll-columns.ts';
import { PLAN_TYPES, type PlanType } from '../domain/plans/plan-types.ts';
import {
  DEFERRED_SHARES,
  type DeferredShares,
  TAX_FREE_BASES,
  type TaxFreeBasis,
} from '../domain/plans/tax-free.ts';
import type { Config } from '../platform/config/config.ts';
import { loadSecretKeys } from '../platform/config/secret-keys.ts';
import { rollBackAfter } from '../platform/db/roll-back.ts';
import type { Transaction } from '../platform/db/types.ts';
import { notFound } from '../platform/errors.ts';
import { createJoinLink } from '../platform/links/join-links.ts';
import {
  EMPLOYEE_ACTION_MODES,
  type EmployeeActionMode,
} from '../tickets/subscriptions/actions/employee-actions.ts';
import { selectJoiningCompany } from '../views/join/join-sql.ts';
import { renewJoinLink } from '../views/join/renew-join-link.ts';
import {
  amount,
  cutOff,
  linesOrNone,
  onOrOff,
  payrollColumns,
  shortText,
  trueOrFalse,
  wholeNumber,
} from './arguments.ts';
import { naming, requireOption, table, withDatabase, withTransaction } from './command.ts';
import { confirm } from './confirm.ts';
import { difference } from './difference.ts';

interface Options {
  name: string;
  autoEnrol?: boolean;
  plan?: PlanType;
  subsidy?: number;
  locale?: string;
  timeZone?: string;
  retentionMonths?: number;
  orderUntil?: number | 'last';
  cancelUntil?: number | 'last';
  pauseUntil?: number | 'last';
  mailEmployees?: boolean;
  employeeActions?: EmployeeActionMode;
  joinLink?: boolean;
  joinStrangers?: boolean;
  contact?: string;
  privacyNote?: string;
  requirePasskeys?: boolean;
  legalName?: string;
  address?: string;
  taxNumber?: string;
  costCentre?: string;
  wageType?: string;
  payrollColumns?: PayrollColumn[];
  taxFreeBasis?: TaxFreeBasis;
  deferredShares?: DeferredShares;
  payrollDay?: number;
}

/** Of a new company. They are the defaults of the table's columns; a test compares both. */
const DEFAULTS: { readonly [option: string]: string } = {
  '--auto-enrol': 'false',
  '--plan': 'fully-subsidized-plan',
  '--subsidy': '0',
  '--locale': 'de-DE',
  '--time-zone': 'Europe/Berlin',
  '--order-until': 'last',
  '--cancel-until': '10',
  '--pause-until': 'last',
  '--mail-employees': 'off',
  '--employee-actions': 'none',
  '--join-link': 'off',
  '--join-strangers': 'off',
  '--retention-months': '36',
  '--payroll-columns': 'personnel-number,wage-type,amount',
  '--tax-free-basis': 'nominal',
  '--deferred-shares': 'net',
  '--payroll-day': '1',
};

export function addCompanies(program: Command): void {
  const companies = program.command('companies').description('manage companies and their settings');

  const create = settingsOf(companies.command('create').description('create a company'));
  create.requiredOption('--name <name>', 'display name', shortText);
  for (const option of create.options) {
    const value = DEFAULTS[option.long ?? ''];
    if (value !== undefined) option.description += ` (default: ${value})`;
  }
  withTransaction(create, async (tx) => {
    const company = await createCompany(tx, OPERATOR, {
      name: create.opts<Options>().name,
      ...settings(create),
    });
    return {
      data: company,
      lines: [
        `Company ${company.id} created: ${company.name}`,
        `It has no admin, so nobody receives mails about its rosters and tickets: transit users invite --company ${company.id} --email ADDRESS`,
      ],
    };
  });

  const set = settingsOf(companies.command('set').description("change a company's settings"));
  set.argument('<id>', 'company id', wholeNumber).option('--name <name>', 'display name', shortText);
  set.option('--yes', 'do not ask before a subsidy that changes what people pay; needed without a terminal');
  requireOption(set);
  set.option('--require-passkeys <on|off>', 'whether every user of the portal must have a passkey', onOrOff);
  withDatabase(set, async ({ bulk }, config) => {
    const id = Number(set.args[0]);
    await requireCompany(bulk, id);
    const change = (tx: Transaction) => naming(`company ${id}`, changeCompany(tx, id, set, config));
    if (set.opts<Options>().subsidy !== undefined) {
      const { subsidyChange } = await rollBackAfter(bulk, change);
      if (subsidyChange && concernsAnybody(subsidyChange))
        await confirm(set, describeSubsidyChange(subsidyChange), 'Change the subsidy?');
    }
    const { company, subsidyChange } = await runLongChange(bulk, id, change);
    const lines = subsidyChange ? describeSubsidyChange(subsidyChange) : [];
    return {
      data: { ...company, ...(subsidyChange && { subsidyChange }) },
      lines: [...describe(company), ...lines],
    };
  });

  const join = companies
    .command('join-link')
    .description("show the link by which a company's employees ask for their page")
    .argument('<id>', 'company id', wholeNumber)
    .option('--renew', 'end the link and its posters; a new one is valid at once');
  withDatabase(join, async ({ sql }, config) => {
    const companyId = Number(join.args[0]);
    await requireCompany(sql, companyId);
    if (join.opts<{ renew?: boolean }>().renew)
      await sql.begin((tx) => renewJoinLink(tx, companyId, OPERATOR));
    const company = await selectJoiningCompany(sql, companyId);
    if (!company) throw notFound();
    const { version, isOn } = company;
    const link = createJoinLink(config.baseUrl, await loadSecretKeys(config))({ companyId, version });
    const off = `It is off: transit companies set ${companyId} --join-link on`;
    return { data: { companyId, link, isOn }, lines: [link, ...(isOn ? [] : [off])] };
  });

  withDatabase(companies.command('list').description('list all companies'), async ({ sql }) => {
    const list = await selectCompanies(sql);
    const rows = list.map((company) => [company.id, company.name, company.planType, company.businessDate]);
    return { data: list, lines: table(['ID', 'NAME', 'DEFAULT PLAN', 'BUSINESS DATE'], rows) };
  });
}

async function changeCompany(
  tx: Transaction,
  id: number,
  command: Command,
  { baseUrl }: Config,
): Promise<{ company: CompanyRecord; subsidyChange: SubsidyChange | null }> {
  const { requirePasskeys } = command.opts<Partial<Options>>();
  if (requirePasskeys !== undefined)
    await setRequirePasskeys(tx, id, OPERATOR, { required: requirePasskeys, site: passkeySite(baseUrl) });
  const changed = settings(command);
  if (Object.keys(changed).length > 0) return await setCompany(tx, id, OPERATOR, changed);
  const company = await selectCompany(tx, id);
  if (!company) throw notFound();
  return { company, subsidyChange: null };
}

function settingsOf(command: Command): Command {
  return command
    .option(
      '--auto-enrol [true|false]',
      'start subscriptions of new people in the roster automatically',
      trueOrFalse,
    )
    .addOption(new Option('--plan <type>', 'default plan of new subscriptions').choices(PLAN_TYPES))
    .option('--subsidy <cents>', 'subsidy of the employer per ticket, in cents', amount)
    .option('--locale <tag>', 'language and number format, such as de-DE')
    .option('--time-zone <name>', 'time zone of the business date, such as Europe/Berlin')
    .option(
      '--order-until <day>',
      'last day of a month on which orders count for the next month: 1 to 28, or last',
      cutOff,
    )
    .option('--cancel-until <day>', 'the same for cancellations', cutOff)
    .option('--pause-until <day>', 'the same for pauses', cutOff)
    .option('--mail-employees <on|off>', 'mail contracts and monthly tickets to employees', onOrOff)
    .addOption(
      new Option(
        '--employee-actions <mode>',
        'what employees may change on their own page: nothing, after HR has approved, or at once',
      ).choices(EMPLOYEE_ACTION_MODES),
    )
    .option('--join-link <on|off>', 'a link, for a poster, by which employees ask for their page', onOrOff)
    .option('--join-strangers <on|off>', 'show HR who asked by the join link without being listed', onOrOff)
    .option('--contact <lines>', 'whom employees can ask; \\n begins a new line', linesOrNone)
    .option('--privacy-note <lines>', 'note on data protection for employees', linesOrNone)
    .option(
      '--legal-name <name>',
      'legal name on receipts and statements; empty: the display name',
      linesOrNone,
    )
    .option(
      '--address <lines>',
      'postal address on receipts and statements; \\n begins a new line',
      linesOrNone,
    )
    .option('--tax-number <number>', 'tax number on receipts and statements', linesOrNone)
    .option('--cost-centre <label>', 'cost centre on statements and in payroll files', linesOrNone)
    .option(
      '--wage-type <number>',
      'wage type (Lohnart) of the withheld shares in payroll files',
      linesOrNone,
    )
    .option('--payroll-columns <list>', 'columns of the payroll file, in order', payrollColumns)
    .addOption(
      new Option(
        '--tax-free-basis <basis>',
        "value of the tax-free benefit: the employer's share, or 96 percent of the price less the employee's share",
      ).choices(TAX_FREE_BASES),
    )
    .addOption(
      new Option(
        '--deferred-shares <kind>',
        'whether payroll takes deferred shares from the net pay, or they are converted gross salary',
      ).choices(DEFERRED_SHARES),
    )
    .option(
      '--payroll-day <day>',
      'day of a month from which on its files are ready for payroll, which is mailed: 1 to 28',
      wholeNumber,
    )
    .option(
      '--retention-months <n>',
      'months after which the data of people who have left may be erased',
      wholeNumber,
    );
}

function settings(command: Command): CompanySettings {
  const options = command.opts<Partial<Options>>();
  const { name, autoEnrol, plan, subsidy, locale, timeZone, retentionMonths } = options;
  const { mailEmployees, employeeActions, joinLink, joinStrangers, ...cutOffs } = options;
  const { orderUntil, cancelUntil, pauseUntil } = cutOffs;
  const texts = companyData(command);
  return {
    ...(name !== undefined && { name }),
    ...(autoEnrol !== undefined && { autoEnrol }),
    ...(plan !== undefined && { planType: plan }),
    ...(subsidy !== undefined && { subsidyCents: subsidy }),
    ...(locale !== undefined && { locale }),
    ...(timeZone !== undefined && { timeZone }),
    ...(retentionMonths !== undefined && { retentionMonths }),
    ...(mailEmployees !== undefined && { mailEmployees }),
    ...(employeeActions !== undefined && { employeeActions }),
    ...(joinLink !== undefined && { joinLink }),
    ...(joinStrangers !== undefined && { joinStrangers }),
    ...texts,
    ...(orderUntil !== undefined && { orderUntilDay: dayOrNull(orderUntil) }),
    ...(cancelUntil !== undefined && { cancelUntilDay: dayOrNull(cancelUntil) }),
    ...(pauseUntil !== undefined && { pauseUntilDay: dayOrNull(pauseUntil) }),
  };
}

/** An empty text removes what was entered. */
function companyData(command: Command): CompanySettings {
  const {
    contact,
    privacyNote,
    legalName,
    address,
    taxNumber,
    costCentre,
    wageType,
    payrollColumns: columns,
    taxFreeBasis,
    deferredShares,
    payrollDay,
  } = command.opts<Partial<Options>>();
  return {
    ...(contact !== undefined && { contact: contact || null }),
    ...(privacyNote !== undefined && { privacyNote: privacyNote || null }),
    ...(legalName !== undefined && { legalName: legalName || null }),
    ...(address !== undefined && { address: address || null }),
    ...(taxNumber !== undefined && { taxNumber: taxNumber || null }),
    ...(costCentre !== undefined && { costCentre: costCentre || null }),
    ...(wageType !== undefined && { wageType: wageType || null }),
    ...(columns !== undefined && { payrollColumns: columns }),
    ...(taxFreeBasis !== undefined && { taxFreeBasis }),
    ...(deferredShares !== undefined && { deferredShares }),
    ...(payrollDay !== undefined && { payrollDay }),
  };
}

function describeSubsidyChange(change: SubsidyChange): string[] {
  const { people, atFirst, onceAccepted, offered, withdrawn, replaced } = change;
  const both = ({ employees, employer }: SubsidyChange['atFirst']) =>
    `employees ${difference(employees)}, employer ${difference(employer)}`;
  return [
    `The subsidy changes the amounts of ${people} ${people === 1 ? 'person' : 'people'} with a ticket next month. A month:`,
    `  from the next month         ${both(atFirst)}`,
    `  once all have accepted      ${both(onceAccepted)}`,
    `  new terms offered           ${offered}`,
    `  new terms withdrawn         ${withdrawn}`,
    `  other open offers replaced  ${replaced}`,
  ];
}

function dayOrNull(day: number | 'last'): number | null {
  return day === 'last' ? null : day;
}

function describe(company: CompanyRecord): string[] {
  return [
    `Company ${company.id}: ${company.name}`,
    `  default plan    ${company.planType}`,
    `  subsidy         ${company.subsidyCents} cents`,
    `  auto-enrol      ${company.autoEnrol}`,
    `  locale          ${company.locale}`,
    `  time zone       ${company.timeZone}`,
    `  order until     ${company.orderUntilDay ?? 'the last day of the month'}`,
    `  cancel until    ${company.cancelUntilDay ?? 'the last day of the month'}`,
    `  pause until     ${company.pauseUntilDay ?? 'the last day of the month'}`,
    `  mail employees  ${company.mailEmployees ? 'on' : 'off'}`,
    `  own page acts   ${company.employeeActions}`,
    `  join link       ${company.joinLink ? `on${company.joinStrangers ? ', with strangers' : ''}` : 'off'}`,
    `  contact         ${company.contact?.replaceAll('\n', ', ') ?? '–'}`,
    `  privacy note    ${company.privacyNote === null ? '–' : `${company.privacyNote.length} characters`}`,
    `  legal name      ${company.legalName ?? '–'}`,
    `  address         ${company.address?.replaceAll('\n', ', ') ?? '–'}`,
    `  tax number      ${company.taxNumber ?? '–'}`,
    `  cost centre     ${company.costCentre ?? '–'}`,
    `  wage type       ${company.wageType ?? '–'}`,
    `  payroll file    ${company.payrollColumns.join(', ')}`,
    `  tax-free basis  ${company.taxFreeBasis}`,
    `  deferred shares ${company.deferredShares}`,
    `  payroll day     ${company.payrollDay}`,
    `  retention       ${company.retentionMonths} months`,
    `  passkeys        ${company.requirePasskeys ? 'required' : 'optional'}`,
    `  business date   ${company.businessDate}`,
  ];
}
