/** What the service makes itself. The names of stored documents begin with these words (`document-name.ts`). */
export const documentTitles = { receipt: 'Receipt', refund: 'Refund', contract: 'Job ticket contract' };
