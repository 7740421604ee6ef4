/** What HR or an admin enters, and where to find it. */
export interface InputText {
  label: string;
  help?: string;
  /** Few need it, so it is hidden at first. */
  isRare?: true;
}

export interface SystemText {
  name: string;
  text: string;
  /** What to click in the system, step by step. */
  steps: readonly string[];
  /** Where a missing right is granted. */
  grant: string;
  inputs: Readonly<Record<string, InputText>>;
}

const fileInputs: SystemText['inputs'] = {
  sheet: { label: 'Sheet', help: 'Of an Excel file. By default the first.', isRare: true },
  slashDates: { label: 'Dates with slashes', isRare: true },
};

const fileColumns =
  'The file is the complete list: personnel number, first name, last name, e-mail address, date of birth, first and last day of employment. CSV, Excel and JSON can be read.';

/** A new HR system needs its texts here. `test/pure/texts/hr-systems.test.ts` names those that are missing. */
const systems: Readonly<Record<string, SystemText>> = {
  personio: {
    name: 'Personio',
    text: 'People and absences.',
    steps: [
      'Sign in to Personio with an account that may change its settings.',
      'Open “Settings”, “Integrations”, “API credentials” and choose “Generate new credential”. In newer accounts it is “Marketplace”, “Connected integrations”, “Create custom integration”.',
      'Enter a name, for example “Transit ticket”. As the integration, choose “Other”.',
      'Tick “Read” for “Employees” and for “Absences”. Nothing else is needed.',
      'Under “Readable employee attributes”, choose: first name, last name, email, hire date, termination date, status and your attribute for the date of birth. If you have personnel numbers of your own, choose that attribute too.',
      'Generate the credential. Copy the client ID and the secret into the fields of the portal. Personio shows the secret only once.',
    ],
    grant:
      'In Personio, open “Settings”, “Integrations”, “API credentials”, edit the credential and add what is missing.',
    inputs: {
      clientId: { label: 'Client ID' },
      clientSecret: { label: 'Client secret' },
      host: {
        label: 'Server',
        help: 'Leave it as it is, unless Personio tells you otherwise.',
        isRare: true,
      },
      partnerId: { label: 'Partner ID', help: 'Only if Personio has given you one.', isRare: true },
      appId: { label: 'App ID', help: 'Only if Personio has given you one.', isRare: true },
    },
  },
  bamboohr: {
    name: 'BambooHR',
    text: 'People and absences.',
    steps: [
      'In BambooHR, open “Settings”, “Access Levels” and create a level for this purpose. It must see all employees, also those who have left.',
      'Let the level view: Employee #, First Name, Last Name, Work Email, Birth Date, Hire Date, Termination Date, Status and Time Off.',
      'Create a user with this level and sign in as that user. A key sees what its user sees.',
      'Click the picture of the user, then “API Keys” and “Add New Key”. Enter a name and generate the key.',
      'Copy the key into the field of the portal. BambooHR shows it only once.',
    ],
    grant:
      'In BambooHR, open “Settings”, “Access Levels”, choose the level of the user whose key this is, and let it view what is missing.',
    inputs: {
      companyDomain: {
        label: 'Company domain',
        help: 'The first part of your address. For acme.bamboohr.com it is “acme”.',
      },
      apiKey: { label: 'API key' },
    },
  },
  hibob: {
    name: 'HiBob',
    text: 'People and absences.',
    steps: [
      'In HiBob, open the settings, “Integrations”, and click “Manage” at “Service users”.',
      'Create a service user. Copy its ID and its token into the fields of the portal. HiBob shows the token only once.',
      'Open “Permission groups”, create a group for service users and add the service user.',
      'Under “People’s data”, let the group access everybody, with all lifecycle statuses: also those who have left or not yet started.',
      'Let the group view, of people’s data: “Basic info”, “Personal” (for the date of birth), “Work” and “Lifecycle”; and of “Time off”: requests and policy types.',
    ],
    grant:
      'In HiBob, open “Permission groups”, choose the group of the service user and, under “People’s data”, let it view what is missing.',
    inputs: {
      serviceUserId: { label: 'ID of the service user' },
      token: { label: 'Token of the service user' },
      host: { label: 'Server', isRare: true },
    },
  },
  kombo: {
    name: 'Kombo',
    text: 'Connects many other HR systems, such as SAP SuccessFactors, Workday, Sage or HRworks.',
    steps: [
      'In Kombo, connect your HR system, if it is not connected yet.',
      'Open the scope configuration of the connection. Switch on “Employees”, “Absences” and “Absence types”.',
      'For employees, allow: number, first name, last name, work e-mail, date of birth, start date, termination date and employment status.',
      'Open the connection and copy its integration ID into the field of the portal.',
      'Open “Secrets”, create an API key and copy it into the field of the portal.',
    ],
    grant: 'In Kombo, open the scope configuration of the connection and switch on what is missing.',
    inputs: {
      apiKey: { label: 'API key' },
      integrationId: { label: 'Integration ID' },
      region: { label: 'Region', help: 'Where your Kombo account is.' },
    },
  },
  'https-file': {
    name: 'A file at an address',
    text: 'A report or an export that your system offers at an address, for example of Workday.',
    steps: [
      'Let your system offer the list of all employees at an address that begins with https://.',
      fileColumns,
      'Protect the address with a name and a password, or with a token. Enter them in the portal.',
    ],
    grant: 'Add the column to the report or the export.',
    inputs: {
      address: { label: 'Address of the file' },
      access: { label: 'Protected by' },
      username: { label: 'User name', help: 'Only for user name and password.' },
      headerName: { label: 'Name of the header', help: 'Only for a header of your own.' },
      secret: { label: 'Password or token' },
      ...fileInputs,
    },
  },
  'sftp-fetch': {
    name: 'A file on an SFTP server',
    text: 'The newest file of a folder, for example the nightly export of SAP or Sage.',
    steps: [
      'Ask your IT for a folder on an SFTP server into which your system exports the list of all employees every night.',
      fileColumns,
      'Ask for a user who may read this folder, with a password or a key. Enter them in the portal.',
      'Ask for the fingerprint of the server, too. You compare it in the next step.',
    ],
    grant: 'Add the column to the export.',
    inputs: {
      host: { label: 'Server', help: 'For example sftp.example.com.' },
      port: { label: 'Port', help: 'By default 22.', isRare: true },
      username: { label: 'User name' },
      password: { label: 'Password', help: 'Or a private key.' },
      privateKey: { label: 'Private key', help: 'Instead of a password.', isRare: true },
      passphrase: { label: 'Passphrase of the private key', isRare: true },
      hostKey: { label: 'Fingerprint of the server', isRare: true },
      folder: { label: 'Folder', help: 'Leave it empty for the one in which the user starts.' },
      filePattern: { label: 'Name of the file', help: 'With * for any letters: roster-*.csv' },
      ...fileInputs,
    },
  },
  'file-drop': {
    name: 'Your system sends a file',
    text: 'Your system uploads its export or puts it into a folder, for example DATEV, SAP or Sage.',
    steps: [
      'Ask your IT how your system can send the export: by HTTPS, for example with “curl”, or into a folder, if the operator of the service has set one up.',
      'For HTTPS, an admin creates an API key in the portal, with all four permissions for employees. You see the address in the next step.',
      fileColumns,
      'Start the export once by hand. As soon as the file is here, you can go on. After that, let it run every night.',
    ],
    grant: 'Add the column to the export.',
    inputs: { ...fileInputs },
  },
};

/** Only the pages about HR systems load these texts, so they are not among the messages of the portal. */
export const hrSystems = {
  systems,
  /** Of every system, on staging. */
  ownServer: {
    label: 'Base address',
    help: 'For trials on staging: a server that plays the HR system.',
    isRare: true,
  } as InputText,
  /** The options of inputs. Others are shown as they are. */
  choices: {
    eu: 'Europe',
    us: 'United States',
    basic: 'User name and password',
    bearer: 'Token (Bearer)',
    header: 'A header of its own',
    none: 'Nothing',
    'no-slashes': 'Do not occur',
    'DD/MM/YYYY': 'Day first (31/12/2026)',
    'MM/DD/YYYY': 'Month first (12/31/2026)',
  } as Readonly<Record<string, string>>,
};
