import { useState } from 'react';
import type { Company } from '../../api/routes.ts';
import { changedSettings, isSame } from '../../domain/changed-settings.ts';
import { type CompanySettings, settingsOf } from './settings.ts';

/**
 * The stored settings with what the person has typed over them. Settings that are stored meanwhile, by this form or by
 * somebody else, are shown, and what the person has typed stays.
 */
export function useCompanySettings(company: Company) {
  const stored = settingsOf(company);
  const [typed, setTyped] = useState<Partial<CompanySettings>>({});
  const values = { ...stored, ...typed };
  // Only the changed fields are sent, so that two people who change different settings do not undo each other.
  const changes = changedSettings(stored, values);
  const [shown, setShown] = useState(stored);
  if (!isSame(shown, stored)) {
    setShown(stored);
    // What is stored now is no longer typed: it follows later changes.
    setTyped(changes);
  }
  const set = (more: Partial<CompanySettings>) => setTyped((before) => ({ ...before, ...more }));
  return { values, changes, set };
}
