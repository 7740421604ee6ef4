import { Type } from 'typebox';
import { rememberFileMapping } from '../../../../company/integrations/file-mapping.ts';
import { SLASH_DATES, selectFileMapping } from '../../../../company/integrations/file-mapping-sql.ts';
import { notFound } from '../../../../platform/errors.ts';
import { BODY_BYTES } from '../../../../platform/limits.ts';
import type { App } from '../../../app.ts';
import { idParameter, nullable, oneOf, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { named, shortText } from '../../schemas.ts';

const MAX_HEADINGS = 200;

/** The page knows the names of the fields; the service only remembers them. */
const choices = Type.Array(
  Type.Object({ heading: shortText, column: nullable(Type.String({ minLength: 1, maxLength: 50 })) }),
  { maxItems: MAX_HEADINGS },
);

const Mapping = named('FileMapping', {
  columns: choices,
  absenceColumns: choices,
  dates: nullable(oneOf(SLASH_DATES)),
});

/** Stores the column assignment of an integration's roster files, so that a colleague need not enter it again. */
export function fileMappingRoutes(app: App, { database: { sql } }: Needs<'database'>): void {
  app.get(
    '/integrations/:id/file-mapping',
    {
      config: { access: 'portal-see-people' },
      schema: { params: idParameter, response: { 200: record(Mapping) } },
    },
    async (request) => {
      const mapping = await selectFileMapping(sql, companyOf(request), request.params.id);
      if (!mapping) throw notFound();
      return { data: { columns: [], absenceColumns: [], dates: null, ...mapping } };
    },
  );

  app.put(
    '/integrations/:id/file-mapping',
    {
      bodyLimit: BODY_BYTES.fileMapping,
      config: { access: 'portal-change-people' },
      schema: { params: idParameter, body: Mapping, response: { 200: record(Mapping) } },
    },
    async (request) => {
      const companyId = companyOf(request);
      await sql.begin((tx) =>
        rememberFileMapping(tx, companyId, request.params.id, actorOf(request), request.body),
      );
      return { data: request.body };
    },
  );
}
