/** Instead of the name of a company or an integration, if mails do not print it. */
export const unnamed = {
  company: {
    /** Above the mail. */
    head: 'Job ticket',
    /** Who offers something, at the beginning of a sentence and within it. */
    subject: 'Your employer',
    subjectWithin: 'your employer',
    /** After “of”. */
    of: 'your employer',
  },
  /** After “of”. */
  integration: 'an integration',
};

/** The first line of a mail to an employee. A name is null if mails do not print it. */
export const greeting = (firstName: string | null, _lastName: string | null) =>
  firstName === null ? 'Hello,' : `Hello ${firstName},`;
