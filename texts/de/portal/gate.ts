import type { gate as enGate, shell as enShell } from '../../en/portal/gate.ts';

export const gate: typeof enGate = {
  signIn: 'Anmelden',
  signInText: 'Jobtickets für die Beschäftigten Ihres Unternehmens.',
  forgot: 'Passwort vergessen?',
  forgotText:
    'Geben Sie Ihre E-Mail-Adresse ein. Sie bekommen eine E-Mail mit einem Link für ein neues Passwort.',
  forgotButton: 'Link zusenden',
  forgotSent:
    'Wenn es ein Konto mit dieser Adresse gibt, ist eine E-Mail unterwegs. Der Link gilt eine Stunde.',
  forgotNoMail:
    'Dieser Dienst versendet keine E-Mails. Ein Administrator Ihres Unternehmens kann Ihnen einen Link für ein neues Passwort geben.',
  toSignIn: 'Zurück zur Anmeldung',
  signInWithPasskey: 'Mit Passkey anmelden',
  passkeyStep: 'Jetzt noch Ihr Passkey',
  passkeyStepText: 'Das Passwort stimmt. Bestätigen Sie nun mit Ihrem Passkey.',
  usePasskey: 'Passkey benutzen',
  restart: 'Noch einmal von vorn',
  lostPasskey: 'Passkey verloren? Ein anderer Administrator Ihres Unternehmens kann ihn zurücksetzen.',
  chooseCompany: 'Unternehmen wählen',
  chooseCompanyText: 'Sie sind Benutzer mehrerer Unternehmen.',
  staging: 'Testumgebung: Nichts hier ist echt.',
  expired: 'Sie wurden abgemeldet. Bitte melden Sie sich wieder an.',
  invitation: 'Willkommen',
  invitationText: (company) => `Sie sind zum Portal von ${company} eingeladen.`,
  yourRole: 'Ihre Rolle',
  choosePassword: 'Wählen Sie ein Passwort',
  newPassword: 'Neues Passwort',
  currentPassword: 'Bisheriges Passwort',
  passwordHelp:
    'Mindestens 12 Zeichen und kein bekanntes Passwort. Ein kurzer Satz ist leicht zu merken und schwer zu erraten.',
  showPassword: 'Passwort zeigen',
  accept: 'Loslegen',
  noToken: 'Dieser Link ist unvollständig. Kopieren Sie die ganze Adresse aus Ihrer Einladung.',
  confirm: 'Bitte bestätigen Sie mit Ihrem Passwort',
  confirmText: 'Wenn eine Änderung jemandem Zugang gibt, fragen wir noch einmal nach Ihrem Passwort.',
  confirmButton: 'Bestätigen',
};

export const shell: typeof enShell = {
  portal: 'Transit-Portal',
  groups: { people: 'Personen', systems: 'Systeme', company: 'Unternehmen' },
  account: 'Ihr Konto',
  search: 'Suche',
  searchKey: 'Strg+K',
  ownAccess: 'Passwort, Passkeys, Mails und Sitzungen',
  signOut: 'Abmelden',
  openMenu: 'Menü öffnen',
  staging: 'Testumgebung',
  stagingText: (day) => `Nur Testdaten. Hier ist der ${day}.`,
  moveClock: 'Uhr stellen',
  navigation: 'Hauptmenü',
  needAttention: 'zu erledigen',
};
