import type { hrSystems as en, SystemText } from '../en/hr-systems.ts';

const fileInputs: SystemText['inputs'] = {
  sheet: { label: 'Tabellenblatt', help: 'Bei einer Excel-Datei. Sonst gilt das erste.', isRare: true },
  slashDates: { label: 'Datumsangaben mit Schrägstrichen', isRare: true },
};

const fileColumns =
  'Die Datei ist die vollständige Liste: Personalnummer, Vorname, Nachname, E-Mail-Adresse, Geburtsdatum, Eintritt und Austritt. CSV, Excel und JSON sind lesbar.';

const systems: Readonly<Record<string, SystemText>> = {
  personio: {
    name: 'Personio',
    text: 'Personen und Abwesenheiten.',
    steps: [
      'Melden Sie sich in Personio mit einem Konto an, das die Einstellungen ändern darf.',
      'Öffnen Sie „Einstellungen“, „Integrationen“, „API-Zugriffsdaten“ und wählen Sie „Neue Zugriffsdaten generieren“. In neueren Konten heißt es „Marketplace“, „Verbundene Integrationen“, „Individuelle Integration“.',
      'Geben Sie einen Namen ein, zum Beispiel „Jobticket“. Als Integration wählen Sie „Andere“.',
      'Kreuzen Sie „Lesen“ bei „Mitarbeitende“ und bei „Abwesenheiten“ an. Mehr ist nicht nötig.',
      'Wählen Sie unter „Lesbare Mitarbeitendenattribute“: Vorname, Nachname, E-Mail, Anstelldatum, Austrittsdatum (Termination date), Status und Ihr Attribut für das Geburtsdatum. Wenn Sie eigene Personalnummern haben, wählen Sie auch dieses Attribut.',
      'Erzeugen Sie die Zugriffsdaten. Kopieren Sie Client-ID und Secret in die Felder des Portals. Personio zeigt das Secret nur einmal.',
    ],
    grant:
      'Öffnen Sie in Personio „Einstellungen“, „Integrationen“, „API-Zugriffsdaten“, bearbeiten Sie die Zugriffsdaten und ergänzen Sie, was fehlt.',
    inputs: {
      clientId: { label: 'Client-ID' },
      clientSecret: { label: 'Client-Secret' },
      host: {
        label: 'Server',
        help: 'Lassen Sie ihn, wie er ist, solange Personio nichts anderes sagt.',
        isRare: true,
      },
      partnerId: { label: 'Partner-ID', help: 'Nur wenn Personio Ihnen eine gegeben hat.', isRare: true },
      appId: { label: 'App-ID', help: 'Nur wenn Personio Ihnen eine gegeben hat.', isRare: true },
    },
  },
  bamboohr: {
    name: 'BambooHR',
    text: 'Personen und Abwesenheiten.',
    steps: [
      'Öffnen Sie in BambooHR „Settings“, „Access Levels“ und legen Sie dafür eine eigene Stufe an. Sie muss alle Beschäftigten sehen, auch ausgeschiedene.',
      'Erlauben Sie der Stufe, Folgendes anzusehen: Employee #, First Name, Last Name, Work Email, Birth Date, Hire Date, Termination Date, Status und Time Off.',
      'Legen Sie einen Benutzer mit dieser Stufe an und melden Sie sich mit ihm an. Ein Schlüssel sieht, was sein Benutzer sieht.',
      'Klicken Sie auf das Bild des Benutzers, dann auf „API Keys“ und „Add New Key“. Geben Sie einen Namen ein und erzeugen Sie den Schlüssel.',
      'Kopieren Sie den Schlüssel in das Feld des Portals. BambooHR zeigt ihn nur einmal.',
    ],
    grant:
      'Öffnen Sie in BambooHR „Settings“, „Access Levels“, wählen Sie die Stufe des Benutzers, dem der Schlüssel gehört, und erlauben Sie ihr, was fehlt.',
    inputs: {
      companyDomain: {
        label: 'Firmenname in der Adresse',
        help: 'Der erste Teil Ihrer Adresse. Bei acme.bamboohr.com ist es „acme“.',
      },
      apiKey: { label: 'API-Schlüssel' },
    },
  },
  hibob: {
    name: 'HiBob',
    text: 'Personen und Abwesenheiten.',
    steps: [
      'Öffnen Sie in HiBob die Einstellungen, „Integrations“, und klicken Sie bei „Service users“ auf „Manage“.',
      'Legen Sie einen Service-User an. Kopieren Sie seine ID und sein Token in die Felder des Portals. HiBob zeigt das Token nur einmal.',
      'Öffnen Sie „Permission groups“, legen Sie eine Gruppe für Service-User an und nehmen Sie den Service-User auf.',
      'Geben Sie der Gruppe unter „People’s data“ Zugriff auf alle, mit jedem „Lifecycle status“: auch auf ausgeschiedene und auf künftige.',
      'Erlauben Sie der Gruppe, Folgendes anzusehen: bei „People’s data“ „Basic info“, „Personal“ (für das Geburtsdatum), „Work“ und „Lifecycle“, bei „Time off“ Anträge und Arten.',
    ],
    grant:
      'Öffnen Sie in HiBob „Permission groups“, wählen Sie die Gruppe des Service-Users und erlauben Sie ihr unter „People’s data“, was fehlt.',
    inputs: {
      serviceUserId: { label: 'ID des Service-Users' },
      token: { label: 'Token des Service-Users' },
      host: { label: 'Server', isRare: true },
    },
  },
  kombo: {
    name: 'Kombo',
    text: 'Verbindet viele andere HR-Systeme, zum Beispiel SAP SuccessFactors, Workday, Sage oder HRworks.',
    steps: [
      'Verbinden Sie Ihr HR-System mit Kombo, falls das noch nicht geschehen ist.',
      'Öffnen Sie die „Scope configuration“ der Verbindung. Schalten Sie „Employees“, „Absences“ und „Absence types“ ein.',
      'Erlauben Sie bei „Employees“: Nummer, Vorname, Nachname, dienstliche E-Mail-Adresse, Geburtsdatum, Eintritt, Austritt und Status.',
      'Öffnen Sie die Verbindung und kopieren Sie ihre „Integration ID“ in das Feld des Portals.',
      'Öffnen Sie „Secrets“, legen Sie einen API-Schlüssel an und kopieren Sie ihn in das Feld des Portals.',
    ],
    grant: 'Öffnen Sie in Kombo die „Scope configuration“ der Verbindung und schalten Sie ein, was fehlt.',
    inputs: {
      apiKey: { label: 'API-Schlüssel' },
      integrationId: { label: 'Integration ID' },
      region: { label: 'Region', help: 'Wo Ihr Konto bei Kombo liegt.' },
    },
  },
  'https-file': {
    name: 'Datei unter einer Adresse',
    text: 'Ein Bericht oder ein Export, den Ihr System unter einer Adresse anbietet, zum Beispiel aus Workday.',
    steps: [
      'Lassen Sie Ihr System die Liste aller Beschäftigten unter einer Adresse anbieten, die mit https:// beginnt.',
      fileColumns,
      'Schützen Sie die Adresse mit Benutzername und Passwort oder mit einem Token. Tragen Sie beides im Portal ein.',
    ],
    grant: 'Ergänzen Sie die Spalte im Bericht oder im Export.',
    inputs: {
      address: { label: 'Adresse der Datei' },
      access: { label: 'Geschützt durch' },
      username: { label: 'Benutzername', help: 'Nur bei Benutzername und Passwort.' },
      headerName: { label: 'Name des Headers', help: 'Nur bei einem eigenen Header.' },
      secret: { label: 'Passwort oder Token' },
      ...fileInputs,
    },
  },
  'sftp-fetch': {
    name: 'Datei auf einem SFTP-Server',
    text: 'Die neueste Datei eines Ordners, zum Beispiel der nächtliche Export aus SAP oder Sage.',
    steps: [
      'Bitten Sie Ihre IT um einen Ordner auf einem SFTP-Server, in den Ihr System jede Nacht die Liste aller Beschäftigten exportiert.',
      fileColumns,
      'Bitten Sie um einen Benutzer, der diesen Ordner lesen darf, mit Passwort oder Schlüssel. Tragen Sie beides im Portal ein.',
      'Lassen Sie sich auch den Fingerabdruck des Servers geben. Sie vergleichen ihn im nächsten Schritt.',
    ],
    grant: 'Ergänzen Sie die Spalte im Export.',
    inputs: {
      host: { label: 'Server', help: 'Zum Beispiel sftp.example.com.' },
      port: { label: 'Port', help: 'Sonst gilt 22.', isRare: true },
      username: { label: 'Benutzername' },
      password: { label: 'Passwort', help: 'Oder ein privater Schlüssel.' },
      privateKey: { label: 'Privater Schlüssel', help: 'Statt eines Passworts.', isRare: true },
      passphrase: { label: 'Passphrase des privaten Schlüssels', isRare: true },
      hostKey: { label: 'Fingerabdruck des Servers', isRare: true },
      folder: { label: 'Ordner', help: 'Leer: der Ordner, in dem der Benutzer beginnt.' },
      filePattern: { label: 'Name der Datei', help: 'Mit * für beliebige Zeichen: liste-*.csv' },
      ...fileInputs,
    },
  },
  'file-drop': {
    name: 'Ihr System schickt eine Datei',
    text: 'Ihr System lädt seinen Export hoch oder legt ihn in einem Ordner ab, zum Beispiel aus DATEV, SAP oder Sage.',
    steps: [
      'Klären Sie mit Ihrer IT, wie Ihr System den Export verschicken kann: per HTTPS, etwa mit „curl“, oder in einen Ordner, wenn der Betreiber des Dienstes einen eingerichtet hat.',
      'Für HTTPS legt ein Administrator im Portal einen API-Schlüssel mit allen vier Rechten für Beschäftigte an. Die Adresse sehen Sie im nächsten Schritt.',
      fileColumns,
      'Starten Sie den Export einmal von Hand. Sobald die Datei da ist, geht es hier weiter. Danach lassen Sie ihn jede Nacht laufen.',
    ],
    grant: 'Ergänzen Sie die Spalte im Export.',
    inputs: { ...fileInputs },
  },
};

export const hrSystems: typeof en = {
  systems,
  ownServer: {
    label: 'Basisadresse',
    help: 'Für Versuche auf Staging: ein Server, der das HR-System spielt.',
    isRare: true,
  },
  choices: {
    eu: 'Europa',
    us: 'USA',
    basic: 'Benutzername und Passwort',
    bearer: 'Token (Bearer)',
    header: 'Einen eigenen Header',
    none: 'Nichts',
    'no-slashes': 'Kommen nicht vor',
    'DD/MM/YYYY': 'Zuerst der Tag (31/12/2026)',
    'MM/DD/YYYY': 'Zuerst der Monat (12/31/2026)',
  },
};
