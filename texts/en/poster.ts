/** The poster with the join link. */
export const poster = {
  title: 'Your job ticket',
  by: (company: string) => `A monthly ticket for local public transport, from ${company}.`,
  steps: [
    '1. Scan the code with the camera of your phone.',
    '2. Enter the e-mail address that your employer has, and your date of birth.',
    '3. You get a mail with the link to your own page. There you find your ticket.',
  ],
  orType: 'Without a camera: open this address.',
  footer: 'HR answers questions.',
  fileName: 'job-ticket-poster',
};
