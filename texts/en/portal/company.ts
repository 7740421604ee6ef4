import { n } from '../number.ts';

export const company = {
  menu: 'Settings',
  title: 'Company settings',
  text: 'They apply from now on. What has been issued or signed stays as it is.',
  basics: 'Company',
  name: 'Name',
  locale: 'Language of documents',
  locales: {
    'de-DE': 'German (Germany)',
    'de-AT': 'German (Austria)',
    'en-GB': 'English (United Kingdom)',
    'en-US': 'English (United States)',
  },
  timeZone: 'Time zone',
  timeZoneHelp: 'Decides when a new day, and so a new month, begins.',
  money: 'Plan and subsidy',
  defaultPlan: 'Plan for new people',
  subsidy: 'Subsidy per person and month',
  nextPrice: (month: string, price: string) => `From ${month} on, it costs ${price}.`,
  price: (price: string) =>
    `The ticket costs ${price} a month. From a quarter of it as subsidy, 5\u00a0% are taken off.`,
  amountWrong: 'Please enter an amount such as 25.00.',
  amountTooLarge: (most: string) => `At most ${most}.`,
  abovePrice: (price: string) =>
    `This is more than the ticket costs (${price}). The company then pays the whole ticket, and nothing beyond it.`,
  abovePriceTitle: 'The subsidy is above the price of the ticket',
  abovePriceMeant: (amount: string) => `I do mean ${amount}.`,
  retentionTooLong: (months: number) => `At most ${n(months)} months.`,
  contributions: 'What people pay then',
  plan: 'Plan',
  companyPays: 'Company',
  employeePays: 'Employee',
  enrolment: 'Enrolment',
  mail: 'Mail',
  mailEmployees: 'Mail contracts and tickets to employees',
  mailEmployeesText:
    'From now on, people get a mail when a contract is offered, up to two reminders, and every month their ticket. Nothing is mailed for the past.',
  mailNotSetUp: 'The operator has not set up mail yet.',
  autoEnrol: 'Enrol new people automatically',
  autoEnrolText:
    'Whoever appears on a roster gets a ticket without anybody ordering it. Off by default, so that a first roster does not buy thousands of tickets.',
  cutOffs: 'Cut-off days',
  cutOffsText:
    'Until this day of the month an order takes effect with the next month, after it a month later. They apply to people’s actions, never to what the HR system says.',
  orderUntil: 'Orders until the',
  cancelUntil: 'Cancellations until the',
  pauseUntil: 'Pauses until the',
  lastDay: 'last day of the month',
  dayOfMonth: (day: number) =>
    `${day}${{ 1: 'st', 2: 'nd', 3: 'rd', 21: 'st', 22: 'nd', 23: 'rd' }[day] ?? 'th'}`,
  privacy: 'Privacy',
  retention: 'Data of people who left can be erased after',
  retentionHelp:
    'When somebody has left, their data can only be erased after this time, by the operator of the service. Nothing is erased by itself. Tickets, amounts and receipts stay for accounting, without the name.',
  months: 'months',
  review: 'Review the changes',
  reviewTitle: 'What changes',
  concernsNobody: 'Nobody’s amounts change next month.',
  concerns: (count: number) =>
    count === 1
      ? 'The amounts of 1 ticket of next month change. In total per month:'
      : `The amounts of ${n(count)} tickets of next month change. In total per month:`,
  atMostSigned: 'Employees pay at most what they have signed, until they accept new terms.',
  atFirst: 'From next month',
  onceAccepted: 'Once all have accepted',
  employeesPay: 'Employees',
  offersNewTerms: (count: number) =>
    count === 1
      ? '1 person is offered new terms at once. If the person rejects them, the subscription ends.'
      : `${n(count)} people are offered new terms at once, also those whose subscription is paused or has not begun. A person who rejects them loses the subscription.`,
  withdrawsNewTerms: (count: number) =>
    count === 1
      ? '1 offer of new terms is withdrawn, because the amount is no longer above the signed one.'
      : `${n(count)} offers of new terms are withdrawn, because the amounts are no longer above the signed ones.`,
  replacesOffers: (count: number) =>
    count === 1
      ? '1 open offer is replaced by one with the new amounts.'
      : `${n(count)} open offers are replaced by offers with the new amounts.`,
  autoEnrols: (count: number) =>
    count === 1
      ? 'What it would order for the 1 person who waits'
      : `What it would order for the ${n(count)} people who wait`,
  autoEnrolsText:
    'From now on whoever is new on a roster is enrolled. Those who wait already are enrolled when a roster says something new about them, or at once under “Employees”.',
  data: 'Data for receipts and payroll',
  dataText: 'Receipts freeze it when they are issued. Receipts issued before stay as they are.',
  missingData: (names: string) => `Receipts do not show yet: ${names}.`,
  legalName: 'Legal name',
  legalNameHelp: 'On new contracts, receipts and statements. Without it they show the name above.',
  address: 'Address',
  taxNumber: 'Tax number',
  costCentre: 'Cost centre',
  wageType: 'Wage type',
  wageTypeHelp: 'Under which payroll withholds the employees’ shares.',
  payrollColumns: 'Columns of the payroll file',
  payrollColumnsHelp: 'In the order in which you choose them.',
  notEntered: 'not entered',
  nothing: 'Nothing has been changed.',
  on: 'on',
  off: 'off',
};

export const audit = {
  title: 'Audit log',
  text: 'Who changed what, and when. Nothing can be removed from it.',
  when: 'When',
  who: 'Who',
  what: 'What',
  details: 'Details',
  anyActor: 'By anybody',
  search: 'Person or user',
  anyKind: 'Every subject',
  withViews: 'Page views too',
  kind: 'About',
  kinds: {
    subscriptions: 'Subscriptions',
    contracts: 'Contracts',
    people: 'People',
    documents: 'Documents',
    syncs: 'Integrations and syncs',
    views: 'Views and exports',
    access: 'Access, keys and webhooks',
    company: 'Company and prices',
  },
  ofPerson: (name: string) => `Only entries about ${name}`,
  everybody: 'Show everything',
  none: 'Nothing recorded',
  noneText: 'Nothing fits these filters.',
};
