import type { greeting as enGreeting, unnamed as enUnnamed } from '../../en/mails/names.ts';

export const unnamed: typeof enUnnamed = {
  company: {
    head: 'Jobticket',
    subject: 'Ihr Arbeitgeber',
    subjectWithin: 'Ihr Arbeitgeber',
    of: 'Ihrem Arbeitgeber',
  },
  integration: 'einer Anbindung',
};

export const greeting: typeof enGreeting = (firstName, lastName) =>
  firstName === null || lastName === null ? 'Guten Tag,' : `Guten Tag ${firstName} ${lastName},`;
