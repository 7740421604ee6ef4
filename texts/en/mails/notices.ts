/** The number decides about the plural. It is written as in the company's locale. */
export interface Count {
  number: number;
  shown: string;
}

const people = ({ number, shown }: Count) => (number === 1 ? '1 person' : `${shown} people`);

const ticketsStay =
  'Until the next roster is applied, tickets stay as they are: new people get none, and people who have left keep theirs.';

const seeSync = 'See the sync';
const seeIntegration = 'See the integration';

/** Something that somebody should look at: its title, what has happened, what it means for tickets, and the label of the link. */
export const notices = {
  held: (name: string, since: string, count: Count) => ({
    title: `Please decide: ${people(count)} of ${name} would be offboarded`,
    text: `The roster of ${since} has been applied, but ${people(count)} would be offboarded by it. That is more than this integration allows.`,
    meaning: 'These people keep their tickets until somebody approves or discards it.',
    action: seeSync,
  }),
  heldNumbers: (name: string, since: string, count: Count) => {
    const wait = count.number === 1 ? 'waits' : 'wait';
    return {
      title: `Please decide: ${people(count)} of ${name} ${wait} for approval`,
      text: `The roster of ${since} has been applied, but ${people(count)} ${wait} for approval: it lists unusually many people under new personnel numbers.`,
      meaning: 'These people keep their numbers and tickets until somebody approves or discards it.',
      action: seeSync,
    };
  },
  failed: (name: string, since: string) => ({
    title: `A roster of ${name} could not be applied`,
    text: `The roster of ${since} has arrived, but every attempt to apply it has failed. Nothing was changed.`,
    meaning: ticketsStay,
    action: seeSync,
  }),
  refused: (name: string, since: string, count: Count, reason: string, isIgnored: boolean) => {
    const done = isIgnored ? 'ignored' : 'refused';
    return {
      title: `A roster of ${name} was ${done}`,
      text:
        count.number === 1
          ? `That was on ${since}. ${reason}.`
          : `Since ${since}, ${count.shown} rosters were ${done} for the same reason. ${reason}.`,
      meaning: ticketsStay,
      action: seeIntegration,
    };
  },
  notFetched: (name: string, since: string, count: Count, reason: string) => ({
    title: `The roster of ${name} could not be fetched`,
    text:
      count.number === 1
        ? `That was on ${since}. ${reason}.`
        : `Since ${since}, it failed ${count.shown} times for the same reason. ${reason}.`,
    meaning: ticketsStay,
    action: seeIntegration,
  }),
  silent: (name: string, since: string, last: string | null) => ({
    title: `A roster of ${name} is missing`,
    text: last
      ? `The last roster came on ${last}. The next one was expected by ${since}.`
      : `The first roster was expected by ${since}.`,
    meaning: ticketsStay,
    action: seeIntegration,
  }),
  conflicts: (name: string, since: string, count: Count) => ({
    title:
      count.number === 1
        ? `Please decide: whose is a personnel number of ${name}?`
        : `Please decide: whose are ${count.shown} personnel numbers of ${name}?`,
    text: `Since ${since}, ${count.number === 1 ? 'a known number seems to belong to another person' : 'known numbers seem to belong to other people'}.`,
    meaning: 'Until somebody decides, nothing of it is applied. People who have a ticket keep it.',
    action: seeIntegration,
  }),
  entriesWaiting: (name: string, since: string, count: Count) => ({
    title:
      count.number === 1
        ? `Please decide: whose is an entry of ${name}?`
        : `Please decide: whose are ${count.shown} entries of ${name}?`,
    text: `Since ${since}, ${count.number === 1 ? 'an entry has the e-mail address of somebody' : 'entries have e-mail addresses of people'} to whom the API key that sent it has no access.`,
    meaning:
      'Until somebody decides, nothing of it is applied, and the key learns nothing about these people. People who have a ticket keep it.',
    action: seeIntegration,
  }),
  webhookDisabled: (name: string, since: string, reason: 'failing' | 'gone') => ({
    title: `The webhook to ${name} is disabled`,
    text:
      reason === 'gone'
        ? `On ${since} the receiver answered that the address does not exist any more.`
        : `Every attempt since ${since} has failed. After three days a webhook is disabled.`,
    meaning:
      'Tickets do not change. The program there is told nothing more until you switch the webhook on again.',
    action: 'See the webhook',
  }),
  keyExpiring: (name: string, until: string) => ({
    title: `The API key “${name}” expires soon`,
    text: `It is valid until ${until}.`,
    meaning:
      'After that, rosters that are sent with it are refused, and tickets do not follow them any more. Create a new key before.',
    action: 'See the API keys',
  }),
  monthReady: (month: string) => ({
    title: `${month} is ready for payroll`,
    text: `The tickets of ${month} have been issued, and the files for payroll are ready.`,
    meaning:
      'Look at them and hand the month over. Changes that come later are corrections in the files of the next month.',
    action: 'See the costs',
  }),
  invalidEntries: (name: string, since: string, count: Count) => ({
    title: `Rosters of ${name} keep having invalid entries`,
    text: `That has been so since ${since}. The last roster has ${count.number === 1 ? '1 invalid entry' : `${count.shown} invalid entries`}.`,
    meaning: 'Nothing changes for these people: new ones get no ticket, and those who have left keep theirs.',
    action: seeIntegration,
  }),
  groupMovesHeld: (name: string, since: string, { shown }: Count, all: Count) => ({
    title: `Please decide: ${shown} of ${all.shown} people would come to another group`,
    text: `The roster of ${name} of ${since} has been applied. It changed the fields that decide about groups, such as department or cost centre.`,
    meaning:
      'Nobody moves, and everybody pays what they paid, until somebody decides. If the export has lost a column, send a complete roster: then nobody moves.',
    action: 'See groups',
  }),
  largeOffboarding: (name: string, since: string, count: Count, all: Count) => ({
    title: `Please check: ${count.shown} of ${all.shown} people of ${name} have left`,
    text: `With the roster of ${since}, ${count.shown} of ${all.shown} people have left. This integration has no limit from which on so many are held for approval.`,
    meaning:
      'If the roster was incomplete, send the complete one today: then everybody is back. People whose subscription had not begun yet wait for enrolment afterwards, unless auto-enrol is on.',
    action: seeSync,
  }),
  requestsWaiting: (since: string, { number, shown }: Count) => ({
    title: number === 1 ? 'A request of an employee waits' : `${shown} requests of employees wait`,
    text: `The oldest one is from ${since}.`,
    meaning: 'Cut-offs count by the day of the request, as long as its month has not begun.',
    action: 'Answer requests',
  }),
  digest: (count: Count) =>
    count.number === 1
      ? 'One notice about your job tickets'
      : `${count.shown} notices about your job tickets`,
  footer: (company: string) =>
    `This mail is about the job tickets of ${company}. You choose in the portal, at your account, which mails you get.`,
};

/** The same to the technical contact of an integration, who has no account. */
export const contactNotice = {
  held: (name: string) => `A roster of ${name} waits for a decision`,
  portal: (company: string) =>
    `HR at ${company} sees more in the portal. The guide says what you can check in the export.`,
  action: 'Open the guide',
  reason: 'Answer of the API',
  /** Where the first invalid values are. */
  places: 'Places in the roster',
  footer: (company: string, name: string) =>
    `You get this mail because ${company} has entered your address as the technical contact of the integration ${name}.`,
  unsubscribe: 'Stop these mails and delete the address',
};
