import {
  type LockedIntegration,
  lockIntegration,
  updateIntegration,
} from '../../company/integrations/integrations-sql.ts';
import { setIntegration } from '../../company/integrations/set-integration.ts';
import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import { AbsenceTypes, type OwnAbsenceTypes } from '../../domain/person/absence-kinds.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { checkInputs, receiverOf } from './check-inputs.ts';
import { beginAwaitingPull, deleteUnusedFiles, selectNewestFile } from './file-drop/dropped-files-sql.ts';
import type { Mapping } from './hr-system.ts';
import { cancelOpenPulls, insertPull, newSyncId } from './pulls-sql.ts';
import { paceOf, type Schedule } from './schedule.ts';
import { openCredentials, type Sources, sourceContext, systemOf } from './sources.ts';
import {
  activateDraft,
  deleteSource,
  type MappedType,
  type Source,
  type StoredMapping,
  selectSource,
  updateDraftMapping,
  updateSchedule,
  upsertDraft,
} from './sources-sql.ts';
import type { SystemName } from './systems.ts';

/** An integration, and who changes its source. */
export interface ChangedIntegration {
  companyId: number;
  integrationId: number;
  actor: Actor;
}

/** Only integrations of third-party systems are fetched, and only while they are connected. */
async function lockPulled(
  tx: Transaction,
  { companyId, integrationId }: ChangedIntegration,
): Promise<LockedIntegration> {
  const integration = await lockIntegration(tx, companyId, integrationId);
  if (!integration) throw notFound();
  if (integration.type !== 'hr-integration') throw refused('not-a-pulled-integration');
  if (integration.disconnectedAt) throw refused('integration-disconnected');
  return integration;
}

/** What somebody has entered. A secret that is left out stays as it is. */
export interface EnteredSource {
  system: SystemName;
  values: Readonly<Record<string, string>>;
}

/** Stores what somebody has entered, as a draft: rosters are fetched as before until it is activated. */
export async function draftSource(
  tx: Transaction,
  sources: Sources,
  changed: ChangedIntegration,
  { system, values }: EnteredSource,
): Promise<void> {
  const { companyId, integrationId } = changed;
  const { absenceTypes } = await lockPulled(tx, changed);
  const before =
    (await selectSource(tx, companyId, integrationId, 'draft')) ??
    (await selectSource(tx, companyId, integrationId, 'active'));
  const known = before?.system === system ? openCredentials(sources, companyId, before) : {};
  const hrSystem = systemOf({ system });
  const { settings, secrets } = checkInputs(hrSystem, values, known, sources.allowsOwnServers);
  await upsertDraft(tx, companyId, integrationId, {
    system,
    settings,
    secrets: sources.seal.close(JSON.stringify(secrets), sourceContext(companyId, integrationId)),
    mapping: before?.system === system ? mappingToChange(before, absenceTypes) : null,
  });
  await deleteUnusedFiles(tx, changed);
  const receiver = receiverOf(hrSystem, settings);
  await recordDraft(tx, changed, { system, ...(receiver && { receiver }) });
}

/** Of what was entered only the server's name: the rest may be secret. */
async function recordDraft(
  tx: Transaction,
  { companyId, integrationId, actor }: ChangedIntegration,
  details: { system: SystemName; receiver?: string } | { absenceTypes: string[] },
): Promise<void> {
  await recordChange(tx, companyId, {
    actor,
    action: 'hr-source-drafted',
    subject: { type: 'hr-integration', id: integrationId },
    details,
  });
}

/** Since a source was activated, somebody may have changed what its types of absence mean. */
function mappingToChange({ state, mapping }: Source, own: OwnAbsenceTypes): StoredMapping | null {
  if (!mapping || state === 'draft') return mapping;
  const types = new AbsenceTypes(own);
  const present = ({ kind, ...type }: MappedType) => ({ ...type, kind: types.kindOf(type.name) ?? kind });
  return { ...mapping, absenceTypes: mapping.absenceTypes.map(present) };
}

/** The types of absence that pause a ticket, with what each one means. */
export interface EnteredMapping {
  fields: Mapping['fields'];
  /** Of files. */
  absenceColumns?: Mapping['absenceColumns'];
  absenceTypes: readonly MappedType[];
}

/** Stores which of the system's fields are used, in the draft. A type that pauses nothing is not asked for. */
export async function mapDraft(
  tx: Transaction,
  changed: ChangedIntegration,
  entered: EnteredMapping,
): Promise<void> {
  const { companyId, integrationId } = changed;
  await lockPulled(tx, changed);
  const { fields, absenceColumns, absenceTypes } = entered;
  const mapping = {
    fields,
    absenceTypes: absenceTypes
      .filter(({ kind }) => kind !== 'other')
      .map(({ id, name, kind }) => ({ id, name, kind })),
    ...(absenceColumns && { absenceColumns }),
  };
  if (!(await updateDraftMapping(tx, companyId, integrationId, mapping))) throw refused('no-draft-source');
  const types = mapping.absenceTypes.map(({ name, kind }) => `${name}=${kind}`);
  await recordDraft(tx, changed, { absenceTypes: types });
}

/** Uses the draft from now on. The first time, the integration keeps the people of invalid entries and holds large changes. */
export async function activateSource(
  tx: Transaction,
  changed: ChangedIntegration,
  schedule: Schedule,
): Promise<void> {
  const { companyId, integrationId, actor } = changed;
  await lockPulled(tx, changed);
  const draft = await selectSource(tx, companyId, integrationId, 'draft');
  if (!draft) throw refused('no-draft-source');
  if (!draft.mapping) throw refused('source-not-mapped');
  const { isDropped = false } = systemOf(draft);
  requireSchedule(isDropped, schedule);
  const before = await selectSource(tx, companyId, integrationId, 'active');
  await cancelOpenPulls(tx, companyId, integrationId, 'source-changed');
  await activateDraft(tx, companyId, integrationId, schedule);
  if (isDropped && !(await beginAwaitingPull(tx, changed))) await readNewestAgain(tx, changed);
  await deleteUnusedFiles(tx, changed);
  if (draft.mapping.absenceTypes.length > 0)
    await setIntegration(tx, companyId, integrationId, actor, { absenceTypes: draft.mapping.absenceTypes });
  await updateIntegration(tx, companyId, integrationId, {
    expectEvery: isDropped ? 'auto' : paceOf(schedule),
    ...(!before && { ...FIRST_RULES, holdPercent: FIRST_HOLD_PERCENT }),
  });
  await recordChange(tx, companyId, {
    actor,
    action: before ? 'hr-source-changed' : 'hr-source-connected',
    subject: { type: 'hr-integration', id: integrationId },
    details: { system: draft.system, schedule },
  });
}

/** By the new mapping. */
async function readNewestAgain(
  tx: Transaction,
  { companyId, integrationId, actor }: ChangedIntegration,
): Promise<void> {
  if (!(await selectNewestFile(tx, { companyId, integrationId }))) return;
  await insertPull(tx, companyId, {
    ...{ integrationId, syncId: newSyncId(), purpose: 'roster', slot: null, keyId: null, allowsGaps: false },
    userId: actor.type === 'portal-user' ? actor.id : null,
  });
}

/** Files come when they come. */
function requireSchedule(isDropped: boolean, schedule: Schedule): void {
  if (isDropped && schedule !== 'manual') throw refused('files-are-dropped');
}

/** How an integration that is fetched reads invalid entries, until somebody sets it otherwise. */
export const FIRST_RULES = { onInvalid: 'keep' } as const;
const FIRST_HOLD_PERCENT = 20;

export async function setSchedule(
  tx: Transaction,
  changed: ChangedIntegration,
  schedule: Schedule,
): Promise<void> {
  const { companyId, integrationId, actor } = changed;
  await lockPulled(tx, changed);
  const source = await selectSource(tx, companyId, integrationId, 'active');
  if (!source) throw refused('no-source');
  if (systemOf(source).isDropped) throw refused('files-are-dropped');
  await updateSchedule(tx, companyId, integrationId, schedule);
  await updateIntegration(tx, companyId, integrationId, { expectEvery: paceOf(schedule) });
  await recordChange(tx, companyId, {
    actor,
    action: 'hr-source-changed',
    subject: { type: 'hr-integration', id: integrationId },
    details: { schedule },
  });
}

/** Forgets the credentials. Nobody is offboarded, and rosters can be sent to the integration. */
export async function removeSource(tx: Transaction, changed: ChangedIntegration): Promise<void> {
  const { companyId, integrationId, actor } = changed;
  if (!(await lockIntegration(tx, companyId, integrationId))) throw notFound();
  await cancelOpenPulls(tx, companyId, integrationId, 'source-changed');
  await deleteSource(tx, companyId, integrationId, 'draft');
  const wasActive = await deleteSource(tx, companyId, integrationId, 'active');
  await deleteUnusedFiles(tx, changed);
  if (!wasActive) return;
  // Rosters of another origin are to be compared anew, and come when they come.
  await updateIntegration(tx, companyId, integrationId, { expectEvery: 'auto' });
  await recordChange(tx, companyId, {
    actor,
    action: 'hr-source-removed',
    subject: { type: 'hr-integration', id: integrationId },
  });
}

export async function discardDraft(tx: Transaction, changed: ChangedIntegration): Promise<void> {
  const { companyId, integrationId, actor } = changed;
  if (!(await lockIntegration(tx, companyId, integrationId))) throw notFound();
  const wasThere = await deleteSource(tx, companyId, integrationId, 'draft');
  await deleteUnusedFiles(tx, changed);
  if (!wasThere) return;
  await recordChange(tx, companyId, {
    actor,
    action: 'hr-source-draft-discarded',
    subject: { type: 'hr-integration', id: integrationId },
  });
}
