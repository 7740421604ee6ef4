import { type Static, Type } from 'typebox';
import { decideDuplicate } from '../../../../rosters/decide/decide-duplicate.ts';
import { type Duplicate, selectDuplicates } from '../../../../rosters/plan/duplicates-sql.ts';
import { DUPLICATE_DECISIONS } from '../../../../rosters/runs/sync-outcomes.ts';
import type { App } from '../../../app.ts';
import { date, idParameter, nullable, oneOf, pageOf, record, recordId } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { requireIntegration } from '../../require-integration.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { identity, named, toWhole } from '../../schemas.ts';

const number = Type.Object({ hrId: Type.String(), employeeId: nullable(recordId) });

const DuplicateSchema = named('PossibleDuplicate', {
  id: recordId,
  first: number,
  other: number,
  entry: Type.Object({
    ...identity,
    startDate: date('First day of employment.'),
  }),
});

export function duplicateRoutes(app: App, { dayWork, database }: Needs<'database' | 'dayWork'>): void {
  app.get(
    '/integrations/:id/duplicates',
    {
      config: { access: 'portal-see-people' },
      preValidation: requireIntegration(database.sql),
      schema: { params: idParameter, response: { 200: pageOf(DuplicateSchema) } },
    },
    async (request) => {
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        selectDuplicates(sql, companyId, request.params.id),
      );
      return toWhole(found, show);
    },
  );

  app.post(
    '/integrations/:id/duplicates/:duplicateId',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: Type.Object({ id: recordId, duplicateId: recordId }),
        body: Type.Object({ decision: oneOf(DUPLICATE_DECISIONS) }),
        response: { 200: record(Type.Object({ employeeId: nullable(recordId) })) },
      },
    },
    async (request) => {
      const { id: integrationId, duplicateId } = request.params;
      const duplicate = { id: duplicateId, integrationId };
      const companyId = companyOf(request);
      const employeeId = await dayWork(request, companyId, (sql) =>
        sql.begin((tx) => decideDuplicate(tx, companyId, duplicate, actorOf(request), request.body.decision)),
      );
      return { data: { employeeId } };
    },
  );
}

function show(duplicate: Duplicate): Static<typeof DuplicateSchema> {
  const { id: duplicateId, firstHrId, firstEmployeeId, hrId, employeeId, entry } = duplicate;
  return {
    id: duplicateId,
    first: { hrId: firstHrId, employeeId: firstEmployeeId },
    other: { hrId, employeeId },
    entry,
  };
}
