/** The settings of payroll, and the files on the costs page. */
export const payroll = {
  title: 'Payroll',
  text: 'What the files for your payroll contain. The files are on the page Costs.',
  taxFree: 'Tax-free amounts',
  taxFreeText:
    'What the company adds to a ticket is free of tax and is certified in line 17 of the wage certificate. Ask your tax adviser for both settings. They count from now on for the files of all months that have not been handed over.',
  basis: 'Value of the benefit',
  bases: {
    nominal: 'Nominal',
    '96-percent': '96 percent',
  },
  basesText: {
    nominal: 'The employer’s share, to the cent. With a price of 63.00 € and full subsidy: 59.85 €.',
    '96-percent':
      '96 percent of the price after the discount, less the employee’s share. With a price of 63.00 € and full subsidy: 57.46 €.',
  },
  deferred: 'Shares that are withheld from the salary',
  deferredShares: { net: 'Net deduction', conversion: 'Salary conversion' },
  deferredText: {
    net: 'Payroll withholds them from the net pay.',
    conversion:
      'Employees have converted part of their gross salary. Payroll taxes it at the flat rate. The tax-free list names it in a column of its own.',
  },
  ready: 'When a month is ready',
  readyText:
    'From this day on, the portal shows the month as ready for payroll, and users who can hand it over are mailed. You can hand it over before.',
  readyDay: 'Day of the month',
  datevText:
    'One set of numbers for each legal entity. Your tax adviser knows them. The service guesses none: a missing or wrong one books amounts wrongly.',
  testFirst: 'Import a test month first',
  testFirstText:
    'Only an import at your tax adviser proves such a file. Send the sample first: it has example people under these settings. Then let your adviser import one month and compare it with the costs.',
  sampleLodas: 'Sample for LODAS',
  sampleLug: 'Sample for Lohn und Gehalt',
  none: 'DATEV is not set up',
  noneText: 'You need it only if your payroll is done with DATEV LODAS or DATEV Lohn und Gehalt.',
  add: 'Add a legal entity',
  edit: 'Change',
  remove: 'Remove',
  removed: 'Removed.',
  removeTitle: (name: string) => `Remove the DATEV numbers of ${name}?`,
  removeText: 'Files of a month in which this legal entity has people are then refused.',
  dialogTitle: 'Numbers for DATEV',
  legalEntity: 'Legal entity',
  legalEntityHelp: 'Exactly as your rosters name it. Empty: people without a legal entity.',
  company: 'The company itself',
  adviser: 'Adviser number',
  adviserHelp: 'Beraternummer, 1 to 9999999.',
  client: 'Client number',
  clientHelp: 'Mandantennummer, 1 to 99999. Each legal entity has its own.',
  withheld: 'Wage type of withheld shares',
  withheldHelp: 'Lohnart, 1 to 9999. Empty: the file has no such lines.',
  taxFreeType: 'Wage type of tax-free benefits',
  taxFreeTypeHelp: 'Lohnart, 1 to 9999. Empty: the file has no such lines.',
  key: 'Processing key',
  keyHelp:
    'Bearbeitungsschlüssel, 1 to 99. Only LODAS needs it. It depends on how your adviser has set up the wage type.',
  numberUpTo: (most: string) => `A whole number from 1 to ${most}.`,
  oneWageType: 'Enter at least one wage type.',
  keyNeedsType: 'A key belongs to a wage type.',
  files: 'Files for payroll',
  filesText: 'What is withheld, tax-free amounts with the receipts that prove them, and files for DATEV.',
  yearFile: (year: string) => `Tax-free ${year}`,
  settings: 'Settings of payroll',
};
