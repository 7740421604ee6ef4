import type { passkeys as en } from '../../en/portal/passkeys.ts';
import { n } from '../number.ts';

export const passkeys: typeof en = {
  passkey: 'Passkey',
  title: 'Passkeys',
  text: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel an. Sobald Sie einen haben, reicht das Passwort allein nicht mehr.',
  none: 'Sie haben noch keinen Passkey.',
  needHostName:
    'Passkeys gehen nur, wenn das Portal über https und einen Namen wie portal.example.com erreichbar ist. Wenden Sie sich an den Betreiber des Dienstes.',
  elsewhere: (origin) =>
    `Dieser Browser kann hier keine Passkeys benutzen. Öffnen Sie das Portal unter ${origin} in einem aktuellen Browser.`,
  add: 'Passkey hinzufügen',
  addText:
    'Ihr Browser fragt gleich, welches Gerät Sie nehmen möchten. Am besten fügen Sie zwei hinzu, falls eines verloren geht.',
  nameHelp: 'Damit Sie das Gerät später wiedererkennen.',
  create: 'Weiter',
  added: 'Der Passkey wurde hinzugefügt.',
  lastUse: 'Zuletzt benutzt',
  rename: 'Umbenennen',
  renameTitle: 'Passkey umbenennen',
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeText: 'Sie können sich damit nicht mehr anmelden. Löschen Sie ihn auch auf dem Gerät.',
  removed: 'Der Passkey wurde entfernt.',
  missing: 'Erst ein Passkey, bitte',
  missingText: (company) =>
    `${company} verlangt einen Passkey: Ihr Gerät bestätigt dann per Fingerabdruck, Gesicht oder PIN, dass Sie es sind.`,
  confirmWith: 'Passkey benutzen',
  confirmText: 'Wenn eine Änderung jemandem Zugang gibt, fragen wir noch einmal nach Ihrem Passkey.',
  count: (count) => (count === 1 ? '1 Passkey' : `${n(count)} Passkeys`),
  reset: 'Passkeys zurücksetzen',
  resetTitle: (email) => `Passkeys von ${email} zurücksetzen?`,
  resetText: (count) =>
    `${count === 1 ? 'Der Passkey wird' : `Alle ${n(count)} Passkeys werden`} entfernt, und die Person wird überall abgemeldet. Vergewissern Sie sich, dass die Bitte wirklich von ihr kommt: Danach reicht das Passwort allein.`,
  resetDone: 'Die Passkeys wurden zurückgesetzt.',
  signIn: 'Anmeldung',
  require: 'Passkeys verlangen',
  requireHelp: (some, all) => `Alle Benutzer brauchen einen Passkey. ${n(some)} von ${n(all)} haben einen.`,
  requireTitle: 'Von allen einen Passkey verlangen?',
  requireText: (count) =>
    count === 0
      ? 'Alle Benutzer haben einen. Den letzten kann dann niemand mehr entfernen.'
      : `${count === 1 ? '1 Benutzer hat keinen und muss' : `${n(count)} Benutzer haben keinen und müssen`} ab sofort zuerst einen hinzufügen.`,
  requireButton: 'Verlangen',
  releaseTitle: 'Passkeys nicht mehr verlangen?',
  releaseText: 'Die Benutzer behalten ihre Passkeys und dürfen sie entfernen.',
  releaseButton: 'Nicht mehr verlangen',
  alsoRemove: 'Auch meine Passkeys entfernen, weil jemand anderes einen hinzugefügt haben könnte',
};
