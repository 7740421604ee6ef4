import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Facts, render } from './render.ts';

const EVIL = 'Gewinn auf evil.com';
const GOOD = 'Beispiel';

/** One mail of each kind, with these names wherever a mail has one. */
function mailsWith(name: string, locale: string): Facts[] {
  const company = { companyName: name, locale, timeZone: 'Europe/Berlin' };
  const person = { companyName: name, locale, firstName: name, lastName: name };
  const link = 'https://tickets.example.net/me/x';
  const since = '2026-11-16T08:00:00.000Z';
  const news = { notice: 'sync-failed', name, since, link } as const;
  return [
    { kind: 'invitation', ...company, role: 'admin', invitedBy: null, expiresAt: since, link },
    { kind: 'password-reset', ...company, email: 'hr@tickets.example.net', expiresAt: since, link },
    { kind: 'page-link', ...person, link, isRequested: true, answerUntil: null },
    ...(['enrolment', 'plan-change', 'new-terms'] as const).map((reason) => ({
      kind: 'contract-offered' as const,
      ...person,
      reason,
      contributionCents: 3300,
      startsOn: '2026-12-01',
      answerUntil: '2027-01-14',
      link,
    })),
    {
      kind: 'ticket',
      ...person,
      ticketId: 'T-1',
      month: '2026-12-01',
      validFrom: '2026-12-01',
      validUntil: '2026-12-31',
      contributionCents: 3300,
      receiptNumber: 1,
      page: link,
      apple: link,
      google: link,
      unsubscribe: link,
    },
    { kind: 'receipt', ...person, number: 2, month: '2026-12-01', refundCents: 3300, page: link },
    {
      kind: 'request-answered',
      ...person,
      action: 'cancel',
      planType: null,
      askedOn: '2026-11-10',
      isApproved: true,
      effectiveOn: '2026-12-01',
      untilOn: null,
      contributionCents: null,
      offered: false,
      dropped: false,
      isLater: false,
      answer: name,
      page: link,
    },
    { kind: 'notice', ...company, news },
    { kind: 'digest', ...company, news: [news, { notice: 'key-expiring', name, until: since, link }] },
    {
      kind: 'contact-notice',
      ...company,
      news: { ...news, notice: 'sync-held', count: 3 },
      unsubscribe: link,
    },
  ];
}

for (const locale of ['de-DE', 'en-GB'])
  for (const facts of mailsWith(EVIL, locale))
    test(`a ${facts.kind} mail prints no name that mail programs would link: ${locale}`, () => {
      const { subject, text, html } = render(facts, { isSpecimen: false });
      for (const part of [subject, text, html]) assert.doesNotMatch(part, /evil|null|undefined/);
    });

test('other names are printed', () => {
  for (const facts of mailsWith(GOOD, 'de-DE')) {
    const { text, html } = render(facts, { isSpecimen: false });
    assert.ok(text.includes(GOOD) && html.includes(GOOD), facts.kind);
  }
});

test('without its name, the company is the employer', () => {
  const [offer] = mailsWith(EVIL, 'de-DE').filter(({ kind }) => kind === 'contract-offered');
  assert(offer);
  const { text } = render(offer, { isSpecimen: false });
  assert.match(text, /^Jobticket\n/);
  assert.match(text, /Guten Tag,\n\nIhr Arbeitgeber bietet Ihnen ein Jobticket an\./);
  assert.match(text.replaceAll('\n', ' '), /weil Ihr Arbeitgeber Ihnen ein Jobticket anbietet/);
});

test('a mail about new terms says that nothing is charged without consent', () => {
  for (const [locale, consent] of [
    ['de-DE', /nur,\s+wenn\s+Sie\s+zustimmen/],
    ['en-GB', /only\s+if\s+you\s+agree/],
  ] as const) {
    const facts = mailsWith(GOOD, locale).find((each) => 'reason' in each && each.reason === 'new-terms');
    assert(facts);
    assert.match(render(facts, { isSpecimen: false }).text, consent);
  }
});

test('mails to employees say whom to ask, without addresses of websites', () => {
  const [, , pageLink] = mailsWith(GOOD, 'de-DE');
  assert(pageLink);
  const note = { contact: 'Petra Klein, hr@beispiel.de\nwww.evil.com\n030 1234', hasPrivacyNote: true };
  for (const part of ['text', 'html'] as const) {
    const rendered = render({ ...pageLink, note }, { isSpecimen: false })[part].replaceAll(/\s+/g, ' ');
    assert.match(rendered, /Fragen\? Wenden Sie sich an: Petra Klein, hr@beispiel.de, 030 1234/);
    assert.match(rendered, /Hinweis Ihres Arbeitgebers zum Datenschutz/);
    assert.doesNotMatch(rendered, /evil/);
  }
});

test("HR's answer keeps its lines", () => {
  const facts = mailsWith(GOOD, 'de-DE').find(({ kind }) => kind === 'request-answered');
  assert(facts);
  const long = 'Wort '.repeat(20).trim();
  const answer = `Guten Tag,\r\n\r\n\n \nbitte fragen Sie <erst>:\n- Frau Demir\n${long}\n`;
  const { text, html } = render({ ...facts, answer } as Facts, { isSpecimen: false });
  assert.match(
    html,
    /Guten Tag,<br><br>bitte fragen Sie &lt;erst&gt;:<br>- Frau Demir<br>Wort[^<]*<\/blockquote>/,
  );
  assert.ok(
    text.includes(
      'Antwort Ihres Arbeitgebers:\n> Guten Tag,\n>\n> bitte fragen Sie <erst>:\n> - Frau Demir\n> Wort',
    ),
  );
  assert.ok(text.split('\n').every((line) => line.length <= 72 || line.includes('://')));
});
