import { vocabulary } from '../vocabulary.ts';

export const ownPage = {
  title: 'Employees’ page',
  text: 'Every employee has a page with ticket, contract and receipts. Here you decide what employees can do there.',
  acts: 'What employees may change',
  actsText:
    'Order, pause, resume, cancel, and choose among the offered plans. Deadlines, contracts and costs are the same as if you did it.',
  mode: 'Changes on the own page',
  modes: vocabulary.employeeActions,
  modesText: {
    none: 'Employees see their ticket and answer contracts. They ask you for everything else.',
    ask: 'Employees ask on their page, and you answer under “Requests”. The day of the request counts for the deadline. They get the answer by mail.',
    direct:
      'Employees decide themselves. They can also take back what you have cancelled or paused. The log says who did it.',
  },
};
