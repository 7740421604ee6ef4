import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Pool } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import { openForRosters } from '../accept/open-for-rosters.ts';
import { readFile } from './file-drop/dropped-files-sql.ts';
import type { Survey } from './hr-system.ts';
import { openConnection, openCredentials, type Sources, systemOf } from './sources.ts';
import { type SourceState, selectSource } from './sources-sql.ts';

/** Asks the system what the credentials can see. The result has personal data of at most three people, so it is audited. */
export async function surveySource(
  sql: Pool,
  sources: Sources,
  place: { companyId: number; integrationId: number; actor: Actor },
  state: SourceState,
  { signal, absenceTypeColumn }: { signal: AbortSignal; absenceTypeColumn?: string | undefined },
): Promise<Survey> {
  const { companyId, integrationId, actor } = place;
  const source = await selectSource(sql, companyId, integrationId, state);
  if (!source) throw refused(state === 'draft' ? 'no-draft-source' : 'no-source');
  const { today } = await openForRosters(sql, companyId, integrationId);
  const system = systemOf(source);
  const credentials = openCredentials(sources, companyId, source);
  const dropped = () => sql.begin((tx) => readFile(tx, { ...place, fileId: null, purpose: 'preview' }));
  const connection = openConnection(sources, system, { companyId, credentials, today, dropped, signal });
  try {
    const survey = await system.survey(connection, absenceTypeColumn);
    await recordChange(sql, companyId, {
      actor,
      action: 'hr-source-tested',
      subject: { type: 'hr-integration', id: integrationId },
      details: { system: source.system },
    });
    return survey;
  } finally {
    connection.client.close();
  }
}
