import { type Static, Type } from 'typebox';
import { languageOf } from '../../../../../texts/language.ts';
import { handOver, previewHandover } from '../../../../company/handovers/hand-over.ts';
import type { HandoverContent } from '../../../../company/handovers/handover-content.ts';
import {
  listPayrollMonths,
  PAYROLL_STATES,
  type PayrollMonthState,
} from '../../../../company/handovers/list-payroll-months.ts';
import { takeBackHandover } from '../../../../company/handovers/take-back.ts';
import { PAYROLL_FORMATS } from '../../../../company/payroll/payroll-settings.ts';
import { readStatement } from '../../../../company/statements/read-statement.ts';
import type { App } from '../../../app.ts';
import { nullable, oneOf, record, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { NamedActorSchema } from '../../actors.ts';
import { languageParameter } from '../../csv.ts';
import { actorOf, companyOf, readerOf, sessionOf } from '../../require-session.ts';
import { named, noContent, shortText, values } from '../../schemas.ts';

const sums = {
  people: Type.Integer(),
  tickets: Type.Integer(),
  withheldCents: Type.Integer(),
  taxFreeCents: Type.Integer(),
  /** Tax-free amounts that correct an earlier year. */
  earlierYearCents: Type.Integer(),
};

const Month = named('PayrollMonth', {
  month: Type.String(),
  state: oneOf(PAYROLL_STATES),
  handover: nullable(
    named('Handover', {
      at: timestamp('When it was handed over.'),
      by: NamedActorSchema,
      digests: Type.Array(Type.Object({ format: oneOf(PAYROLL_FORMATS), digest: Type.String() })),
      /** What the files added up to. */
      figures: nullable(Type.Object(sums)),
    }),
  ),
  /** Charges that were booked since the handover. */
  corrections: Type.Integer(),
  isLast: Type.Boolean(),
});

const Content = named('HandoverContent', {
  ...sums,
  corrections: Type.Object({
    ...sums,
    /** The first of them, by name. */
    lines: Type.Array(
      Type.Object({
        key: Type.Integer(),
        firstName: nullable(Type.String()),
        lastName: nullable(Type.String()),
        month: Type.String(),
        withheldCents: Type.Integer(),
        taxFreeCents: Type.Integer(),
      }),
    ),
  }),
  files: Type.Array(
    Type.Object({
      format: oneOf(PAYROLL_FORMATS),
      /** Why the file cannot be written, if so. */
      refusal: nullable(Type.Object({ reason: Type.String(), message: Type.String(), values })),
    }),
  ),
});

/** Sent back with the confirmation, which is refused if the files are others by then. */
const Preview = named('HandoverPreview', { ...Content.properties, mark: Type.String() });

const params = Type.Object({ month: Type.String({ format: 'month' }) });

/** Handing months over to payroll: docs/costs.md. */
export function handoverRoutes(app: App, { database, bulkWork }: Needs<'database' | 'bulkWork'>): void {
  app.get(
    '/costs/payroll-months',
    {
      config: { access: 'portal-see-costs' },
      schema: { response: { 200: record(Type.Array(Month)) } },
    },
    async (request) => ({
      data: (await database.lists.read(readerOf(request), listPayrollMonths)).map(showMonth),
    }),
  );

  app.get(
    '/costs/:month/handover',
    {
      config: { access: 'portal-change-costs' },
      schema: {
        params,
        querystring: Type.Object(languageParameter),
        response: { 200: record(Preview) },
      },
    },
    async (request) => {
      const { month } = request.params;
      const language = request.query.language ?? languageOf(sessionOf(request).locale);
      const { mark, ...content } = await database.lists.read(readerOf(request), async (sql, companyId) => {
        await readStatement(sql, companyId, month);
        return await previewHandover(sql, companyId, { month, language });
      });
      return { data: { ...showContent(content), mark } };
    },
  );

  app.post(
    '/costs/:month/handover',
    {
      config: { access: 'portal-change-costs' },
      schema: {
        params,
        body: Type.Object({ mark: Type.String({ pattern: '^[0-9a-f]{64}$' }), ...languageParameter }),
        response: { 200: record(Content) },
      },
    },
    async (request) => {
      const companyId = companyOf(request);
      const { mark, language = languageOf(sessionOf(request).locale) } = request.body;
      const { month } = request.params;
      const content = await bulkWork(request, companyId, (bulk) =>
        bulk.begin((tx) => handOver(tx, companyId, actorOf(request), { month, language, expected: mark })),
      );
      return { data: showContent(content) };
    },
  );

  app.post(
    '/costs/:month/handover/take-back',
    {
      config: { access: 'portal-change-costs' },
      schema: { params, body: Type.Object({ reason: shortText }), response: { 204: noContent } },
    },
    async (request, reply) => {
      const { month } = request.params;
      const { reason } = request.body;
      await database.sql.begin((tx) =>
        takeBackHandover(tx, companyOf(request), actorOf(request), { month, reason }),
      );
      return reply.code(204).send();
    },
  );
}

function showMonth({ handover, ...month }: PayrollMonthState): Static<typeof Month> {
  return {
    ...month,
    handover: handover && {
      at: handover.handedOverAt.toISOString(),
      by: handover.by,
      figures: handover.figures,
      digests: PAYROLL_FORMATS.flatMap((format) => {
        const digest = handover.digests[format];
        return digest === undefined ? [] : [{ format, digest }];
      }),
    },
  };
}

function showContent({ corrections, files, ...content }: HandoverContent): Static<typeof Content> {
  return {
    ...content,
    corrections: {
      ...corrections,
      lines: corrections.lines.map(({ key, firstName, lastName, month, deferredCents, taxFreeCents }) => ({
        ...{ key, firstName, lastName, month, taxFreeCents },
        withheldCents: deferredCents,
      })),
    },
    files: files.map(({ format, refusal }) => ({
      format,
      refusal: refusal && {
        reason: refusal.details.reason ?? '',
        message: refusal.message,
        values: refusal.details.values ?? {},
      },
    })),
  };
}
