import type { documentTitles as en } from '../en/document-titles.ts';

export const documentTitles: typeof en = {
  receipt: 'Beleg',
  refund: 'Erstattung',
  contract: 'Vertrag Jobticket',
};
