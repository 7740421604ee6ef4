import { n } from './number.ts';

/** How a contract was answered, in its PDF and in the portal. */
export const proof = {
  mailed: (address: string) => `By a link that went to ${address} by mail only.`,
  changed: (day: string, by: string) => `This address was changed on ${day}, by ${by}.`,
  shown: (users: string) => `By a link that the portal has also shown to these users: ${users}.`,
  shownToNobody: 'By a link that was not sent by mail only.',
  more: (count: number) => `and ${n(count)} more`,
  paper: 'On paper. The scan is a document of its own.',
  /** Who it was. */
  party: {
    operator: (_name: string) => 'operator',
    employee: (_name: string) => 'employee',
    system: (_name: string) => 'service',
    'portal-user': (name: string) => name,
    'api-key': (name: string) => `API key “${name}”`,
    sync: (name: string) => `roster “${name}”`,
  },
  unknown: 'How it was answered was not recorded at that time.',
};
