/** The guide to connecting an HR system (`/guides/connect-SYSTEM`). What to click there is in `hr-systems.ts`. */
export const connectGuide = {
  title: (system: string) => `Connect ${system}`,
  files: (name: string) => `Connect: ${name}`,
  intro: (system: string) =>
    `The service fetches the list of your employees from ${system} itself, usually every night. Nobody has to program anything. It takes about ten minutes. You need the role of an admin or of HR in the portal, and somebody who may change settings in ${system}.`,
  filesIntro:
    'The service fetches the list of your employees itself, usually every night, from a file that your HR or payroll system writes. You need the role of an admin or of HR in the portal, and somebody who can set up the export.',
  dropIntro:
    'Your HR or payroll system sends a file with the list of your employees, usually every night, and the service makes a list of it. You need the role of an admin or of HR in the portal, and somebody who can set up the export.',
  there: (system: string) => `In ${system}`,
  filesThere: 'In your system',
  here: 'In the portal',
  open: (title: string, system: string) =>
    `Open **HR integrations**, **${title}**, and choose **${system}**. You can stop at any time and continue later.`,
  inputs: (step: string) => `**${step}.** Enter:`,
  rare: 'few need it',
  dropInputs: (step: string) =>
    `**${step}.** Usually there is nothing to change. Then the portal shows the address to which your system sends the file, and the folder if there is one.`,
  dropTest: (step: string) =>
    `**${step}.** Let your system send a first file. As soon as it is here, the portal shows its columns.`,
  dropSchedule: (step: string) =>
    `**${step}.** There is nothing to choose: a list is made of each file. Connect.`,
  test: (step: string) =>
    `**${step}.** The portal asks the system and shows how many people it sees, which rights are missing and three examples. Values are hidden until you ask for them.`,
  mapping: (step: string) =>
    `**${step}.** Check which field is which: what was recognised is chosen already. Say what the types of absence mean. Types that never pause a ticket are not fetched.`,
  preview: (step: string) =>
    `**${step}.** You see what the first list would do, person by person. Nothing has been changed yet.`,
  schedule: (step: string) => `**${step}.** Choose when the list is fetched, and connect.`,
  afterwards: 'Afterwards',
  afterwardsText: [
    'The page of the integration shows every list, what it changed, and when the next one is fetched.',
    'A list that is not complete changes nobody. Admins and HR get a mail that says what is missing and where to grant it.',
    'If many people would lose their ticket at once, the service waits for your decision.',
    'The credentials are stored encrypted and are never shown again. You can enter new ones on the page of the integration; until you confirm them, the old ones are used.',
  ],
  trouble: 'If something does not work',
  message: 'Message',
  remedy: 'What to do',
};

/** Around every page of `/guides`. */
export const guides = {
  skip: 'Skip to the content',
  places: 'Places',
  pages: 'Pages',
  all: 'All pages',
  guides: 'Guides',
  forHr: 'For HR',
  reference: 'Reference',
  api: 'API',
  portal: 'Portal',
  next: 'Next',
};
