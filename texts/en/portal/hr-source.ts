import { n } from '../number.ts';

/** The HR system of an integration, on its page. */
export const hrSource = {
  status: 'Last attempt',
  next: 'Next time',
  nextManual: 'only when you click “Fetch now”',
  schedule: 'Schedule',
  schedules: {
    daily: (time: string) => `every day at ${time}`,
    hourly: (hours: number) => (hours === 1 ? 'every hour' : `every ${n(hours)} hours`),
    manual: 'by hand',
  },
  fetchNow: 'Fetch now',
  fetchStarted: 'The list is being fetched.',
  changeCredentials: 'Change the credentials',
  changeMapping: 'Change the fields',
  changeSchedule: 'Change the schedule',
  remove: 'Disconnect the HR system',
  removeTitle: (system: string) => `Disconnect ${system}?`,
  removeText:
    'The service forgets the credentials and fetches nothing any more. People and tickets stay as they are. You can then send lists yourself, or connect a system again.',
  removed: 'The HR system is disconnected.',
  draftTitle: 'Setting up is not finished',
  draftText: 'Until then, nothing is fetched.',
  draftChange: 'You have begun to change the source. Until you finish, the service fetches as before.',
  continue: 'Continue',
  pulls: 'Fetched lists',
  pullsText: 'The latest first.',
  noPulls: 'Nothing has been fetched yet.',
  when: 'When',
  by: { schedule: 'by schedule', hand: 'by hand', preview: 'for a preview' },
  result: 'Result',
  results: {
    queued: 'Waiting',
    fetching: 'Being fetched',
    accepted: 'Fetched',
    previewed: 'Preview',
    failed: 'Failed',
  },
  people: (count: number) => (count === 1 ? '1 person' : `${n(count)} people`),
  cancelled: 'Cancelled',
  stopped: 'The source was changed meanwhile',
  toSync: 'See the sync',
  failedTitle: 'The list could not be fetched',
  failedText: 'Nobody has been changed. Tickets stay as they are until a list can be fetched.',
  gaps: 'Fetch nonetheless',
  gapsTitle: 'Fetch without these values?',
  gapsText: {
    terminationDate:
      'Only do so if it is true that nobody has a last day at the moment. Otherwise people who have left keep their tickets.',
    absences:
      'Only do so if it is true that nobody is absent any more. Otherwise paused tickets start again, and your company pays for them.',
  },
  silentAdvice: 'Fetch it now under “HR system”, or see there what failed.',
  hint: 'Have the list fetched',
  hintText:
    'Lists are sent to this integration. The service can also fetch them itself, from Personio, BambooHR and others, or as a file.',
  hintNew: 'For that, you connect a new integration. Afterwards it can take over the people of this one.',
  connect: 'Connect an HR system',
};
