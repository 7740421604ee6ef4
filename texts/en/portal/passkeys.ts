import { n } from '../number.ts';

export const passkeys = {
  passkey: 'Passkey',
  title: 'Passkeys',
  text: 'With a passkey you sign in by fingerprint, face, PIN or security key. From the first one on, your password alone is not enough.',
  none: 'You have no passkey.',
  needHostName:
    'Passkeys only work if the portal is reached over https and by a name such as portal.example.com. Please ask whoever runs the service.',
  elsewhere: (origin: string) =>
    `This browser cannot use passkeys here. Open the portal at ${origin}, in an up-to-date browser.`,
  add: 'Add a passkey',
  addText: 'Your browser will ask which device to use. Add two, so that losing one does not lock you out.',
  nameHelp: 'So that you recognise the device later.',
  create: 'Continue',
  added: 'The passkey has been added.',
  lastUse: 'Last used',
  rename: 'Rename',
  renameTitle: 'Rename the passkey',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'You cannot sign in with it any more. Delete it on the device, too.',
  removed: 'The passkey has been removed.',
  missing: 'Add a passkey first',
  missingText: (company: string) =>
    `${company} requires a passkey: your device then confirms by fingerprint, face or PIN that it is you.`,
  confirmWith: 'Use a passkey',
  confirmText: 'For changes that give access we ask for your passkey again.',
  count: (count: number) => (count === 1 ? '1 passkey' : `${n(count)} passkeys`),
  reset: 'Reset passkeys',
  resetTitle: (email: string) => `Reset the passkeys of ${email}?`,
  resetText: (count: number) =>
    `${count === 1 ? 'The passkey is' : `All ${n(count)} passkeys are`} removed and the user is signed out everywhere. Make sure that the request really comes from them: afterwards the password alone is enough.`,
  resetDone: 'The passkeys have been reset.',
  signIn: 'Sign-in',
  require: 'Require passkeys',
  requireHelp: (some: number, all: number) =>
    `Every user needs a passkey. ${n(some)} of ${n(all)} ${all === 1 ? 'user has' : 'users have'} one.`,
  requireTitle: 'Require passkeys of everybody?',
  requireText: (count: number) =>
    count === 0
      ? 'All users have one. Nobody can remove the last one any more.'
      : `${count === 1 ? '1 user has' : `${n(count)} users have`} none and must add one before anything else, from now on.`,
  requireButton: 'Require',
  releaseTitle: 'No longer require passkeys?',
  releaseText: 'Users keep the passkeys that they have, and may remove them.',
  releaseButton: 'No longer require',
  alsoRemove: 'Also remove my passkeys, because somebody else may have added one',
};
