import { n } from '../number.ts';

export const conflicts = {
  title: 'The same person?',
  open: (count: number) =>
    count === 1
      ? '1 personnel number may belong to somebody else now'
      : `${n(count)} personnel numbers may belong to somebody else now`,
  decide: 'Decide who it is',
  text: 'The roster uses a known personnel number for somebody with another birth date and another first name or e-mail address. Or the data is that of somebody else who is on the roster already. Until you decide, the record stays as it is.',
  exchanged: 'These two numbers seem to have been exchanged.',
  record: 'On record',
  roster: 'On the roster',
  number: 'Personnel number',
  sameTitle: 'Is it the same person?',
  sameText: (record: string) =>
    `The data of the roster then applies to ${record}. The subscription and its tickets stay.`,
  freshTitle: 'Is it another person?',
  freshText: (record: string, entry: string, number: string) =>
    `Number ${number} goes to ${entry}. Somebody who is known with this e-mail address, first name and birth date keeps subscription and tickets; otherwise a person is added. ${record} loses the number, and is offboarded unless another integration lists this person.`,
  exchangeTitle: 'Were the numbers exchanged?',
  exchangeText: (record: string, other: string) =>
    `${record} and ${other} each get the number of the other one. Subscriptions and tickets stay with their people.`,
  bothSame: 'Both numbers stay',
  bothSameText: (record: string, other: string) =>
    `The numbers stay. The names and addresses of the roster then apply to ${record} and ${other}. Subscriptions and tickets stay.`,
  decided: 'Decided, and done.',
};

export const duplicates = {
  title: 'One person or two?',
  open: (count: number) =>
    count === 1
      ? 'Two personnel numbers may be one person'
      : `${n(count)} pairs of personnel numbers may be one person each`,
  decide: 'Decide whether it is one person or two',
  text: 'The roster lists two personnel numbers with the same first name, e-mail address and birth date. A number without a record gets none until you decide. Running subscriptions go on.',
  numbers: 'Personnel numbers',
  and: 'and',
  twoTitle: 'Are they two people?',
  twoText: (hasRecord: boolean): string =>
    hasRecord ? 'Both records stay as they are.' : 'The second number gets a record of its own.',
  sameText: (number: string, hasRecord: boolean): string =>
    hasRecord
      ? `The person with number ${number} is offboarded. The other record stays.`
      : `Number ${number} gets no record. It takes over if the other number leaves.`,
};
