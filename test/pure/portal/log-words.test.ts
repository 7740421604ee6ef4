import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AUDIT_ACTIONS } from '../../../src/domain/audit/actions.ts';
import { OUTCOMES } from '../../../src/rosters/runs/sync-outcomes.ts';
import { GROUP_MOVES } from '../../../src/views/timeline/read-history.ts';
import { de } from '../../../texts/de/portal/catalogue.ts';
import { detailValue } from '../../../texts/describe-change.ts';
import { en } from '../../../texts/en/portal/catalogue.ts';
import { createFormat } from '../../../texts/format.ts';
import { detailsBeside, type RecordedAction, sentenceOf, sentenceText } from '../../../texts/sentence.ts';
import { AUDIT_KINDS } from '../../../web/src/domain/audit-kinds.ts';

const LANGUAGES = [
  ['de', de],
  ['en', en],
] as const;

const ORDERED: RecordedAction = {
  action: 'subscription-ordered',
  actor: { type: 'portal-user', name: 'anna.schmidt@example.com' },
  details: { start: '2026-12-01', planType: 'split-pay-plan', offerId: 7 },
  person: { id: 12, name: 'Jonas Weber' },
  thing: null,
  integration: null,
};

const ACTIONS = [...AUDIT_ACTIONS, ...OUTCOMES, ...Object.values(GROUP_MOVES)];

test('every action of the audit log and of the history, and every outcome of a sync, has a sentence in both languages', () => {
  for (const [language, words] of LANGUAGES) {
    const sentences: Record<string, string> = words.sentences;
    for (const action of ACTIONS) {
      assert.ok(sentences[action], `${language} ${action}`);
      const recorded: RecordedAction = { ...ORDERED, action, details: {}, person: null };
      const text = sentenceText(recorded, words, createFormat(language, 'UTC'));
      assert.match(text, /^[^[\]{}]+\.$/, `${language} ${action}: ${text}`);
      assert.doesNotMatch(text, /undefined|null/, `${language} ${action}: ${text}`);
    }
    const known = new Set<string>(ACTIONS);
    const left = Object.keys(sentences).filter((code) => !known.has(code.replace(/-self$/, '')));
    assert.deepEqual(left, [], language);
  }
});

test('a sentence of both languages tells the same', () => {
  const placeholders = (template: string) => template.match(/\{\w+\}/g)?.toSorted() ?? [];
  for (const [code, template] of Object.entries(en.sentences)) {
    const german = (de.sentences as Record<string, string>)[code] ?? '';
    assert.deepEqual(placeholders(german), placeholders(template), code);
  }
});

test('a sentence says who did what to whom, with links; a part without its details is left out', () => {
  const german = createFormat('de', 'UTC');
  assert.equal(
    sentenceText(ORDERED, de, german),
    'anna.schmidt@example.com hat für Jonas Weber ein Ticket bestellt, ab 1. Dez. 2026: Zuschuss, Eigenanteil direkt bezahlt.',
  );
  assert.deepEqual(
    sentenceOf(ORDERED, de, german).filter(({ to }) => to),
    [{ text: 'Jonas Weber', to: '/employees/12' }],
  );
  assert.equal(
    sentenceText({ ...ORDERED, details: {} }, en, createFormat('en', 'UTC')),
    'anna.schmidt@example.com ordered a ticket for Jonas Weber.',
  );
  assert.deepEqual(detailsBeside({ ...ORDERED, details: { ...ORDERED.details, onPaper: true } }, de), {
    onPaper: true,
  });
  const own: RecordedAction = {
    ...ORDERED,
    action: 'contract-accepted',
    actor: { type: 'employee', name: null },
    details: {},
  };
  assert.equal(sentenceText(own, de, german), 'Jonas Weber hat den Vertrag angenommen.');
  const byKey: RecordedAction = { ...own, actor: { type: 'api-key', name: 'Personio' } };
  assert.match(
    sentenceText(byKey, de, german),
    /^Der API-Schlüssel „Personio“ hat erfasst: Jonas Weber hat den Vertrag/,
  );
});

test('every action has exactly one kind', () => {
  const kinds = Object.values(AUDIT_KINDS).flat();
  assert.deepEqual(kinds.toSorted(), [...AUDIT_ACTIONS].toSorted());
});

test('details name changed fields, the proof of a sign-in and the browser in words', () => {
  const format = createFormat('de', 'UTC');
  assert.equal(detailValue('fields', ['email', 'lastName'], de, format), 'E-Mail-Adresse, Nachname');
  assert.equal(detailValue('factors', ['password', 'passkey'], de, format), 'Passwort, Passkey');
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
  assert.equal(detailValue('browser', chrome, de, format), 'Chrome auf Windows');
  assert.equal(detailValue('browser', 'curl/8.5.0', de, format), 'Unbekannt');
  assert.equal(detailValue('format', 'payroll', de, format), 'Datei für die Lohnabrechnung');
  assert.equal(detailValue('month', '2026-11', de, format), 'November 2026');
  assert.equal(
    detailValue('fileColumns', ['Dienstl. Mail=email'], de, format),
    'Dienstl. Mail = E-Mail-Adresse',
  );
  const moved: RecordedAction = { ...ORDERED, action: 'company-changed', details: { address: 'Kranweg 12' } };
  assert.deepEqual(detailsBeside(moved, de), { postalAddress: 'Kranweg 12' });
  const exported: RecordedAction = { ...ORDERED, action: 'audit-log-exported', details: { format: 'csv' } };
  assert.deepEqual(detailsBeside(exported, de), { fileType: 'csv' });
  assert.equal(detailValue('fileType', 'csv', de, format), 'CSV');
});

test('every detail that the service writes into the log has a name in both languages', () => {
  const root = new URL('../../../src/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const written = files
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
    .filter((text) => /recordChanges?\(/.test(text))
    .flatMap((text) =>
      [...text.matchAll(/\bdetails: \{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, inner = '']) => inner),
    )
    .flatMap((inner) => inner.replaceAll(/\{[^{}]*\}|\([^()]*\)|\[[^\]]*\]/g, '').split(','))
    .map((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1])
    .filter((name) => name !== undefined);
  assert.ok(written.length > 50, 'the details are found');
  for (const [language, { details }] of LANGUAGES) {
    const unnamed = new Set(written.filter((name) => !(name in details)));
    assert.deepEqual([...unnamed], [], language);
  }
});
