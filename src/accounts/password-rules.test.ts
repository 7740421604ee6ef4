import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../platform/errors.ts';
import { generatePassword } from '../platform/password.ts';
import { checkPassword } from './password-rules.ts';

/** The code of the rule that the password breaks, if it breaks one. */
async function brokenBy(password: string, owner: { email?: string; companyName?: string } = {}) {
  try {
    await checkPassword(password, {
      email: 'ada.lovelace@example.com',
      companyName: 'Gebrüder Groß & Söhne GmbH',
      ...owner,
    });
    return undefined;
  } catch (error) {
    assert(error instanceof AppError);
    assert.equal(error.details.errors?.[0]?.pointer, '/password');
    return error.details.errors?.[0]?.code;
  }
}

const CASES: [password: string, code: string | undefined][] = [
  ['elf Zeichen', 'too-short'],
  ['zwölf Zeiche', undefined],
  ['x'.repeat(1001), 'too-long'],
  ['aaaaaaaaaaaa', 'repeats'],
  ['abcabcabcabc', 'repeats'],
  ['abcdeabcdeab', 'repeats'],
  ['AbcdeaBcdeabCde', 'repeats'],
  ['aaaaaaaaaaa1', 'repeats'],
  ['1212 1212 1212', 'repeats'],
  // The part that is repeated is a good password by itself.
  ['ein Satz, zwei Mal. ein Satz, zwei Mal. ', undefined],
  ['ada.lovelace@example.com', 'own-address'],
  ['Ada.Lovelace@Example.com1', 'own-address'],
  ['ada.lovelace', 'own-address'],
  ['Ada.Lovelace2026!', 'own-address'],
  ['2026-ada.lovelace', 'own-address'],
  ['ａｄａ.lovelace12', 'own-address'],
  ['ada.lovelace and a horse', undefined],
  ['Gebrüder Groß & Söhne GmbH', 'known-name'],
  ['GebrüderGroß2026', 'known-name'],
  ['Gebrueder-Gross1', 'known-name'],
  ['gebruder2026!!', 'known-name'],
  ['GrossSoehne!2026', 'known-name'],
  ['Transit-Ticket-2026', 'known-name'],
  ['TicketService1', 'known-name'],
  ['Jobticket Gebrüder 26', 'known-name'],
  ['Gebrüder mögen Pferde', undefined],
  ['password1234', 'too-common'],
  ['Password2026!', 'too-common'],
  ['PASSWORD 2026', 'too-common'],
  ['12-qwertyuiop', 'too-common'],
  ['1qaz2wsx3edc', 'too-common'],
  ['needforspeed', 'too-common'],
  ['correct horse battery staple', undefined],
  ['482019382746', undefined],
  ['pwd 4820-1938-2746', undefined],
];

for (const [password, code] of CASES)
  test(`${password.slice(0, 40)} ${code ? `is refused: ${code}` : 'is accepted'}`, async () => {
    assert.equal(await brokenBy(password), code);
  });

test('generated passwords are accepted', async () => {
  for (let round = 0; round < 200; round++) assert.equal(await brokenBy(generatePassword()), undefined);
});

test('an address without letters is an address too', async () => {
  assert.equal(await brokenBy('4711-0815-2026', { email: '4711@example.com' }), 'own-address');
});

test('single letters of a name are no words of it', async () => {
  assert.equal(await brokenBy('eins und drei', { companyName: 'E I N S U D R' }), undefined);
  assert.equal(await brokenBy('einsudr-2026', { companyName: 'E I N S U D R' }), 'known-name');
});

test('the sentence says which rule is broken', async () => {
  await assert.rejects(
    checkPassword('password1234', { email: 'ada@example.com', companyName: 'X', field: 'newPassword' }),
    {
      message: 'The password is on a list of common passwords, or is one of them with digits or signs added.',
    },
  );
});
