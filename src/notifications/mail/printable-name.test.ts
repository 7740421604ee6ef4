import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printableName } from './printable-name.ts';

for (const name of [
  'Ada',
  'Anna-Lena',
  "O'Neill",
  'Müller-Lüdenscheidt',
  'J. R. R.',
  'St. John',
  'Beispiel GmbH & Co. KG',
  'Beispiel GmbH & Co.KG',
  'Verein e.V.',
  'Handel e.K.',
  'Example B.V.',
  'Esempio S.p.A.',
  'Nguyễn',
  '李小龙',
  'com',
  'Net',
  'Info AG',
  'Version 2.0 GmbH',
  'A.b.c',
])
  test(`${name} is printed`, () => assert.equal(printableName(name), name));

for (const name of [
  'http://evil.example',
  'HTTPS://evil',
  'ftp://x',
  'www.evil',
  'Ada WWW.evil',
  'Win at evil.com',
  'evil.com!',
  'evil.com.',
  '(evil.com)',
  'evil.com/prize',
  'evil.com:8080',
  'evil.co.uk',
  'EVIL.COM',
  'e-vil.de',
  'evil.example.museum now',
  'mail@evil.org',
  'evil。com',
  'evil．com',
  'evil.c\u00adom',
  'e\u200bvil.com',
  'пример.рф',
  'xn--e1afmkfd.xn--p1ai',
  'evil.de GmbH & Co.KG',
])
  test(`${JSON.stringify(name)} is not printed`, () => assert.equal(printableName(name), null));
