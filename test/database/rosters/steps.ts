/**
 * Random events in a company, for fast-check. The pools of values are small, so that people, numbers and
 * addresses repeat.
 */
import fc from 'fast-check';
import { type Entry, NO_ADDRESS, NO_DAY, type RecordFields } from '../../pure/models/roster-facts.ts';

const human = (firstName: string, lastName: string, email: string, dateOfBirth: string): RecordFields => ({
  firstName,
  lastName,
  email,
  dateOfBirth,
  profileImage: null,
});

export const HUMANS: readonly RecordFields[] = [
  human('Anna', 'Alt', 'anna@example.com', '1980-01-01'),
  human('Bert', 'Bau', 'bert@example.com', '1981-02-02'),
  // Twins who share an e-mail address.
  human('Cleo', 'Cho', 'family@example.com', '1982-03-03'),
  human('Dora', 'Dau', 'family@example.com', '1982-03-03'),
  // Has the former e-mail address of Anna.
  human('Emil', 'Eck', 'Anna@Example.com', '1984-04-04'),
  human('Finn', 'Fey', 'finn@example.com', '1985-05-05'),
  human('Gina', 'Gut', 'gina@example.com', '1986-06-06'),
  human('Hugo', 'Hof', 'hugo@example.com', '1987-07-07'),
  // Was born on the same day as the twins.
  human('Ines', 'Imm', 'ines@example.com', '1982-03-03'),
];
const NUMBERS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/**
 * A change that an HR department makes to its data. `which` is an index into its people, modulo their number.
 */
export type Edit =
  | { edit: 'hire'; human: number; hrId: string }
  | { edit: 'hire-all' }
  | { edit: 'hire-twice'; human: number; hrIds: [string, string] }
  | { edit: 'leave'; which: number }
  | { edit: 'return'; which: number; hrId: string | null; fields: Partial<Entry> }
  | { edit: 'all-leave-but'; keep: number }
  | { edit: 'renumber'; which: number; hrId: string }
  /** Everybody gets another number, as by a wrong column. */
  | { edit: 'renumber-all'; prefix: string }
  | { edit: 'set'; which: number; fields: Partial<Entry> }
  | { edit: 'heal' }
  | { edit: 'shout'; which: number }
  /** The number is given to somebody else, who may have the same last name. */
  | { edit: 'becomes'; which: number; human: number; isNamesake: boolean }
  | { edit: 'swap-emails' | 'swap-numbers'; which: number; other: number }
  | { edit: 'terminate' | 'start'; which: number; inDays: number | null };

export type Step =
  /** Applied at once if `works`, otherwise it waits. */
  | { step: 'submit'; integration: number; edits: Edit[]; works: boolean; isRestricted?: boolean }
  | { step: 'resubmit'; integration: number; which: number; isOther: boolean }
  | { step: 'work' }
  | { step: 'crash'; after: number; how: 'throws' | 'dies' | 'overtaken' }
  | { step: 'fail' }
  | { step: 'approve' | 'discard' }
  | { step: 'hold'; integration: number; count: number | null; percent: number | null }
  | { step: 'clock'; days: number }
  | { step: 'create'; human: number }
  | { step: 'tie'; which: number; integration: number }
  /** About an entry that waits: one of the people with its address, or a new person. */
  | { step: 'waiting'; which: number; person: number | null }
  | { step: 'pair'; which: number; as: 'same-person' | 'two-people' }
  | { step: 'resolve'; which: number; as: 'same-person' | 'new-person' | 'exchange' };

const anyOf = <const T>(...values: T[]) => fc.constantFrom(...values);
const which = fc.nat({ max: 8 });
const humanIndex = fc.nat({ max: HUMANS.length - 1 });
const number = fc.constantFrom(...NUMBERS);
/** Half of them are rarely known: a known number is matched before the e-mail address. */
const numberOnReturn = fc.constantFrom(...NUMBERS, ...NUMBERS.map((known) => `2${known}`));
const integration = anyOf(0, 0, 0, 1, 1);

const absence = fc.record({
  type: anyOf('parental-leave', 'sick-leave', 'vacation'),
  startDate: anyOf('2026-10-20', '2026-12-01', '2027-01-10'),
  endDate: anyOf(null, '2027-01-31', '2027-03-31'),
  status: fc.constant('approved' as const),
  paid: fc.constant(null),
  id: fc.constant(null),
  halfDayStart: fc.constant(false),
  halfDayEnd: fc.constant(false),
});

const fields: fc.Arbitrary<Partial<Entry>> = fc.oneof(
  fc.record({ lastName: anyOf('Neu', 'Anders') }),
  // A marriage, and a birth date that is corrected together with an address.
  fc.record({ lastName: anyOf('Neu', 'Anders'), email: anyOf('new@example.com', 'other@example.com') }),
  fc.record({
    dateOfBirth: anyOf('1982-03-03', '1990-09-09'),
    email: anyOf('new@example.com', 'gina@example.com'),
  }),
  fc.record({
    email: anyOf('family@example.com', 'ANNA@example.com', 'bert@ｅxample.com', 'new@example.com'),
  }),
  fc.record({ dateOfBirth: anyOf('1982-03-03', '1990-09-09') }),
  fc.record({ profileImage: anyOf(null, 'https://example.com/1.png') }),
  fc.record({ autoSyncEmployee: anyOf(true, false, null) }),
  fc.record({ absences: fc.array(absence, { maxLength: 1 }) }),
  fc.record({ costCentre: anyOf(null, '4711', 'Köln 🎫'), legalEntity: anyOf(null, 'Süd GmbH') }),
  fc.record({
    personnelNumber: anyOf(null, '0815'),
    department: anyOf(null, 'Ä'.repeat(100)),
    location: anyOf(null, 'Ulm'),
  }),
);

/** Makes an entry invalid, with or without a valid e-mail address. */
const spoiled: fc.Arbitrary<Partial<Entry>> = anyOf(
  { dateOfBirth: NO_DAY },
  { dateOfBirth: NO_DAY, lastName: 'Neu' },
  { dateOfBirth: NO_DAY, email: NO_ADDRESS },
);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ edit: fc.constant('hire'), human: humanIndex, hrId: number }) },
  {
    weight: 2,
    arbitrary: fc.record({
      edit: fc.constant('hire-twice'),
      human: humanIndex,
      hrIds: fc.tuple(number, number),
    }),
  },
  { weight: 5, arbitrary: fc.record({ edit: fc.constant('leave'), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      edit: fc.constant('return'),
      which,
      hrId: fc.option(numberOnReturn),
      fields: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: spoiled }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('all-leave-but'), keep: fc.nat({ max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ edit: fc.constant('renumber'), which, hrId: number }) },
  { weight: 5, arbitrary: fc.record({ edit: fc.constant('set'), which, fields }) },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant('set'), which, fields: spoiled }) },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant('heal') }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('shout'), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      edit: fc.constant('becomes'),
      which,
      human: humanIndex,
      isNamesake: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('swap-emails'), which, other: which }) },
  { weight: 3, arbitrary: fc.record({ edit: fc.constant('swap-numbers'), which, other: which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      edit: fc.constant('terminate'),
      which,
      inDays: anyOf(null, -2500, -40, -3, 5, 20, 60),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ edit: fc.constant('start'), which, inDays: anyOf(-900, -20, 3, 40, 90) }),
  },
);

export const edits = fc.array(edit, { minLength: 1, maxLength: 5 });
const submit = fc.record({
  step: fc.constant('submit'),
  integration,
  edits: fc.oneof({ weight: 3, arbitrary: edits }, { weight: 1, arbitrary: fc.constant<Edit[]>([]) }),
  works: anyOf(true, true, true, false),
  isRestricted: anyOf(true, false, false),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: submit },
  { weight: 5, arbitrary: fc.record({ step: fc.constant('work') }) },
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant('resubmit'), integration, which, isOther: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('crash'),
      after: fc.nat({ max: 30 }),
      how: anyOf('throws', 'overtaken', 'dies', 'dies'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('fail') }) },
  { weight: 7, arbitrary: fc.record({ step: anyOf('approve', 'discard') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('hold'),
      integration,
      count: anyOf(null, 0, 0, 1, 2),
      percent: anyOf(null, 10, 62.5, 75),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('clock'), days: anyOf(1, 10, 16, 35) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('create'), human: humanIndex }) },
  { weight: 4, arbitrary: fc.record({ step: fc.constant('tie'), which, integration }) },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('waiting'),
      which,
      person: fc.option(fc.nat({ max: 3 }), { freq: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant('pair'), which, as: anyOf('same-person', 'two-people') }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      step: fc.constant('resolve'),
      which,
      as: anyOf('same-person', 'new-person', 'new-person', 'exchange'),
    }),
  },
);

/** Starts with some people and perhaps a hold limit: most events need that. */
const beginning: fc.Arbitrary<Step[]> = fc
  .record({
    edits: fc.oneof(
      {
        weight: 2,
        arbitrary: fc.array(fc.record({ edit: fc.constant('hire'), human: humanIndex, hrId: number }), {
          minLength: 6,
          maxLength: 10,
        }),
      },
      { weight: 1, arbitrary: fc.constant<Edit[]>([{ edit: 'hire-all' }]) },
    ),
    count: anyOf(null, 0, 1),
    percent: anyOf(null, 10),
  })
  .map(({ edits, count, percent }) => [
    { step: 'hold', integration: 0, count, percent },
    { step: 'submit', integration: 0, edits, works: true },
  ]);

/** Decisions that would seldom meet the few rosters that they are about. */
const decisions: fc.Arbitrary<Step[]> = fc.oneof(
  fc
    .record({ integration, prefix: anyOf('3', '4'), as: anyOf('approve', 'approve', 'discard') })
    .map(({ integration: of, prefix, as }): Step[] => [
      { step: 'submit', integration: of, edits: [{ edit: 'renumber-all', prefix }], works: true },
      { step: as },
    ]),
  fc
    .record({ human: humanIndex, hrId: number, which, person: fc.option(fc.nat({ max: 3 }), { freq: 2 }) })
    .map(({ human: hired, hrId, which: one, person }): Step[] => [
      {
        step: 'submit',
        integration: 1,
        edits: [{ edit: 'hire', human: hired, hrId }],
        works: true,
        isRestricted: true,
      },
      { step: 'waiting', which: one, person },
    ]),
  fc.record({ integration, which, other: which }).map(({ integration: of, which: one, other }): Step[] => [
    { step: 'submit', integration: of, edits: [{ edit: 'swap-numbers', which: one, other }], works: true },
    { step: 'resolve', which: 0, as: 'exchange' },
  ]),
);

const scene: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 8, arbitrary: step.map((each) => [each]) },
  { weight: 1, arbitrary: decisions },
);

export const steps = (min: number, max: number) =>
  fc
    .tuple(beginning, fc.array(scene, { minLength: min, maxLength: max }))
    .map(([first, then]) => [...first, ...then.flat()]);
