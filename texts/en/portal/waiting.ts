import { n } from '../number.ts';

/** Entries of restricted keys that wait for a decision. */
export const waiting = {
  title: 'Whose entries are these?',
  text: 'The API key that sent these entries is restricted. Somebody outside its integrations has the e-mail address. Until you decide, nothing is applied, and the key learns nothing about these people. Nobody leaves because of it.',
  open: (count: number) =>
    count === 1 ? '1 entry waits for your decision' : `${n(count)} entries wait for your decision`,
  decide: 'Decide whose entries they are',
  entry: 'On the roster',
  number: 'Personnel number',
  firstDay: 'First day',
  knownAs: 'Known with this e-mail address',
  listedBy: (names: string) => `listed by ${names}`,
  listedByNobody: 'not listed by any HR system',
  fits: 'Birth date and first name fit',
  differs: 'Birth date or first name differs',
  hasNumber: (number: string) => `has number ${number} here already`,
  same: (name: string) => `It is ${name}`,
  sameTitle: (name: string) => `Is it ${name}?`,
  sameText: (name: string) =>
    `${name} gets a link to this integration. The API key that sent the entry can then see everything about this person: record, receipts and wallet links. Check that the entry is really about this person.`,
  fresh: 'New person',
  freshTitle: 'Is it a new person?',
  freshText: (name: string, number: string) => `${name} is added as a new person with number ${number}.`,
  decided: 'Decided, and done.',
  allSame: (count: number) => `Decide ${n(count)} as the same person`,
  allSameTitle: 'Decide all that fit?',
  allSameText: (count: number) =>
    count === 1
      ? '1 entry fits exactly one person by e-mail address, birth date and first name. The API key can then see everything about this person.'
      : `${n(count)} entries fit exactly one person each by e-mail address, birth date and first name. The API key can then see everything about these people.`,
  allFresh: (count: number) => (count === 1 ? 'Add 1 new person' : `Add ${n(count)} new people`),
  allFreshTitle: 'Add all that fit nobody?',
  allFreshText: (count: number) =>
    count === 1
      ? '1 entry has a known e-mail address, but another birth date or first name. A new person is added.'
      : `${n(count)} entries have a known e-mail address, but another birth date or first name. A new person is added for each.`,
  allRest: 'Entries that share an e-mail address are left out. Decide about them one by one.',
  allDone: (count: number) => (count === 1 ? '1 entry decided.' : `${n(count)} entries decided.`),
  movingHint:
    'Is this a move from one HR system to another? In the settings below, this integration can take over the people of another one.',
  decidedTitle: 'Decided entries',
  decidedText:
    'If you take a decision back, the person leaves this integration, and the API key no longer sees the person. The entry waits again.',
  wasDecided: 'Decided',
  as: 'As',
  person: 'Person',
  decisions: { 'same-person': 'Same person', 'new-person': 'New person' },
  erased: 'no longer there',
  takeBack: 'Take back',
  takeBackTitle: 'Take the decision back?',
  takeBackText: (name: string) =>
    `${name} leaves this integration, and the API key no longer sees this person. Links to the person's page that were sent until now stop working. The entry waits again.`,
  takenBack: 'Taken back.',
  takesOver: 'Take over people of other integrations',
  takesOverText:
    'For the move from one HR system to another: entries with the e-mail address and birth date of these people are linked at once, also if the API key is restricted to this integration. Whoever has that key can then find out about these people. Applies from the next roster on.',
};
