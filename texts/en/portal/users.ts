import { n } from '../number.ts';

export const users = {
  title: 'Users',
  text: 'Who may use this portal. Every change is in the audit log.',
  invite: 'Invite somebody',
  lastSignIn: 'Last sign-in',
  you: 'you',
  role: 'Role',
  changeRole: (email: string) => `Role of ${email}`,
  roleChanged: 'The role has been changed.',
  reset: 'New password',
  resetTitle: (email: string) => `New password for ${email}?`,
  resetText: 'You get a link to pass on, on which they choose a new password. The old one works until then.',
  resetMailText:
    'They get a mail with a link, on which they choose a new password. The old one works until then.',
  resetButton: 'Create the link',
  resetSend: 'Send the mail',
  remove: 'Remove',
  removeTitle: (email: string) => `Remove ${email}?`,
  removeText:
    'They are signed out at once and cannot sign in any more. What they did stays in the audit log.',
  keysStay: (keys: number) =>
    keys === 1
      ? 'They know the password of an API key that goes on working. Give it a new one under “API keys”.'
      : `They know the passwords of ${n(keys)} API keys that go on working. Give them new ones under “API keys”.`,
  webhooksStay: (webhooks: number) =>
    webhooks === 1
      ? 'They entered the address of a webhook that goes on receiving events. Check it under “Webhooks”.'
      : `They entered the addresses of ${n(webhooks)} webhooks that go on receiving events. Check them under “Webhooks”.`,
  sourcesStay: (sources: number) =>
    sources === 1
      ? 'They connected an HR system that goes on giving rosters, or made its password. Check it under “HR integrations”.'
      : `They connected ${n(sources)} HR systems that go on giving rosters, or made their passwords. Check them under “HR integrations”.`,
  providerStays:
    'They entered the identity provider of the company. Whoever runs it can sign in as other users. Check under “Company sign-in” that it is yours.',
  removed: 'The user has been removed.',
  open: 'Open invitations',
  openText: 'A link works once. Mail is not set up: pass it on yourself.',
  openMailText: 'The link is in a mail to the address and works once.',
  expires: 'Valid until',
  invitedBy: 'Invited by',
  withdraw: 'Withdraw',
  withdrawn: 'The invitation has been withdrawn.',
  inviteText: 'They choose their own password with a link that you pass on.',
  inviteMailText: 'They get a mail with a link, on which they choose their own password.',
  send: 'Send the invitation',
  create: 'Create the link',
  linkTitle: 'The link is ready',
  linkText: (email: string) => `Pass this link on to ${email}. It is shown only now and works once.`,
  mailedTitle: 'The mail is on its way',
  mailedText: (email: string) => `The link is in a mail to ${email}. It works once.`,
  outboxText: (email: string) =>
    `Staging sends no mail. The mail to ${email} is in the outbox. The link works once; here it is, too.`,
  toOutbox: 'Open the outbox',
  passwordTitle: 'Change your password',
  passwordText: 'You will be signed out everywhere else.',
  passwordChanged: 'Your password has been changed.',
  notices: {
    title: 'Mails to you',
    text: 'About everything that your role may settle, for example: rosters that are held, refused, failed or missing, conflicts, requests of employees, disabled webhooks, keys that expire soon, and months that are ready for payroll.',
    label: 'Which mails do you want?',
    wishes: {
      'at-once': {
        label: 'Urgent ones at once',
        text: 'The others in a mail at 7 in the morning, if there is something.',
      },
      digest: { label: 'One mail a day', text: 'Everything at 7 in the morning, if there is something.' },
      none: { label: 'None', text: 'The overview of the portal shows everything.' },
    },
    saved: 'Your choice has been saved.',
  },
  sessions: 'Where you are signed in',
  sessionsText: 'End a session that you do not know, and change your password.',
  device: 'Device',
  address: 'Network address',
  lastUse: 'Last used',
  thisSession: 'this browser',
  endSession: 'End',
  endOthers: 'End all others',
  sessionEnded: 'The session has been ended.',
};
