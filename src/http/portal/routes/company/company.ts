import { type Static, Type } from 'typebox';
import { formatEuros } from '../../../../../texts/format.ts';
import { type CompanySettings, selectCompany } from '../../../../company/companies/companies-sql.ts';
import { MAX_TEXT_LENGTHS } from '../../../../company/companies/company-settings.ts';
import { setCompany } from '../../../../company/companies/set-company.ts';
import { runLongChange } from '../../../../domain/day/long-change.ts';
import { PAYROLL_COLUMNS } from '../../../../domain/plans/payroll-columns.ts';
import { readPlanCosts } from '../../../../domain/plans/plan-costs.ts';
import { PLAN_TYPES } from '../../../../domain/plans/plan-types.ts';
import { DEFERRED_SHARES, TAX_FREE_BASES } from '../../../../domain/plans/tax-free.ts';
import { rollBackAfter } from '../../../../platform/db/roll-back.ts';
import type { Sql, Transaction } from '../../../../platform/db/types.ts';
import { notFound } from '../../../../platform/errors.ts';
import { selectPriceAhead } from '../../../../tickets/prices/prices-sql.ts';
import { EMPLOYEE_ACTION_MODES } from '../../../../tickets/subscriptions/actions/employee-actions.ts';
import { previewWaiting } from '../../../../tickets/subscriptions/actions/waiting.ts';
import type { App } from '../../../app.ts';
import { date, nullable, oneOf, record, recordId, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf, requireConfirmed, sessionOf } from '../../require-session.ts';
import { named, nameText, PriceChange } from '../../schemas.ts';
import { WaitingSchema } from '../../waiting.ts';
import { amountChange } from './amount-change.ts';

const cutOff = nullable(Type.Integer({ minimum: 1, maximum: 28 }));

const textOrNone = (maxLength: number) => nullable(Type.String({ minLength: 1, maxLength, pattern: '\\S' }));

const settings = {
  name: nameText,
  locale: Type.String({ minLength: 2, maxLength: 35 }),
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
  defaultPlanType: oneOf(PLAN_TYPES),
  autoEnrol: Type.Boolean(),
  subsidyCents: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  orderUntilDay: cutOff,
  cancelUntilDay: cutOff,
  pauseUntilDay: cutOff,
  mailEmployees: Type.Boolean(),
  employeeActions: oneOf(EMPLOYEE_ACTION_MODES),
  joinLink: Type.Boolean(),
  joinStrangers: Type.Boolean(),
  retentionMonths: Type.Integer({ minimum: 0, maximum: 1200 }),
  contact: textOrNone(MAX_TEXT_LENGTHS.contact),
  privacyNote: textOrNone(MAX_TEXT_LENGTHS.privacyNote),
  legalName: textOrNone(MAX_TEXT_LENGTHS.legalName),
  address: textOrNone(MAX_TEXT_LENGTHS.address),
  taxNumber: textOrNone(MAX_TEXT_LENGTHS.taxNumber),
  costCentre: textOrNone(MAX_TEXT_LENGTHS.costCentre),
  wageType: textOrNone(MAX_TEXT_LENGTHS.wageType),
  payrollColumns: Type.Array(oneOf(PAYROLL_COLUMNS), { minItems: 1, maxItems: PAYROLL_COLUMNS.length }),
  taxFreeBasis: oneOf(TAX_FREE_BASES),
  deferredShares: oneOf(DEFERRED_SHARES),
  payrollDay: Type.Integer({ minimum: 1, maximum: 28 }),
};

const Company = named('Company', {
  id: recordId,
  ...settings,
  businessDate: date("The company's present day."),
  ticketPriceCents: Type.Integer(),
  priceChange: nullable(PriceChange),
  contributions: Type.Array(
    Type.Object({
      planType: oneOf(PLAN_TYPES),
      employerCents: Type.Integer(),
      contributionCents: Type.Integer(),
      label: Type.String(),
    }),
  ),
  createdAt: timestamp('When it was made.'),
  updatedAt: timestamp('When it last changed.'),
});

const SubsidyChange = named('SubsidyChange', amountChange);

const Preview = named('CompanyPreview', {
  before: Company,
  after: Company,
  subsidyChange: nullable(SubsidyChange),
  waiting: WaitingSchema,
});

const Settings = Type.Partial(Type.Object(settings), { minProperties: 1 });

export function companyRoutes(
  app: App,
  { bulkWork, database: { sql } }: Needs<'database' | 'bulkWork'>,
): void {
  app.get(
    '/company',
    { config: { access: 'portal-user' }, schema: { response: { 200: record(Company) } } },
    async (request) => ({ data: await readCompany(sql, companyOf(request)) }),
  );

  app.patch(
    '/company',
    {
      config: { access: 'portal-administer' },
      schema: { body: Settings, response: { 200: record(Company) } },
    },
    async (request) => {
      const companyId = companyOf(request);
      // With a shorter retention, data of people who left can be erased for ever.
      if (request.body.retentionMonths !== undefined) requireConfirmed(sessionOf(request));
      const data = await bulkWork(request, companyId, (bulk) =>
        runLongChange(bulk, companyId, async (tx) => {
          await setCompany(tx, companyId, actorOf(request), toSettings(request.body));
          return await readCompany(tx, companyId);
        }),
      );
      return { data };
    },
  );

  app.post(
    '/company/preview',
    {
      config: { access: 'portal-administer' },
      schema: {
        body: Settings,
        response: {
          200: record(Preview),
        },
      },
    },
    async (request) => {
      const companyId = companyOf(request);
      const preview = async (tx: Transaction) => {
        const before = await readCompany(tx, companyId);
        const { subsidyChange } = await setCompany(tx, companyId, actorOf(request), toSettings(request.body));
        const after = await readCompany(tx, companyId);
        return { before, after, subsidyChange, waiting: await previewWaiting(tx, companyId) };
      };
      return { data: await bulkWork(request, companyId, (bulk) => rollBackAfter(bulk, preview)) };
    },
  );
}

function toSettings({ defaultPlanType, name, ...others }: Static<typeof Settings>): CompanySettings {
  return {
    ...others,
    ...(name !== undefined && { name: name.trim() }),
    ...(defaultPlanType && { planType: defaultPlanType }),
  };
}

async function readCompany(sql: Sql, companyId: number): Promise<Static<typeof Company>> {
  const company = await selectCompany(sql, companyId);
  if (!company) throw notFound();
  const costs = await readPlanCosts(sql, companyId, company.subsidyCents);
  const { planType, createdAt, updatedAt, ...others } = company;
  return {
    ...others,
    defaultPlanType: planType,
    ticketPriceCents: costs[0]?.priceCents ?? 0,
    priceChange: await selectPriceAhead(sql, company.businessDate),
    contributions: costs.map(({ priceCents: _, ...cost }) => ({
      ...cost,
      label: formatEuros(cost.contributionCents, company.locale),
    })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
