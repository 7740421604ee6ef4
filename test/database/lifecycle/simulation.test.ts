import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTestDatabase } from '../support/test-database.ts';
import { Simulation } from './simulation.ts';

const { sql } = await createTestDatabase();
// This test does not check durability, and waiting for the disk would double the time.
const [database] = await sql`select current_database() as name`;
await sql`alter database ${sql(database?.['name'])} set synchronous_commit = off`;

/**
 * SIMULATION_SEEDS=200 is the long form. SIMULATION_FIRST_SEED=17 with SIMULATION_SEEDS=1 repeats one story.
 */
const seeds = Number(process.env['SIMULATION_SEEDS'] ?? 1);
const first = Number(process.env['SIMULATION_FIRST_SEED'] ?? 1);

let statements = 0;
let allSentAgain = 0;
for (let seed = first; seed < first + seeds; seed++)
  it(`48 months of a company equal the model's, crashes included (seed ${seed})`, async (context) => {
    const simulation = await Simulation.create(sql, seed);
    await simulation.run();
    const { events, refusals, crashes, missedNights, sentAgain, groupChanges } = simulation;
    context.diagnostic(
      `${events} events, ${refusals} refused, ${crashes} crashes, ${missedNights} missed nights, ${sentAgain} sent again, ${groupChanges} changes of groups`,
    );
    assert.ok(missedNights > 0 && groupChanges > 0);
    statements += simulation.statements;
    allSentAgain += sentAgain;
  });

it('most months of the stories have charges, and rosters were sent again', () => {
  assert.ok(statements > 24 * seeds, `${statements} months`);
  assert.ok(allSentAgain > 0);
});
