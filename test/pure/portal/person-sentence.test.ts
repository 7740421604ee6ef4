import assert from 'node:assert/strict';
import { test } from 'node:test';
import { de } from '../../../texts/de/portal/catalogue.ts';
import { createFormat } from '../../../texts/format.ts';
import type { Person } from '../../../web/src/api/routes.ts';
import { possibleActions } from '../../../web/src/pages/person/actions/possible-actions.ts';
import { sumUp } from '../../../web/src/pages/person/sum-up.ts';

const format = createFormat('de', 'UTC');

function person(status: string, more: Record<string, unknown> = {}): Person {
  const subscription = { status, nextTicketAt: null, cancelledAt: null };
  return {
    employee: { subscription },
    businessDate: '2026-12-01',
    terms: [],
    tickets: [],
    contract: null,
    actions: ['enrol'],
    ...more,
  } as unknown as Person;
}

const pausedBy = (owner: 'hr' | 'person', start = '2026-10-01') => ({
  terms: [
    { start, isFollowing: false, ends: [], pauses: [{ from: start, until: null, owner, absences: [] }] },
  ],
});

const saying = (shown: Person) => sumUp(shown, de.person, format);

test('an ordered ticket that waits for a signature is announced, and cannot be ordered again', () => {
  const ordered = person('no-subscription', { contract: { status: 'pending', reason: 'enrolment' } });
  assert.match(saying(ordered), /^Ein Ticket ist bestellt\./);
  assert.deepEqual(possibleActions(ordered), []);
  const nothing = person('no-subscription', { contract: { status: 'lapsed', reason: 'enrolment' } });
  assert.match(saying(nothing), /^Kein Abo\./);
  assert.deepEqual(possibleActions(nothing), ['enrol']);
});

test('an absence without an end leaves no gap in the sentence, before the first ticket and after it', () => {
  const ahead = person('scheduled', pausedBy('hr', '2027-01-01'));
  assert.equal(saying(ahead), 'Das Abo beginnt am 1. Jan. 2027 mit einer Pause, deren Ende noch offen ist.');
  assert.match(saying(person('paused', pausedBy('hr'))), /bis das HR-System das Ende der Abwesenheit meldet/);
  assert.match(saying(person('paused', pausedBy('person'))), /bis jemand das Abo fortsetzt/);
});

test('a term that follows after a gap leaves the sentence and the actions to the present one', () => {
  const following = { start: '2027-05-01', isFollowing: true, ends: [], pauses: [] };
  const leaving = {
    start: '2026-01-01',
    isFollowing: false,
    ends: [{ on: '2027-02-01', owner: 'hr', cause: null }],
    pauses: [{ from: '2027-01-01', until: '2027-02-01', owner: 'person', absences: [] }],
  };
  const shown = person('scheduled-cancellation', {
    terms: [leaving, following],
    actions: ['resume', 'cancel'],
  });
  assert.match(saying(shown), /31\. Jan\. 2027/);
  assert.deepEqual(possibleActions(shown), ['resume', 'cancel']);
  const cancelled = { ...leaving, ends: [{ on: '2027-02-01', owner: 'person', cause: null }] };
  const actions = ['cancel', 'withdraw-cancellation'];
  assert.deepEqual(
    possibleActions(person('scheduled-cancellation', { terms: [cancelled, following], actions })),
    ['withdraw-cancellation'],
  );
});
