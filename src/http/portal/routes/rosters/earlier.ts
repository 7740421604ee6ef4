import { type Static, Type } from 'typebox';
import type { AuditAction } from '../../../../domain/audit/actions.ts';
import { recordChange } from '../../../../domain/audit/record-change.ts';
import type { Sql } from '../../../../platform/db/types.ts';
import {
  compareRosters,
  findPair,
  type Other,
  type Pair,
  readDifferences,
} from '../../../../rosters/earlier/compare-rosters.ts';
import { readEarlierRoster, requireEarlierRun } from '../../../../rosters/earlier/earlier-roster.ts';
import { DIFFERENCES, type EarlierRun } from '../../../../rosters/earlier/earlier-rosters-sql.ts';
import type { App } from '../../../app.ts';
import { oneOf, record, recordId } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { differenceFile, inRows, rosterFile } from '../../files/rosters.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { type OfRun, runParameters } from '../../runs.ts';
import { file, named } from '../../schemas.ts';

const otherRoster = {
  with: Type.String({
    pattern: '^(previous|today|[1-9][0-9]{0,15})$',
    default: 'previous',
    description: 'The other roster: `previous`, `today` (the latest applied one), or the id of a run.',
  }),
};

const ComparedRoster = named('ComparedRoster', {
  runId: recordId,
  syncId: Type.String(),
  acceptedAt: Type.String({ format: 'date-time' }),
  entryCount: Type.Integer(),
  invalid: Type.Integer(),
});

const DifferenceSchema = named('RosterDifference', {
  difference: oneOf(DIFFERENCES),
  hrId: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  fields: Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() })),
});

const ComparisonSchema = named('RosterComparison', {
  before: ComparedRoster,
  after: ComparedRoster,
  counts: Type.Object({ came: Type.Integer(), left: Type.Integer(), changed: Type.Integer() }),
  differences: Type.Array(DifferenceSchema),
});

/** The rosters of earlier runs: to compare and to download (docs/sync.md, "Earlier rosters"). */
export function earlierRosterRoutes(app: App, { database }: Needs<'database'>): void {
  const find = (sql: Sql, request: OfRun) => {
    const { id, runId } = request.params;
    return requireEarlierRun(sql, companyOf(request), id, { runId });
  };
  const pairOf = (sql: Sql, request: OfRun, other: string): Promise<Pair> => {
    const { id, runId } = request.params;
    return findPair(sql, companyOf(request), id, { runId }, otherOf(other));
  };
  const recordExport = async (request: OfRun, action: AuditAction, details: Record<string, number>) => {
    await recordChange(database.sql, companyOf(request), {
      actor: actorOf(request),
      action,
      subject: { type: 'hr-integration', id: request.params.id },
      details: { runId: request.params.runId, ...details },
    });
  };

  app.get(
    '/integrations/:id/syncs/:runId/differences',
    {
      config: { access: 'portal-see-people' },
      schema: {
        params: runParameters,
        querystring: Type.Object(otherRoster),
        response: { 200: record(ComparisonSchema) },
      },
    },
    async (request) => {
      const data = await database.lists.read(readerOf(request), async (sql, companyId) => {
        const pair = await pairOf(sql, request, request.query.with);
        const compared = await compareRosters(sql, companyId, pair);
        return { before: show(pair.before), after: show(pair.after), ...compared };
      });
      return { data };
    },
  );

  app.get(
    '/integrations/:id/syncs/:runId/differences.csv',
    {
      config: { access: 'portal-see-people' },
      schema: {
        params: runParameters,
        querystring: Type.Object({ ...otherRoster, ...languageParameter }),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      const pair = await pairOf(database.sql, request, request.query.with);
      await recordExport(request, 'roster-differences-exported', { withRunId: otherRun(pair, request) });
      const read = database.lists.batches(readerOf(request));
      const batches = readDifferences(read, companyOf(request), pair);
      const writing = writingFor(request);
      return await streamCsv(reply, writing, { ...differenceFile(writing, pair), batches });
    },
  );

  app.get(
    '/integrations/:id/syncs/:runId/roster.csv',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: runParameters,
        querystring: Type.Object(languageParameter),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      const run = await find(database.sql, request);
      await recordExport(request, 'roster-downloaded', { entries: run.entryCount });
      const read = database.lists.batches(readerOf(request));
      const writing = writingFor(request);
      const batches = inRows(readEarlierRoster(read, companyOf(request), run));
      return await streamCsv(reply, writing, { ...rosterFile(writing, run), batches });
    },
  );
}

function show({ id, syncId, acceptedAt, entryCount, invalid }: EarlierRun): Static<typeof ComparedRoster> {
  return { runId: id, syncId, acceptedAt: acceptedAt.toISOString(), entryCount, invalid };
}

const otherOf = (text: string): Other =>
  text === 'previous' || text === 'today' ? text : { runId: Number(text) };

const otherRun = ({ before, after }: Pair, { params }: OfRun) =>
  before.id === params.runId ? after.id : before.id;
