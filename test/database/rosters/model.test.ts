import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { connectSmallWorker } from '../../../src/platform/db/connect.ts';
import { isAcceptable } from '../../pure/models/roster.ts';
import { createTestService } from '../support/service.ts';
import { stopBefore } from '../support/test-database.ts';
import { dumpCompany, dumpEverything, SYNCED_TABLES, WRITTEN_IN_BACKGROUND } from './dump.ts';
import { edits, type Step, steps } from './steps.ts';
import { type Manner, Story, type Tally } from './story.ts';
import {
  begunByWrongRoster,
  exchangedBefore,
  numberOfSomebodyElse,
  overBeforeTheCrash,
  refusedAtFirst,
  twinChanges,
  twinLeaves,
  twinsTwice,
} from './told-stories.ts';
import { type ViewedPerson, withoutNames } from './view.ts';

const service = await createTestService();
const { sql, server } = service.database;
// These tests do not check durability, and waiting for the disk would double the time.
const [database] = await sql`select current_database() as name`;
await sql`alter database ${sql(database?.['name'])} set synchronous_commit = off`;
const worker = connectSmallWorker(server);
stopBefore(service.database, () => worker.end({ timeout: 0 }));

/** SYNC_MODEL_RUNS=500 is the long form, with another seed each time. SYNC_MODEL_SEED repeats a story. */
const long = process.env['SYNC_MODEL_RUNS'];
const stories = Number(long ?? 14);
const seed = Number(process.env['SYNC_MODEL_SEED'] ?? (long ? Date.now() % 2 ** 31 : 83));
/** A failing story is not shrunk, because that takes minutes. SYNC_MODEL_SHRINK=1 shrinks it. */
const endOnFailure = !process.env['SYNC_MODEL_SHRINK'];
const parameters = { numRuns: stories, seed, endOnFailure };
const fewRuns = { numRuns: Math.ceil(stories / 4), seed, endOnFailure };
/** Tells these stories first. */
const telling = <Example>(few: { numRuns: number }, ...examples: Example[]) => ({
  ...few,
  numRuns: few.numRuns + examples.length,
  examples,
});

/** Events that must occur in the stories; without them the comparison proves nothing. */
const REQUIRED_EVENTS = [
  ...['added: new-in-roster', 'added: ambiguous-match', 'adopted: same-email-and-birth-date'],
  ...['rehired: known-number-returned', 'rehired: returned-under-new-number', 'renumbered: new-number'],
  ...['updated: roster-differs', 'offboarded: missing-from-roster', 'unlinked: still-linked-elsewhere'],
  ...['conflict: identity-differs', 'held: waits-for-approval', 'held: superseded-by-later-roster'],
  ...['held: new-number-waits', 'warning: large-renumbering', 'approved: new number'],
  ...['kept: present', 'kept: address', 'refused', 'warning: invalid-entry'],
  ...['warning: already-started', 'warning: never-joined', 'warning: email-used-twice'],
  ...[
    'run succeeded',
    'not read',
    'run held',
    'run superseded',
    'failed',
    'approve',
    'discard',
    'tied by hand',
  ],
  ...['conflict: numbers-exchanged', 'resolved: new-person, refused'],
  // The few stories of npm test have too few of these.
  ...(long
    ? [
        ...['conflict: entry-of-another', 'resolved: exchange, present', 'resolved: new-person, known'],
        ...['waiting: new-person', 'kept: ended'],
      ]
    : []),
  ...['resolved: same-person, present', 'resolved: new-person, present'],
  ...['waiting: known-outside-scope', 'kept: awaited', 'waiting: same-person'],
  ...['warning: possible-duplicate', 'decided: same-person', 'decided: two-people'],
  ...['crashed: throws', 'crashed: dies', 'crashed: overtaken'],
  ...['resubmitted when succeeded', 'resubmitted when queued', 'resubmitted when failed'],
];

describe('random rosters of two integrations, mixed with actions of people', () => {
  it('lead to the state of the model, and do not change another company', async (context) => {
    const tally: Tally = new Map();
    const neighbour = await Story.begin({ service, worker });
    const all = [0, 1, 2, 3].map((human) => ({ edit: 'hire' as const, human, hrId: `${human}` }));
    await neighbour.play([{ step: 'submit', integration: 0, edits: all, works: true }]);
    const before = await dumpCompany(sql, neighbour.companyId, SYNCED_TABLES);
    await fc.assert(
      fc.asyncProperty(steps(25, 45), async (told) => {
        const story = await Story.begin({ service, worker, tally });
        await story.play(told);
        await story.finish();
        assert.deepEqual(await dumpCompany(sql, neighbour.companyId, SYNCED_TABLES), before);
      }),
      telling(parameters, twinsTwice),
    );
    for (const [what, times] of [...tally].sort()) context.diagnostic(`${what}: ${times}`);
    const fewest = Math.ceil(stories / 50);
    assert.deepEqual(
      REQUIRED_EVENTS.filter((what) => (tally.get(what) ?? 0) < fewest),
      [],
    );
  });
});

describe('after any sequence of events', () => {
  it('the same roster a second time writes no row of any person', async () => {
    const tables = [
      'employees',
      'hr_links',
      'sync_changes',
      'tickets',
      'past_terms',
      'documents',
      'sync_conflicts',
    ];
    await fc.assert(
      fc.asyncProperty(steps(5, 15), edits, async (told, last) => {
        const story = await Story.begin({ service, worker });
        await story.play(told);
        await story.finish();
        await story.play([{ step: 'hold', integration: 0, count: null, percent: null }]);
        await story.submitUntilAccepted(0, last);
        const once = await dumpCompany(sql, story.companyId, tables);
        // Changes a setting: otherwise the second roster would not be read.
        await story.play([
          { step: 'hold', integration: 0, count: null, percent: null },
          { step: 'submit', integration: 0, edits: [], works: true },
        ]);
        const twice = await dumpCompany(sql, story.companyId, tables);
        // Every roster with a conflict raises it again: the conflict row and its change refer to the latest
        // run.
        for (const table of ['sync_changes', 'sync_conflicts'])
          if (story.model.conflicts.length > 0) twice[table] = once[table] ?? [];
        // A number without a link has no other place for what the roster lists.
        for (const side of [once, twice])
          side['sync_changes'] = (side['sync_changes'] ?? []).filter((row) => !row.includes(',listing,'));
        assert.deepEqual(twice, once);
      }),
      telling(fewRuns, refusedAtFirst, twinLeaves, twinChanges),
    );
  });

  const manners: [law: string, manner: fc.Arbitrary<Manner>, mayWait?: boolean, told?: [Step[], Manner]][] = [
    [
      'the order of the entries makes no difference',
      fc.infiniteStream(fc.nat()).map((chance) => ({ order: (entries) => shuffled(entries, chance) })),
      // An equal roster is finished at once, without waiting. In another order its bytes differ, so it would be read and
      // would wait behind a roster that waits: the two stories would do the same at different times.
      false,
    ],
    [
      'the pieces in which a body arrives make no difference',
      fc
        .infiniteStream(fc.integer({ min: 1, max: 90 }))
        .map((sizes) => ({ chunks: (body) => cutIntoChunks(body, sizes) })),
    ],
    [
      'a crash and another attempt end like no crash',
      fc.nat({ max: 40 }).map((crashAfter) => ({ crashAfter })),
      true,
      [overBeforeTheCrash, { crashAfter: 10_000 }],
    ],
  ];
  for (const [law, manner, mayWait = true, ...told] of manners)
    it(law, async () => {
      await fc.assert(
        fc.asyncProperty(steps(8, 16), manner, async (told, other) => {
          const usual = await Story.begin({ service, worker });
          const unusual = await Story.begin({ service, worker, manner: other });
          for (const story of [usual, unusual]) {
            await story.play(
              told
                .filter(
                  ({ step }) =>
                    !['fail', 'crash', 'resubmit', 'tie', 'resolve', 'pair', 'waiting'].includes(step),
                )
                .map((step) => (step.step === 'submit' && !mayWait ? { ...step, works: true } : step)),
            );
            await story.finish();
          }
          assert.deepEqual(withoutNames(await unusual.view()), withoutNames(await usual.view()));
        }),
        telling(fewRuns, ...told),
      );
    });

  it('a run writes only rows of people in its list of changes, and ends only links of its own integration', async () => {
    await fc.assert(
      fc.asyncProperty(steps(5, 15), edits, async (told, last) => {
        const story = await Story.begin({ service, worker });
        await story.play(told);
        await story.finish();
        const before = await writesByPerson(story.companyId);
        await story.play([{ step: 'submit', integration: 1, edits: last, works: true }]);
        const after = await writesByPerson(story.companyId);
        const changed = await sql<{ id: number }[]>`
          select distinct c.employee_id as id from sync_changes c
          join hr_integrations i on i.company_id = c.company_id and i.last_applied_run_id = c.run_id
          where c.company_id = ${story.companyId} and i.id = ${story.integrationIds[1] ?? 0}
            and c.outcome not in ('conflict', 'listing')`;
        for (const { id } of changed) for (const side of [before, after]) side.delete(id);
        // A link that only remembers what its number lists is written without a change (docs/sync.md, "What changes").
        for (const [id, { noted }] of after) {
          const then = before.get(id);
          if (then?.noted !== noted)
            for (const row of [then, after.get(id)]) if (row) Object.assign(row, { noted, writes: 'noted' });
        }
        assert.deepEqual(after, before);
      }),
      fewRuns,
    );
  });

  it('an earlier roster sent again on the same day leads back to where it was', async () => {
    await fc.assert(
      fc.asyncProperty(steps(5, 15), edits, async (told, wrong) => {
        const story = await Story.begin({ service, worker });
        await story.play(told);
        await story.finish();
        await story.play([
          { step: 'hold', integration: 0, count: null, percent: null },
          { step: 'submit', integration: 0, edits: [{ edit: 'heal' }], works: true },
        ]);
        const { syncId } = await story.lastRun(0);
        const before = await story.view();
        const addresses = story.rosterAfter(0, []).map(({ email }) => email.toLowerCase());
        await story.play([{ step: 'submit', integration: 0, edits: wrong, works: true }]);
        const between = await story.view();
        await story.sendAgain(0, syncId);
        const after = await story.view();
        // An open conflict keeps a present link present and an ended one ended. Of two numbers of a person, another may count.
        // A conflict about exchanged numbers is about both of them.
        const numbersOf = (conflicts: object[]) =>
          new Set(
            (conflicts as { hrId: string; otherHrId: string | null }[]).flatMap(({ hrId, otherHrId }) =>
              otherHrId === null ? [hrId] : [hrId, otherHrId],
            ),
          );
        const unclear = numbersOf(before.conflicts);
        const contested = numbersOf(after.conflicts);
        const isContested = (hrId: string | null) => hrId !== null && contested.has(hrId);
        for (const [number, person] of before.people) {
          const numbers = person.links.flatMap(({ present, hrId }) => (present && hrId ? [hrId] : []));
          const isListedOnce =
            addresses.filter((address) => address === person.record.email.toLowerCase()).length <= 1;
          if (numbers.length === 0 || !isListedOnce || numbers.some((hrId) => unclear.has(hrId))) continue;
          const begun = between.people.get(number)?.subscription?.startAt;
          const found = after.people.get(number);
          // A number that the wrong roster gave to the person, and that is somebody else's, is an open conflict.
          const links = found?.links.filter(({ hrId }) => numbers.includes(hrId ?? '') || !isContested(hrId));
          assert.deepEqual(
            lasting(found && { ...found, links: links ?? [] }, person, begun),
            lasting(person, person, begun),
            story.story(`person ${number}`),
          );
        }
      }),
      telling(fewRuns, begunByWrongRoster, numberOfSomebodyElse, exchangedBefore),
    );
  });

  it('a preview shows the changes that the run then makes, and changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(steps(5, 15), edits, async (told, last) => {
        const story = await Story.begin({ service, worker });
        await story.play(told);
        await story.finish();
        const employees = story.rosterAfter(0, last);
        const body = JSON.stringify({ syncId: 'next', employees });
        const before = await dumpEverything(sql, WRITTEN_IN_BACKGROUND);
        const answer = await story.send(0, 'sync/preview?onInvalid=keep', body);
        assert.equal(answer.statusCode, isAcceptable(employees) ? 200 : 422, answer.body);
        assert.deepEqual(await dumpEverything(sql, WRITTEN_IN_BACKGROUND), before);
        if (answer.statusCode === 422) return;
        const { counts, problems, changes, wouldBeHeld } = answer.json().data;
        await story.play([{ step: 'submit', integration: 0, edits: [], works: true }]);
        const run = await story.lastRun(0);
        assert.deepEqual(
          { counts, problems, isHeld: wouldBeHeld },
          { ...run.summary, isHeld: run.status === 'held' },
        );
        assert.deepEqual(comparable(changes), comparable(run.changes));
      }),
      fewRuns,
    );
  });
});

/**
 * What stays of a person after a wrong roster and the one before it again (docs/sync.md, "Sending again"). Without a running
 * subscription `before`, and with one that the wrong roster has begun, the coming months may be others.
 */
function lasting(
  person: ViewedPerson | undefined,
  { subscription: before }: ViewedPerson,
  begun: string | null | undefined,
) {
  if (!person) return undefined;
  const { record, links, subscription } = person;
  const present = links.filter((link) => link.present);
  const { reactivatedAt: _, tickets: __, charges: ___, receipts: ____, ...coming } = subscription ?? {};
  const isRunning = before && !['no-subscription', 'cancelled'].includes(before.status);
  const isBegun = begun != null && begun !== before?.startAt;
  return {
    record,
    links: present.map(({ integration, hrId, facts }) => ({ integration, hrId, facts })),
    ...(isRunning && !isBegun && { coming }),
  };
}

interface Written {
  /** The transactions that last wrote the record and the tickets. */
  rows: string;
  /** The transactions that last wrote the links. */
  writes: string;
  /** The links without what they remember of the roster, and that. */
  links: string;
  noted: string;
}

async function writesByPerson(companyId: number): Promise<Map<number, Written>> {
  const rows = await sql<({ id: number } & Written)[]>`
    with noted as (
      select l.*, l.xmin as writer, jsonb_build_object('listed_first_name', listed_first_name,
        'listed_last_name', listed_last_name, 'listed_email', listed_email, 'listed_date_of_birth', listed_date_of_birth,
        'listed_profile_image', listed_profile_image, 'last_run_id', last_run_id) as notes
      from hr_links l where l.company_id = ${companyId}
    ), linked as (
      select employee_id, string_agg(id || ':' || writer, ' ' order by id) as writes,
        string_agg(((to_jsonb(n) - 'writer' - 'notes') - array(select jsonb_object_keys(notes)))::text, ' ' order by id) as links,
        string_agg(notes::text, ' ' order by id) as noted
      from noted n group by employee_id
    )
    select e.id, l.writes, l.links, l.noted, concat_ws(' ', e.xmin,
      (select string_agg(t.id || ':' || t.xmin, ' ' order by t.id) from tickets t
        where t.company_id = e.company_id and t.employee_id = e.id)) as rows
    from employees e left join linked l on l.employee_id = e.id where e.company_id = ${companyId}`;
  return new Map(rows.map(({ id, ...written }) => [id, written]));
}

interface ShownChange {
  hrId: string;
  outcome: string;
  reason: string;
  pointer: string | null;
  fields: object;
  subscription: object | null;
}

/** New people have another id in the preview, so the ids are left out. */
function comparable(changes: readonly ShownChange[]): string[] {
  return changes
    .map(({ hrId, outcome, reason, pointer, fields, subscription }) =>
      JSON.stringify({ hrId, outcome, reason, pointer, fields, subscription }),
    )
    .sort();
}

function shuffled<Item>(items: readonly Item[], chance: Iterator<number>): Item[] {
  const keys = items.map(() => Number(chance.next().value) % 1000);
  return items
    .map((item, place) => ({ item, key: keys[place] ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function cutIntoChunks(body: Buffer, sizes: Iterator<number>): Buffer[] {
  const pieces: Buffer[] = [];
  for (let from = 0; from < body.length; ) {
    const size = Number(sizes.next().value);
    pieces.push(body.subarray(from, from + size));
    from += size;
  }
  return pieces;
}
