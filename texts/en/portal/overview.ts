import { n } from '../number.ts';

export const overview = {
  title: 'Overview',
  attention: 'Needs attention',
  calm: 'All is well',
  calmText:
    'Rosters come as usual, none is held, refused or failed, nobody waits to be enrolled, all contracts are answered.',
  silent: (integration: string, since: string) => `No roster from ${integration} since ${since}`,
  silentFromStart: (integration: string) => `No roster has come from ${integration} yet`,
  held: (integration: string, count: number) =>
    count === 1
      ? `${integration}: a sync is held, 1 person would leave`
      : `${integration}: a sync is held, ${n(count)} people would leave`,
  heldText: 'Nobody leaves before you have approved. Look at who is concerned.',
  heldNumbers: (integration: string, count: number) =>
    count === 1
      ? `${integration}: sync held, 1 person waits`
      : `${integration}: sync held, ${n(count)} people wait`,
  heldNumbersText: 'Unusually many are listed under a new personnel number. Please have a look.',
  manyLeft: (integration: string, count: number, all: number) =>
    `${integration}: ${n(count)} of ${n(all)} people have left`,
  manyLeftText:
    'That is unusually many at once. Nothing was held. If the roster was incomplete, send the complete one. Otherwise mark the sync as seen.',
  failed: (integration: string) => `The last sync from ${integration} failed`,
  failedText: 'Nothing was changed.',
  refused: (integration: string, count: number) =>
    count === 1
      ? `A roster of ${integration} was refused`
      : `${n(count)} rosters of ${integration} were refused`,
  notFetched: (integration: string) => `The roster of ${integration} could not be fetched`,
  refusedText: (reason: string) =>
    `${reason}. None has been accepted since, so changes from there are missing.`,
  key: (name: string, until: string) => `The API key “${name}” expires on ${until}`,
  keyExpired: (name: string, on: string) => `The API key “${name}” expired on ${on}`,
  keyExpiredText: 'Rosters sent with it are refused. Make a new key and enter it in the HR system.',
  keyText: 'Then the HR system can no longer send rosters with it. Make a new key in time.',
  groupMoves: (people: number, all: number) => `${n(people)} of ${n(all)} people would come to another group`,
  groupMovesText: 'A roster changed the fields that decide about groups. Nobody moves until you decide.',
  webhook: (host: string) => `The webhook to ${host} is disabled`,
  webhookText: {
    failing: (when: string) =>
      `After three days without success it was disabled on ${when}. The program there gets no events until you switch it on.`,
    gone: (when: string) =>
      `The receiver answered on ${when} that the address no longer exists. The program there gets no events.`,
  },
  decisions: (integration: string, count: number) =>
    count === 1 ? `${integration}: 1 person to identify` : `${integration}: ${n(count)} people to identify`,
  decisionsText: 'Please decide who it is. Until then none of them is added or updated.',
  disconnected: (integration: string) => `${integration} is disconnected`,
  disconnectedText: 'Its rosters are refused until you connect it again.',
  mails: (count: number) => (count === 1 ? '1 mail waits' : `${n(count)} mails wait`),
  mailsText: (moment: string) =>
    `So many links and repeated mails were sent in 24 hours that the others wait, the first until ${moment}. They are sent without your help. If somebody cannot wait, pass the link on.`,
  undeliverable: (count: number) =>
    count === 1 ? 'Mail does not reach 1 person' : `Mail does not reach ${n(count)} people`,
  undeliverableText: 'The mail server refused their address. Please correct it in the HR system.',
  contracts: (count: number) =>
    count === 1 ? '1 contract waits for a signature' : `${n(count)} contracts wait for a signature`,
  contractsText: 'Hand out the links so that people can sign.',
  contractsMailed: 'The links have been mailed. The service reminds of open contracts itself.',
  contractsReminded: 'The service reminds of contracts itself if their link was mailed.',
  contractsNotMailed: (count: number) =>
    count === 1
      ? 'The link to 1 contract has not been mailed'
      : `The links to ${n(count)} contracts have not been mailed`,
  contractsNotMailedText:
    'These contracts were offered before mail to employees was switched on, or the mail did not arrive. Select the people, then “Mail links again”.',
  nextPrice: (month: string, price: string, before: string) =>
    `From ${month} on, the ticket costs ${price} instead of ${before}`,
  nextPriceHigher:
    'People who pay a share are offered a contract with the new amounts in time. The service does that by itself. Nobody pays more than they have signed; until then the company bears the difference.',
  nextPriceLower:
    'If a share falls because of it, the smaller amount counts by itself. There is nothing to sign.',
  monthReady: (month: string) => `${month} is ready for payroll`,
  monthReadyText: 'Look at the files and hand the month over.',
  requests: (count: number) =>
    count === 1 ? '1 request of an employee' : `${n(count)} requests of employees`,
  requestsText: 'The day of the request counts for deadlines, as long as its month has not begun.',
  waiting: (count: number) =>
    count === 1 ? '1 person waits to be enrolled' : `${n(count)} people wait to be enrolled`,
  waitingText: (count: number): string =>
    count === 1
      ? 'The roster lists this person, but nobody has ordered a ticket yet.'
      : 'The roster lists them, but nobody has ordered a ticket for them yet.',
  employeesInAll: (count: number) => (count === 1 ? '1 employee' : `${n(count)} employees`),
  ticketsOf: (month: string) => `Tickets in ${month}`,
  monthBefore: (month: string, number: string) => `${month}: ${number}`,
  costOf: (month: string) => `Cost in ${month}`,
  costBefore: (month: string, cost: string, share: string) =>
    `${month}: ${cost}. Employees pay ${share} on top.`,
  answeredContracts: 'Contracts answered',
  answeredOf: (answered: string, offered: string) => `${answered} of ${offered}`,
  openContracts: (count: number): string =>
    count === 0 ? 'None is open.' : count === 1 ? '1 is open.' : `${n(count)} are open.`,
  openNewTerms: (count: number) => `In addition, ${n(count)} with new amounts.`,
  steps: {
    title: 'The way to the first tickets',
    progress: (done: number, all: number) => `${n(done)} of ${n(all)} steps are done.`,
    done: 'done',
    names: {
      integration: 'Create an integration',
      delivery: 'Send the first roster',
      tickets: 'Decide who gets tickets',
      contractData: 'Complete the company data',
    },
    texts: {
      integration: 'It stands for the HR system that your list of employees comes from.',
      delivery: 'By a program with an API key, or as a file on the page of the integration.',
      tickets: 'Set plan and subsidy, then order automatically or choose people under “Employees”.',
      contractData: 'Legal name, address and tax number stand on contracts and receipts.',
    },
  },
  nextIssue: 'Next issue',
  inDays: (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${n(days)} days`),
  byStatus: 'Subscriptions',
  syncs: 'Recent syncs',
  syncsText: 'What each roster changed.',
  added: 'Added',
  updated: 'Updated',
  offboarded: 'Offboarded',
  marks: { held: 'Held for approval', failed: 'Failed', unchanged: 'Nothing changed' },
  cut: 'A few syncs are far larger than the others. Their columns are cut off at the top; the number above is the whole.',
  noSyncs: 'No roster has arrived yet',
  noSyncsText: 'Create an integration and a key, then push your first roster. It can be previewed first.',
  chartTable: 'The same as a table',
  run: 'Sync',
  time: 'Time',
};
