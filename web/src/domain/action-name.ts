import type { Messages } from '../messages/en/catalogue.ts';
import { spacedName } from './describe-change.ts';

/** What the audit log and the syncs call what they did, in the reader's words where we have them. */
export function actionName(action: string, { log }: Messages): string {
  return (log as Record<string, string>)[action] ?? spacedName(action);
}
