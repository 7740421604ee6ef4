import type { Messages } from '../messages/en/catalogue.ts';
import { spacedName } from './describe-change.ts';

/** The name of an action of the audit log or of an outcome of a sync, in the reader's language if there is a message. */
export function actionName(action: string, { log }: Messages): string {
  return (log as Record<string, string>)[action] ?? spacedName(action);
}
