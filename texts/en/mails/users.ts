const validUntil = 'Valid until';

export const invitation = {
  subject: (company: string) => `Invitation to the job ticket portal of ${company}`,
  preview: (until: string) => `Choose a password. The link is valid until ${until}.`,
  title: 'You are invited to the job ticket portal',
  by: (inviter: string, company: string) =>
    `${inviter} has invited you to the job ticket portal of ${company}.`,
  /** By the operator. */
  byNobody: (company: string) => `You are invited to the job ticket portal of ${company}.`,
  role: 'Your role',
  mayDo: 'What you may do',
  validUntil,
  accept: 'Accept the invitation',
  note: 'The link is only for you. Do not pass it on: anybody who opens it can create your account.',
  footer: 'If you did not expect this invitation, delete this message. Nothing will happen.',
};

export const passwordReset = {
  subject: 'A new password for the job ticket portal',
  preview: 'Use this link to choose a new password.',
  title: 'Choose a new password',
  intro: (company: string) =>
    `A new password was requested for your account in the job ticket portal of ${company}.`,
  account: 'Account',
  validUntil,
  choose: 'Choose a new password',
  note: 'Your present password works until you have chosen a new one. After that, you are signed out everywhere.',
  footer: 'If you do not need a new password, delete this message and tell an administrator of your company.',
};
