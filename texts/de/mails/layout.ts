import type { layout as en } from '../../en/mails/layout.ts';

export const layout: typeof en = {
  specimen: 'TESTUMGEBUNG: Diese Nachricht ist ein Muster.',
  orOpen: 'Oder öffnen Sie diese Adresse:',
};
