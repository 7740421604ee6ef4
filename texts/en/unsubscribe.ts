/** The pages on which people stop mails. */
export const unsubscribe = {
  /** Of an employee. */
  monthly: {
    on: {
      title: 'Stop the monthly mail?',
      text: 'Every month you get a mail with your job ticket. Your ticket stays valid without the mail, too.',
      button: 'Stop the mail',
      page: 'You find your ticket and your receipts on your page, too.',
      link: 'Get the link to my page',
    },
    off: {
      title: 'The monthly mail is stopped',
      text: 'Your job ticket stays valid.',
      button: 'Get the mail again',
      page: 'You find your ticket and your receipts on your page.',
      link: 'Get the link to my page',
    },
  },
  /** Of the technical contact of an integration. */
  contact: {
    on: {
      title: 'Stop the mails about this integration?',
      text: (company: string, integration: string) =>
        `${company} has entered your address as the technical contact of the integration ${integration}. If you stop the mails, the address is deleted.`,
      button: 'Stop the mails',
    },
    off: {
      title: 'You get no mails about this integration',
      text: (company: string, _integration: string) =>
        `Your address is not entered. ${company} can enter it again.`,
    },
  },
};
