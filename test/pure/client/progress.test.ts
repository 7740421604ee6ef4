import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from '../../../client/src/push/progress.ts';

function fake(isTTY: boolean, columns = 60) {
  const state = { now: 0, text: '' };
  const terminal = {
    isTTY,
    columns,
    write: (text: string) => {
      state.text += text;
    },
  };
  return { state, progress: new Progress(terminal, () => state.now) };
}

test('on a terminal, progress is a bar that is drawn again, and lines take its place', () => {
  const { state, progress } = fake(true);
  state.now = 1000;
  progress.show(0.5, '500 people sent');
  progress.show(0.51, 'too soon after the last one');
  assert.equal(state.text, `\r\x1b[K[${'#'.repeat(12)}${'.'.repeat(12)}]  50 % 500 people sent\r`);
  state.text = '';
  progress.say('Accepted.');
  assert.equal(state.text, '\r\x1b[KAccepted.\n');
});

test('a terminal that does not know its width shows the whole line', () => {
  const { state, progress } = fake(true, 0);
  state.now = 1000;
  progress.show(0.5, '500 people sent');
  assert.match(state.text, / 500 people sent\r$/);
});

test('in a log, progress is a line every ten seconds', () => {
  const { state, progress } = fake(false);
  for (const second of [1, 5, 11, 12, 20, 22]) {
    state.now = second * 1000;
    progress.show(second / 100, `${second} s`);
  }
  progress.say('Accepted.');
  assert.equal(state.text, '11 %, 11 s\n22 %, 22 s\nAccepted.\n');
});
