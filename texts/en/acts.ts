/** What employees can do on their page: for the page, mails and the portal. */
export const actNames = {
  enrol: 'Order a ticket',
  'change-plan': 'Pay another way',
  pause: 'Pause',
  resume: 'End the pause',
  cancel: 'Cancel',
  'withdraw-cancellation': 'Withdraw the cancellation',
};

/** What an action means, whoever does it. */
export const acts = {
  starts: (day: string) => `The subscription starts on ${day}.`,
  offered: 'A contract is offered first. Nothing begins before it is signed.',
  planKept: 'The change of plan is taken back. Plan and contract stay as they are.',
  plan: (plan: string, day: string) => `From ${day}: ${plan}.`,
  planOffered: 'A contract is offered first. Until it is signed the present plan stays.',
  paused: (from: string, until: string | null) =>
    until
      ? `No ticket from ${from}. The next one comes on ${until}.`
      : `No ticket from ${from} until somebody resumes it.`,
  resumed: (day: string) => `Tickets again from ${day}.`,
  ends: (day: string, last: string) => `The last ticket is that of ${last}. From ${day} there is none.`,
  dropped: 'The subscription has not begun yet and will not begin.',
  withdrawn: 'The end is taken back.',
};
