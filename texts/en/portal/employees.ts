import { n } from '../number.ts';

export const employees = {
  title: 'Employees',
  text: 'Everybody your HR systems list, and those added by hand.',
  add: 'Add a person',
  enrolWaiting: (count: number) =>
    count === 1 ? 'Order for 1 waiting person' : `Order for ${n(count)} waiting people`,
  search: 'Name, e-mail or personnel number',
  filters: 'Filters',
  plan: 'Plan',
  contract: 'Contract',
  integration: 'Integration',
  anyPlan: 'Every plan',
  groupTitle: 'Group',
  anyGroup: 'Every group',
  anyContract: 'Any contract',
  anyIntegration: 'Every integration',
  anyPayroll: {
    costCentre: 'Every cost centre',
    department: 'Every department',
    location: 'Every location',
    legalEntity: 'Every legal entity',
  },
  clear: 'Clear the filters',
  columns: 'Columns',
  columnsText: 'This browser remembers them.',
  waiting: 'Waiting for an order',
  savedFilters: 'Saved filters',
  savedFiltersText: 'This browser remembers your filters under a name.',
  manageFilters: 'Manage filters',
  saveFilter: 'Save filters',
  filterName: 'Name of the filters',
  removeFilter: 'Remove',
  selection: 'Selection',
  select: (name: string) => `Select ${name}`,
  selectPage: 'Select everybody on this page',
  selected: (count: number) => (count === 1 ? '1 person selected' : `${n(count)} people selected`),
  selectAll: (count: number) => `Select all ${n(count)} who match`,
  selectNobody: 'Clear selection',
  bulk: {
    names: {
      enrol: 'Order tickets',
      'change-plan': 'Change plan',
      pause: 'Pause',
      cancel: 'Cancel',
      'send-links': 'Mail links again',
    },
    titles: {
      enrol: (count: number) =>
        count === 1 ? 'Order a ticket for 1 person' : `Order tickets for ${n(count)} people`,
      'change-plan': (count: number) =>
        count === 1 ? 'Change the plan of 1 person' : `Change the plan of ${n(count)} people`,
      pause: (count: number) => (count === 1 ? 'Pause 1 person' : `Pause ${n(count)} people`),
      cancel: (count: number) =>
        count === 1
          ? 'Cancel the subscription of 1 person'
          : `Cancel the subscriptions of ${n(count)} people`,
      'send-links': (count: number) =>
        count === 1 ? 'Mail 1 person the link' : `Mail ${n(count)} people their links`,
    },
    texts: {
      enrol: 'Choose the plan for these people. Select people who need another plan separately.',
      'change-plan': 'The new plan applies from the next first, or once the contract is signed.',
      pause: 'Whole months. Tickets that are issued stay valid until the end of the month.',
      cancel: 'Tickets that are issued stay valid until the end of the month.',
      'send-links': 'Each person gets a mail with the link to their page: ticket, contract and receipts.',
    },
    confirm: {
      enrol: (count: number) => (count === 1 ? 'Order for 1 person' : `Order for ${n(count)} people`),
      'change-plan': (count: number) =>
        count === 1 ? 'Change for 1 person' : `Change for ${n(count)} people`,
      pause: (count: number) => (count === 1 ? 'Pause 1 person' : `Pause ${n(count)} people`),
      cancel: (count: number) => (count === 1 ? 'Cancel for 1 person' : `Cancel for ${n(count)} people`),
      'send-links': (count: number) => (count === 1 ? 'Mail 1 person' : `Mail ${n(count)} people`),
    },
    possible: (possible: number, all: number) =>
      all === 1 && possible === 1
        ? 'Possible for this person.'
        : possible === all
          ? `Possible for all ${n(all)}.`
          : `Possible for ${n(possible)} of ${n(all)} people.`,
    people: (count: number) => (count === 1 ? '1 person:' : `${n(count)} people:`),
    more: (count: number) => `and ${n(count)} more`,
    from: (day: string) => `from ${day}`,
    paused: (from: string, until: string | null) =>
      until ? `Paused from ${from} to ${until}.` : `Paused from ${from} until somebody resumes.`,
    ends: (day: string) => `The last day with a ticket is ${day}.`,
    costs: 'How the monthly costs change',
    employer: 'Employer',
    employees: 'Employees',
    refused: (count: number) =>
      count === 1 ? 'Not possible for 1 person' : `Not possible for ${n(count)} people`,
    running: 'Under way. You can leave this page.',
    progress: (done: number, all: number) => `${n(done)} of ${n(all)}`,
    finished: (done: number, all: number) =>
      all === 1 && done === 1
        ? 'Done for this person.'
        : done === all
          ? `Done for all ${n(all)}.`
          : `Done for ${n(done)} of ${n(all)} people.`,
    startedBy: (user: string) => `Started by ${user}.`,
    notDone: 'Not done',
    doneFor: 'Done',
    why: 'Why',
    failed: 'An error in the service. Please try again for this person.',
    allDone: 'Done for everybody',
    backToList: 'Back to employees',
    contractsText: 'Where a contract is needed, the ticket starts once it is signed.',
    contractsLink: 'See the open contracts',
  },
  person: 'Person',
  contribution: 'Pays for next ticket',
  nextTicket: 'Next ticket',
  nobody: 'Nobody fits',
  nobodyText: 'Try fewer filters, or another spelling.',
  nobodyYet: 'Nobody here yet',
  nobodyYetText: 'Push a roster through an integration, or add the first person by hand.',
  addTitle: 'Add a person by hand',
  addText: 'For people no HR system lists. They get no ticket yet: enrol them on their page.',
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  personnelNumber: 'Personnel number',
  payrollHelp: 'For payroll. Once a roster lists the person, the values of the roster are used.',
  emailKnown: (name: string) => `${name} has this e-mail address already. Is it the same person?`,
  added: (name: string) => `${name} has been added.`,
  waitingText:
    'These people are on a roster, but nobody has ordered tickets for them. Choose who is to get one, then “Order tickets”. You see what it costs before you order.',
  chooseWaiting: 'Choose who gets a ticket',
  group: (people: number, plan: string) => `${n(people)} × ${plan}`,
  eachPays: (amount: string) => `${amount} a month each`,
  startsOn: (day: string) => `first ticket on ${day}`,
  needsContract: 'once the contract is signed',
  perMonth: 'Together, per month',
  companyPays: 'The company pays',
  employeesPay: 'The employees pay',
};
