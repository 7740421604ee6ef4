import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { forgetContact } from '../../domain/mail-queue/mail-contact.ts';
import { isPlausibleEmail } from '../../domain/person/rules.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { AppError, noSuch } from '../../platform/errors.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import {
  type DefaultChange,
  followAutoSyncDefault,
} from '../../tickets/subscriptions/follow-auto-sync-default.ts';
import { type AbsenceTypeChange, changeAbsenceTypes } from './change-absence-types.ts';
import {
  type IntegrationSettings,
  lockIntegration,
  selectSettings,
  updateIntegration,
} from './integrations-sql.ts';
import { requireIntegrations } from './require-integrations.ts';

/** The settings to change. Of types of absence, those that are not named stay. */
export interface SettingChanges extends Omit<IntegrationSettings, 'absenceTypes'> {
  absenceTypes?: readonly AbsenceTypeChange[];
}

/**
 * Changes the settings that are given and leaves the others. Another default of `autoSyncEmployee` takes effect at once
 * for everybody who follows it; the result names them. Other settings apply from the next roster on.
 */
export async function setIntegration(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  settings: SettingChanges,
): Promise<DefaultChange | null> {
  const set = (day?: OpenDay) => setLocked(tx, companyId, id, actor, settings, day);
  // The company is locked before the integration, as when a roster is applied.
  return settings.autoSyncDefault === undefined ? await set() : await inDay(tx, companyId, 'short', set);
}

async function setLocked(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  settings: SettingChanges,
  day: OpenDay | undefined,
): Promise<DefaultChange | null> {
  const { absenceTypes: types, technicalContact: contact, takesOver: named, ...others } = settings;
  const { autoSyncDefault } = others;
  const technicalContact = contact == null ? contact : checkedContact(contact);
  // Its own people are matched anyway.
  const takesOver = named && [...new Set(named)].filter((other) => other !== id);
  if (takesOver) await requireIntegrations(tx, companyId, takesOver);
  const locked = await lockIntegration(tx, companyId, id);
  if (!locked) throw noSuch('integration', id);
  const before = await selectSettings(tx, companyId, id);
  await updateIntegration(tx, companyId, id, {
    ...others,
    ...(technicalContact !== undefined && { technicalContact }),
    ...(takesOver && { takesOver }),
    ...(types && { absenceTypes: changeAbsenceTypes(locked.absenceTypes, types) }),
  });
  if (technicalContact !== undefined && technicalContact !== before?.technicalContact)
    await forgetContact(tx, companyId, id);
  const change =
    day && autoSyncDefault !== undefined && autoSyncDefault !== before?.autoSyncDefault
      ? await followAutoSyncDefault(tx, day, id, autoSyncDefault)
      : null;
  await recordChange(tx, companyId, {
    actor,
    action: 'hr-integration-changed',
    subject: { type: 'hr-integration', id },
    details: {
      ...others,
      // Without the address: it is somebody's, and the log outlives it.
      ...(technicalContact !== undefined && { technicalContact: technicalContact !== null }),
      ...(takesOver && { takesOver: takesOver.map(String) }),
      ...(types && { absenceTypes: types.map(({ name, kind }) => `${name}=${kind ?? ''}`) }),
    },
  });
  return change;
}

function checkedContact(given: string): string {
  const address = given.trim();
  if (isPlausibleEmail(address)) return address;
  const message = 'must look like name@example.com';
  throw new AppError('invalid-values', `The technical contact ${message}.`, {
    errors: [{ in: 'body', pointer: '/technicalContact', code: 'malformed', message }],
  });
}
