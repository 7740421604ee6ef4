import assert from 'node:assert/strict';
import { test } from 'node:test';
import { de } from '../../../texts/de/portal/catalogue.ts';
import { createFormat } from '../../../texts/format.ts';
import type { Person } from '../../../web/src/api/routes.ts';
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
    ...more,
  } as unknown as Person;
}

const pausedBy = (owner: 'hr' | 'person', start = '2026-10-01') => ({
  terms: [{ start, isNext: false, ends: [], pauses: [{ from: start, until: null, owner, absences: [] }] }],
});

const saying = (shown: Person) => sumUp(shown, de.person, format);

test('an ordered ticket that waits for a signature is announced', () => {
  const ordered = person('no-subscription', { contract: { status: 'pending', reason: 'enrolment' } });
  assert.match(saying(ordered), /^Ein Ticket ist bestellt\./);
  const nothing = person('no-subscription', { contract: { status: 'lapsed', reason: 'enrolment' } });
  assert.match(saying(nothing), /^Kein Abo\./);
});

test('an absence without an end leaves no gap in the sentence, before the first ticket and after it', () => {
  const ahead = person('scheduled', pausedBy('hr', '2027-01-01'));
  assert.equal(saying(ahead), 'Das Abo beginnt am 1. Jan. 2027 mit einer Pause, deren Ende noch offen ist.');
  assert.match(saying(person('paused', pausedBy('hr'))), /bis das HR-System das Ende der Abwesenheit meldet/);
  assert.match(saying(person('paused', pausedBy('person'))), /bis jemand das Abo fortsetzt/);
});

test('a term after a gap leaves the sentence to the present one', () => {
  const present = {
    start: '2026-01-01',
    isNext: false,
    ends: [{ on: '2027-02-01', owner: 'hr', cause: null }],
    pauses: [],
  };
  const next = { start: '2027-05-01', isNext: true, ends: [], pauses: [] };
  assert.match(saying(person('scheduled-cancellation', { terms: [present, next] })), /31\. Jan\. 2027/);
});
