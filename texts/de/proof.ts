import type { proof as en } from '../en/proof.ts';
import { n } from './number.ts';

export const proof: typeof en = {
  mailed: (address) => `Über einen Link, der nur per Mail an ${address} ging.`,
  changed: (day, by) => `Diese Adresse wurde am ${day} geändert, von ${by}.`,
  shown: (users) => `Über einen Link, den das Portal auch diesen Benutzern gezeigt hat: ${users}.`,
  shownToNobody: 'Über einen Link, der nicht nur per Mail verschickt wurde.',
  more: (count) => `und ${n(count)} weitere`,
  paper: 'Auf Papier. Der Scan ist ein eigenes Dokument.',
  party: {
    operator: () => 'Betreiber',
    employee: () => 'beschäftigte Person',
    system: () => 'Dienst',
    'portal-user': (name) => name,
    'api-key': (name) => `API-Schlüssel „${name}“`,
    sync: (name) => `Abgleich mit „${name}“`,
  },
  unknown: 'Wie geantwortet wurde, wurde damals noch nicht erfasst.',
};
