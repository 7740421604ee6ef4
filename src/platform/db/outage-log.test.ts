import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '../../../test/pure/support/until.ts';
import { AppError } from '../errors.ts';
import { OutageLog } from './outage-log.ts';

const gone = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A log whose lines are collected, and a database that can be away. */
function logOf() {
  const state = { isAway: false, lines: [] as string[] };
  const outages = new OutageLog(async () => {
    if (state.isAway) throw gone();
  });
  const write = (values: object, message: string) =>
    outages.filter(values, () => void state.lines.push(message));
  outages.setLog({ warn: write, error: write });
  return { state, outages, write };
}

it('an error of a connection is logged as it is if the database answers: another server may be meant', async () => {
  const { state, write } = logOf();
  write({ err: gone() }, 'a worker failed');
  write({ err: new Error('something else') }, 'a job failed');
  write({ roster: 1 }, 'roster applied');
  await until('all are written', () => state.lines.length === 3);
  assert.deepEqual(state.lines, ['a job failed', 'roster applied', 'a worker failed']);
});

it('while the database is away, only that is logged, and everything that has another reason', async () => {
  const { state, write } = logOf();
  state.isAway = true;
  write({ err: gone() }, 'a worker failed');
  write({ err: new AppError('database-unavailable', 'Please try again.') }, 'a request failed');
  await until('the outage is logged', () => state.lines.length === 1);
  write({ err: gone() }, 'a worker failed');
  write({ err: new Error('something else') }, 'a job failed');
  state.isAway = false;
  await until('the end is logged', () => state.lines.length === 3);
  write({ err: gone() }, 'a late error');
  await nextTurn();
  assert.deepEqual(state.lines, [
    'the database does not answer',
    'a job failed',
    'the database answers again',
  ]);
});

it('a node that stops keeps no line back', () => {
  const { state, outages, write } = logOf();
  write({ err: gone() }, 'a worker failed');
  outages.stop();
  write({ err: gone() }, 'another worker failed');
  assert.deepEqual(state.lines, ['a worker failed', 'another worker failed']);
});
