import { n } from '../number.ts';
import { statements } from '../statements.ts';

export const costs = {
  ...statements.columns,
  title: 'Costs',
  text: 'What the tickets cost, month by month: from the same amounts as the receipts.',
  byMonth: 'Cost by month',
  byMonthText: 'What employer and employees pay together. Choose a month to see its lines.',
  chartTable: 'The chart as a table',
  series: {
    employerFull: 'Employer, whole ticket',
    employerShared: 'Employer, subsidy',
    employeeSalary: 'Employees, from the salary',
    employeeDirect: 'Employees, paid directly',
  },
  running: 'The month is not over. Tickets can still be issued or refunded.',
  final: 'The month is over. Nothing changes any more.',
  none: 'No costs yet',
  noneText: 'Costs appear with the first tickets.',
  noneInMonth: 'No tickets were charged in this month.',
  nobody: 'Nobody fits this search.',
  employer: 'Employer pays',
  employees: 'Employees pay',
  ofThatWithheld: (amount: string) => `of that ${amount} from salaries`,
  lessDiscount: (amount: string) => `less ${amount} discount`,
  ofThatBeyond: (amount: string) => `of that ${amount} beyond the subsidy`,
  ticketCount: 'Tickets',
  refunded: (count: number) => (count === 1 ? '1 refunded' : `${n(count)} refunded`),
  together: 'Price less discount',
  since: (difference: string, month: string) => `${difference} against ${month}`,
  unchanged: (month: string) => `as in ${month}`,
  beyondTitle: (amount: string) => `The company bears ${amount} beyond the subsidy.`,
  beyondText:
    'Some employees pay less than the present amount, because they have not accepted new terms. They pay at most what they have signed; the company bears the difference.',
  beyondLink: 'Offer the present amounts',
  byPlan: 'By plan',
  breakdown: statements.breakdown,
  breakdownChoice: 'Costs by',
  breakdownBy: { 'cost-centre': 'By cost centre', 'legal-entity': 'By legal entity', group: 'By group' },
  all: 'All plans',
  lines: 'By person',
  person: 'Person',
  exportLines: 'Lines as CSV',
  noWageType: 'The payroll file has no wage type yet.',
  noWageTypeLink: 'Enter it in the settings',
  noNumber: (lines: number) =>
    lines === 1
      ? '1 line of the payroll file has no personnel number:'
      : `${n(lines)} lines of the payroll file have no personnel number:`,
  andMore: (count: number) => `and ${n(count)} more`,
};
