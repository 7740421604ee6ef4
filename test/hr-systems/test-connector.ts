import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PAYROLL_FIELDS } from '../../src/domain/person/payroll-fields.ts';
import { type HrSystem, type Mapping, RESTRICTED } from '../../src/rosters/pull/hr-system.ts';
import type { PulledField } from '../../src/rosters/pull/pulled-fields.ts';
import type { SourceCode, SourceError } from '../../src/rosters/pull/source-error.ts';
import { type Company, changeSome, hideTenth, makeCompany, type Person } from './people.ts';
import { type HrSystemServer, startHrSystem } from './serve.ts';
import { assertListed, failsWith, type Listed, listAll, trialOf, windowOf } from './try-system.ts';
import type { VendorName } from './vendors.ts';

export const TODAY = '2026-11-15';

export interface Expectations {
  name: VendorName;
  system: HrSystem;
  mapping: Mapping;
  /** How many the company has: more than two pages. */
  people: number;
  /** The id of a person in this system, and the chosen number. */
  idOf: (person: Person) => string;
  hrIdOf: (person: Person) => string;
  /** The end of an open-ended absence, in systems that need one. */
  openEnd?: string;
  /** What a fault leads to: an error, or a complete list all the same. */
  outcomes: Readonly<Record<string, SourceCode | 'complete'>>;
  /** Whether the system says that a value is restricted. Otherwise it leaves the field out. */
  marksRestricted: boolean;
  /** Whether the system tells how many people there are. Counted: it lists everybody at once, so they are counted. */
  totals?: 'told' | 'counted' | 'none';
}

/** Registers the tests that every connector has to pass. */
export function testConnector(expectations: Expectations): void {
  const { name, system, mapping, people: count, totals = 'told' } = expectations;
  describe(name, () => {
    let server: HrSystemServer;
    before(async () => {
      server = await startHrSystem(name);
    });
    after(() => server.close());
    beforeEach(() => {
      server.faults.set();
      server.company = makeCompany({ people: count, today: TODAY });
      server.requests.length = 0;
    });

    // Only a server that never answers needs the short time.
    const open = (answerMs = 20_000) => trialOf(system, server, { answerMs });
    const pull = ({ connection } = open()) => listAll(system, connection, mapping, windowOf(server.company));

    it('lists everybody once, with their absences', async () => {
      assertComplete(await pull(), server.company, expectations);
    });

    it('lists a company that has changed', async () => {
      changeSome(server.company);
      hideTenth(server.company);
      assertComplete(await pull(), server.company, expectations);
    });

    for (const [fault, outcome] of Object.entries(expectations.outcomes))
      it(`${fault}: ${outcome}`, async () => {
        server.faults.set(fault);
        const trial = open(fault.startsWith('silent') ? 100 : undefined);
        if (outcome === 'complete') {
          assertComplete(await pull(trial), server.company, expectations);
          assert.deepEqual(server.faults.list(), [], 'the fault has happened');
          return;
        }
        assertNoSecret(await failsWith(pull(trial), outcome), server);
      });

    it('waits as long as the system asks', async () => {
      const seconds = open();
      server.faults.set('throttled-seconds');
      await pull(seconds);
      assert.deepEqual(seconds.pauses, [7000]);
      const date = open();
      server.faults.set('throttled-date');
      await pull(date);
      const [pause = 0] = date.pauses;
      assert.ok(pause > 1000 && pause <= 30_000, String(pause));
    });

    it('asks for no absences if no type is mapped', async () => {
      const without = { ...mapping, absenceTypes: [] };
      const listed = await listAll(system, open().connection, without, windowOf(server.company));
      assert.equal(listed.people.length, count);
      assert.deepEqual(listed.absences, []);
      assert.ok(!server.requests.some(({ part }) => part === 'absences'));
    });

    it('lists the absences of a single type', async () => {
      const list = async (absenceTypes: typeof mapping.absenceTypes) => {
        const one = { ...mapping, absenceTypes };
        return (await listAll(system, open().connection, one, windowOf(server.company))).absences.length;
      };
      let alone = 0;
      for (const type of mapping.absenceTypes) alone += await list([type]);
      assert.ok(alone > 0);
      assert.equal(alone, await list(mapping.absenceTypes));
    });

    testWhatTheEngineChecks();
    testSurvey();

    function testWhatTheEngineChecks(): void {
      it('shows that people are missing, twice or none', async () => {
        server.faults.set('wrong-total');
        const short = await pull();
        assert.deepEqual(
          new Set(totalsOf(short)),
          new Set({ told: [count + 1], counted: [count], none: [] }[totals]),
        );
        assert.equal(distinct(short), count);
        server.faults.set('person-twice');
        assert.ok(distinct(await pull()) < count);
        server.faults.set('empty');
        const empty = await pull();
        assert.deepEqual([empty.people, totalsOf(empty)], [[], totals === 'none' ? [] : [0]]);
      });

      it('tells a field that is left out from one without a value', async () => {
        const field: PulledField = 'dateOfBirth';
        const valuesOf = async (fault: string) => {
          server.faults.set(fault);
          const { people } = await pull();
          assert.equal(people.length, count);
          return new Set(people.map(({ fields }) => (field in fields ? fields[field] : 'left out')));
        };
        assert.deepEqual(await valuesOf(`field-absent:${field}`), new Set(['left out']));
        assert.deepEqual(await valuesOf(`field-null:${field}`), new Set([null]));
        const restricted = expectations.marksRestricted ? RESTRICTED : 'left out';
        assert.deepEqual(await valuesOf(`field-restricted:${field}`), new Set([restricted]));
      });

      it('lists leavers without a date as leavers', async () => {
        server.faults.set('dates-missing');
        const leavers = (await pull()).people.filter(({ hasLeft }) => hasLeft);
        assert.equal(leavers.length, server.company.people.filter(({ hasLeft }) => hasLeft).length);
        assert.ok(leavers.every(({ fields }) => fields.terminationDate === null));
      });
    }

    function testSurvey(): void {
      it('surveys what can be seen, and guesses the mapping', async () => {
        const found = await system.survey(open().connection);
        assert.equal(found.people, totals === 'none' ? null : count);
        const nothing = Object.fromEntries(PAYROLL_FIELDS.map((field) => [field, null]));
        assert.deepEqual(found.guesses, { ...nothing, ...mapping.fields, hrId: found.guesses.hrId });
        assert.ok(found.guesses.hrId);
        assert.deepEqual(found.missing, []);
        for (const type of mapping.absenceTypes)
          assert.ok(found.absenceTypes?.some(({ id, name }) => id === type.id && name === type.name));
        const first = server.company.people.slice(0, 3);
        const samplesOf = (field: PulledField) =>
          found.fields.find(({ key }) => key === mapping.fields[field])?.samples;
        assert.deepEqual(
          samplesOf('dateOfBirth'),
          first.map(({ dateOfBirth }) => dateOfBirth),
        );
        assert.deepEqual(samplesOf('hrId'), first.map(expectations.hrIdOf));
        assert.deepEqual(
          samplesOf('department'),
          first.map(({ payroll }) => payroll.department),
        );
      });

      it('misses no right for a payroll field that cannot be seen, and fails once it is mapped', async () => {
        server.faults.set('field-absent:costCentre');
        const found = await system.survey(open().connection);
        assert.deepEqual([found.guesses.costCentre, found.missing], [null, []]);
        assert.ok((await pull()).people.every(({ fields }) => !('costCentre' in fields)));
      });

      it('names the rights that are missing', async () => {
        server.faults.set('field-absent:dateOfBirth', 'forbidden@absence-types');
        const found = await system.survey(open().connection);
        assert.equal(found.guesses.dateOfBirth, null);
        assert.equal(found.absenceTypes, null);
        assert.deepEqual(found.missing, [
          { field: 'dateOfBirth', right: system.rights.dateOfBirth },
          { field: 'absences', right: system.rights.absences },
        ]);
      });
    }
  });
}

const distinct = ({ people }: Listed) => new Set(people.map(({ id }) => id)).size;

function assertComplete(listed: Listed, company: Company, expectations: Expectations): void {
  const { idOf, hrIdOf, openEnd, totals = 'told', mapping } = expectations;
  const payroll = PAYROLL_FIELDS.filter((field) => mapping.fields[field]);
  assertListed(listed, company, { id: idOf, hrId: hrIdOf, payroll, ...(openEnd && { openEnd }) });
  assert.deepEqual(new Set(totalsOf(listed)), new Set(totals === 'none' ? [] : [company.people.length]));
}

/** Pages of absences have no total. */
const totalsOf = ({ totals }: Listed) => totals.filter((total) => total !== undefined);

function assertNoSecret(error: SourceError, { credentials, company }: HrSystemServer): void {
  const told = `${error.message} ${error.detail} ${error.right}`;
  for (const secret of Object.values(credentials)) assert.ok(!told.includes(secret), told);
  for (const { email } of company.people) assert.ok(!email || !told.includes(email), told);
}
