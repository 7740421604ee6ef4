import type { Body } from '../../api/client.ts';

/** What can be done for many people at once. */
export type BulkOrder = Body<'POST /bulk-actions'>;
export type BulkName = BulkOrder['action'];
