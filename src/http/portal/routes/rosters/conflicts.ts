import { type Static, Type } from 'typebox';
import { type ConflictRecord, selectConflicts } from '../../../../rosters/decide/conflicts-sql.ts';
import { RESOLUTIONS, resolveConflict } from '../../../../rosters/decide/resolve-conflict.ts';
import type { App } from '../../../app.ts';
import { date, idParameter, nullable, oneOf, pageOf, record, recordId } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { requireIntegration } from '../../require-integration.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { identity, named, toWhole } from '../../schemas.ts';

const listedNumber = {
  hrId: Type.String(),
  record: Type.Object({ employeeId: recordId, ...identity }),
  entry: Type.Object({ ...identity, startDate: date('First day of employment.') }),
};

const ConflictSchema = named('Conflict', {
  id: recordId,
  ...listedNumber,
  /** The number with which this one seems to have been exchanged. */
  other: nullable(Type.Object(listedNumber)),
});

export function conflictRoutes(app: App, { dayWork, database }: Needs<'database' | 'dayWork'>): void {
  app.get(
    '/integrations/:id/conflicts',
    {
      config: { access: 'portal-see-people' },
      preValidation: requireIntegration(database.sql),
      schema: { params: idParameter, response: { 200: pageOf(ConflictSchema) } },
    },
    async (request) => {
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        selectConflicts(sql, companyId, request.params.id),
      );
      return toWhole(found, show);
    },
  );

  app.post(
    '/integrations/:id/conflicts/:conflictId',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: Type.Object({ id: recordId, conflictId: recordId }),
        body: Type.Object({ decision: oneOf(RESOLUTIONS) }),
        response: { 200: record(Type.Object({ employeeId: recordId })) },
      },
    },
    async (request) => {
      const { id: integrationId, conflictId } = request.params;
      const conflict = { id: conflictId, integrationId };
      const companyId = companyOf(request);
      const employeeId = await dayWork(request, companyId, (sql) =>
        sql.begin((tx) => resolveConflict(tx, companyId, conflict, actorOf(request), request.body.decision)),
      );
      return { data: { employeeId } };
    },
  );
}

function show(conflict: ConflictRecord): Static<typeof ConflictSchema> {
  const { id: conflictId, other } = conflict;
  return { id: conflictId, ...showNumber(conflict), other: other && showNumber(other) };
}

function showNumber({
  hrId,
  employeeId,
  record: known,
  entry,
}: Pick<ConflictRecord, 'hrId' | 'employeeId' | 'record' | 'entry'>) {
  const { terminationDate: _, ...listed } = entry;
  return { hrId, record: { employeeId, ...known }, entry: listed };
}
