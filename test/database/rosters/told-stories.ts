/** Stories that once contradicted a law of test/database/rosters/model.test.ts. Each run tells them, whatever its seed. */
import { NO_DAY } from '../../pure/models/roster-facts.ts';
import type { Edit, Step } from './steps.ts';

const submit = (edits: Edit[], { integration = 0, works = true } = {}): Step => ({
  step: 'submit',
  integration,
  edits,
  works,
});

/** The second roster is refused, because its only entry is invalid. HR corrects it, which renumbers the person. */
export const refusedAtFirst: [Step[], Edit[]] = [
  [submit([{ edit: 'hire', human: 0, hrId: '1' }])],
  [
    { edit: 'renumber', which: 0, hrId: '2' },
    { edit: 'set', which: 0, fields: { dateOfBirth: NO_DAY } },
  ],
];

const twins = submit([
  { edit: 'hire', human: 3, hrId: '5' },
  { edit: 'hire', human: 2, hrId: '6' },
]);

/** The roster lists Cleo under the number of her twin and omits her own. Cleo leaves, and the same roster no longer finds her present. */
export const twinLeaves: [Step[], Edit[]] = [
  [twins],
  [
    { edit: 'all-leave-but', keep: 0 },
    { edit: 'hire', human: 2, hrId: '5' },
  ],
];

/** As before, but Cleo's own number has a new address. */
export const twinChanges: [Step[], Edit[]] = [
  [twins],
  [
    { edit: 'hire', human: 2, hrId: '5' },
    { edit: 'set', which: 1, fields: { email: 'new@example.com' } },
  ],
];

/** Anna has left, the wrong roster lists her as employed on the first of a month, and a ticket is issued. */
export const begunByWrongRoster: [Step[], Edit[]] = [
  [
    submit([{ edit: 'hire', human: 0, hrId: '1' }]),
    submit([{ edit: 'terminate', which: 0, inDays: -3 }]),
    { step: 'clock', days: 16 },
  ],
  [{ edit: 'terminate', which: 0, inDays: null }],
];

/** The number 2 is set aside as a second number of Bert. The wrong roster gives it to Finn, whom another integration lists. */
export const numberOfSomebodyElse: [Step[], Edit[]] = [
  [
    submit([{ edit: 'hire-twice', human: 1, hrIds: ['1', '2'] }]),
    submit([{ edit: 'hire', human: 5, hrId: '7' }], { integration: 1 }),
  ],
  [{ edit: 'hire', human: 5, hrId: '2' }],
];

/** The roster before the wrong one exchanges two numbers. The wrong one omits Bert, so his number alone is in conflict afterwards. */
export const exchangedBefore: [Step[], Edit[]] = [
  [
    submit([
      { edit: 'hire', human: 0, hrId: '1' },
      { edit: 'hire', human: 1, hrId: '2' },
    ]),
    submit([{ edit: 'swap-numbers', which: 0, other: 1 }]),
  ],
  [{ edit: 'all-leave-but', keep: 0 }],
];

/** Dora comes first among the entries with her address, until Cleo, whose number is smaller, is present too. */
export const twinsTwice: [Step[]] = [
  [
    submit([{ edit: 'hire', human: 3, hrId: '9' }]),
    submit([{ edit: 'hire-twice', human: 2, hrIds: ['5', '8'] }]),
    submit([]),
  ],
];

/** Two rosters wait, and a day passes between them. The first is applied before the crash, which then does not happen. */
export const overBeforeTheCrash = [
  submit([{ edit: 'hire', human: 0, hrId: '1' }], { works: false }),
  submit([{ edit: 'hire', human: 1, hrId: '2' }], { works: false }),
  { step: 'work' },
  { step: 'clock', days: 1 },
] satisfies Step[];
