import type { Kind } from './kind.ts';
import { backup } from './kinds/backup.ts';
import { bulkAction } from './kinds/bulk-action.ts';
import { droppedFile } from './kinds/dropped-file.ts';
import { issue } from './kinds/issue.ts';
import { mails } from './kinds/mails.ts';
import { migration } from './kinds/migration.ts';
import { passes } from './kinds/passes.ts';
import { priceChange } from './kinds/price-change.ts';
import { pull } from './kinds/pull.ts';
import { restore } from './kinds/restore.ts';
import { roster } from './kinds/roster.ts';
import { webhooks } from './kinds/webhooks.ts';

export const KINDS: readonly Kind[] = [
  roster,
  pull,
  droppedFile,
  issue,
  mails,
  webhooks,
  passes,
  bulkAction,
  priceChange,
  migration,
  backup,
  restore,
];
