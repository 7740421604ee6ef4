import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { readZip, scan, sha1, ticketWith } from '../../../test/pure/support/wallet.ts';
import { readConfig } from '../../platform/config/config.ts';
import { buildApplePass } from './apple-pass.ts';
import { createManifestSigner } from './sign-manifest.ts';
import { SPECIMEN } from './specimen.ts';
import { createSpecimenIdentity } from './specimen-identity.ts';
import type { PassTicket } from './wallet-sql.ts';

const folder = mkdtempSync(join(tmpdir(), 'transit-pass-'));
after(() => rmSync(folder, { recursive: true }));

const { apple } = await createSpecimenIdentity(readConfig({ DATA_DIR: folder }))();
const issuer = { passTypeId: apple.passTypeId, teamId: apple.teamId, sign: createManifestSigner(apple) };
const OPENSSL = 'openssl';
const hasOpenssl = spawnSync(OPENSSL, ['version']).status === 0;

function open(changes: Partial<PassTicket> = {}, isSpecimen = true) {
  const files = readZip(buildApplePass(ticketWith(changes), issuer, isSpecimen));
  const read = (path: string) => files.get(path) ?? assert.fail(`${path} is missing`);
  return { files, read, pass: JSON.parse(read('pass.json').toString('utf8')) };
}

/** What the front and the back show, by key. */
function fieldsOf(pass: { eventTicket: Record<string, { key: string; label: string; value: string }[]> }) {
  const fields = Object.values(pass.eventTicket).flat();
  assert.equal(new Set(fields.map(({ key }) => key)).size, fields.length, 'keys are unique');
  return Object.fromEntries(fields.map(({ key, label, value }) => [key, [label, value]]));
}

test('the manifest names every file with its digest, and no other', () => {
  const { files, read } = open();
  const manifest = JSON.parse(read('manifest.json').toString('utf8'));
  const expected = [...files].filter(([path]) => path !== 'manifest.json' && path !== 'signature');
  assert.deepEqual(manifest, Object.fromEntries(expected.map(([path, bytes]) => [path, sha1(bytes)])));
  assert.deepEqual([...files.keys()].sort(), [
    'de.lproj/pass.strings',
    'en.lproj/pass.strings',
    'icon.png',
    'icon@2x.png',
    'icon@3x.png',
    'logo.png',
    'logo@2x.png',
    'logo@3x.png',
    'manifest.json',
    'pass.json',
    'signature',
  ]);
});

test('OpenSSL verifies the signature, and refuses it for any other manifest', {
  skip: !hasOpenssl && 'there is no openssl program here',
}, () => {
  const { read } = open();
  const verify = (manifest: Buffer) => {
    const paths = { signature: 'signature', manifest: 'manifest.json', authority: 'authority.pem' };
    writeFileSync(join(folder, paths.signature), read('signature'));
    writeFileSync(join(folder, paths.manifest), manifest);
    writeFileSync(join(folder, paths.authority), apple.issuer.toString());
    return spawnSync(
      OPENSSL,
      [
        ...['cms', '-verify', '-binary', '-inform', 'DER', '-in', paths.signature],
        ...['-content', paths.manifest, '-CAfile', paths.authority, '-signer', 'signer.pem'],
      ],
      { cwd: folder, encoding: 'utf8' },
    );
  };
  const good = verify(read('manifest.json'));
  assert.equal(good.status, 0, good.stderr);
  assert.match(good.stderr, /successful/);
  assert.notEqual(verify(Buffer.concat([read('manifest.json'), Buffer.from(' ')])).status, 0);
});

test('other programs can unpack the pass', {
  skip: spawnSync('unzip', ['-v']).status !== 0 && 'there is no unzip program here',
}, () => {
  writeFileSync(join(folder, 'a.pkpass'), buildApplePass(ticketWith(), issuer, true));
  const { status, stdout } = spawnSync('unzip', ['-t', join(folder, 'a.pkpass')], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});

test('the pass names its issuer and its ticket, and ends at three in the morning', () => {
  const { pass } = open();
  assert.equal(pass.formatVersion, 1);
  assert.equal(pass.passTypeIdentifier, apple.passTypeId);
  assert.equal(pass.teamIdentifier, apple.teamId);
  assert.equal(pass.serialNumber, 'TKT-00000012');
  assert.equal(pass.organizationName, 'Beispiel GmbH');
  assert.equal(pass.expirationDate, '2026-12-01T03:00:00+01:00');
  assert.equal(pass.sharingProhibited, true);
});

test('a German company has a German pass', () => {
  const fields = fieldsOf(
    open({ month: '2026-03-01', validFrom: '2026-03-17', validUntil: '2026-03-31' }, false).pass,
  );
  assert.deepEqual(fields, {
    shortMonth: ['Monat', '03/2026'],
    ticket: ['Monat', 'März 2026'],
    holder: ['Ausgestellt für', 'Ada Lovelace'],
    valid: ['Gültig', '17.–31.03.2026'],
    company: ['Arbeitgeber', 'Beispiel GmbH'],
    about: ['Hinweis', 'Persönlich und nicht übertragbar. Der Code enthält nur die Ticketnummer.'],
    ticketId: ['Ticketnummer', 'TKT-00000012'],
    month: ['Monat', 'März 2026'],
    fullHolder: ['Ausgestellt für', 'Ada Lovelace'],
    fullCompany: ['Arbeitgeber', 'Beispiel GmbH'],
  });
});

for (const [locale, valid] of [
  ['en-GB', '1 – 30 Nov 2026'],
  ['en-US', 'Nov 1 – 30, 2026'],
  ['fr-FR', '1 – 30 Nov 2026'],
] as const)
  test(`a company with ${locale} has an English pass`, () => {
    const fields = fieldsOf(open({ locale }, false).pass);
    assert.deepEqual(fields['ticket'], ['Month', 'November 2026']);
    assert.deepEqual(fields['holder'], ['Issued to', 'Ada Lovelace']);
    assert.equal(fields['valid']?.[1]?.replaceAll(/\s/g, ' '), valid);
  });

test('a phone in the other language gets every text translated, and no name', () => {
  for (const locale of ['de-DE', 'en-GB']) {
    const { read, pass } = open(
      { locale, month: '2026-05-01', firstName: 'Mai', lastName: '"Monat"' },
      false,
    );
    const texts = new Set(Object.values(fieldsOf(pass)).flat());
    for (const language of ['de', 'en']) {
      const strings = read(`${language}.lproj/pass.strings`).toString('utf8');
      const lines = [...strings.matchAll(/^"((?:[^"\\]|\\.)+)" = "((?:[^"\\]|\\.)+)";$/gm)];
      assert.equal(lines.length, strings.trim().split('\n').length);
      const translations = new Map(lines.map(([, from = '', to = '']) => [from, to]));
      const untranslated = [...texts].filter((text) => !translations.has(text));
      assert.deepEqual(untranslated.sort(), ['05/2026', 'Beispiel GmbH', 'Mai "Monat"', 'TKT-00000012']);
      const may = locale === 'de-DE' ? 'Mai 2026' : 'May 2026';
      assert.equal(translations.get(may), language === 'de' ? 'Mai 2026' : 'May 2026');
    }
  }
});

test('long names and names with every kind of letter arrive whole', () => {
  for (const lastName of [
    'Gräfin von Württemberg-Öhringen-Großsüßenmühl zu Übersee und Ähnlichkeiten'.repeat(3),
    'Ñandú Łukasiewicz-Đorđević',
    '山田 👩‍🚀',
    '"Quote" \\ <b>&amp; \u2028',
  ]) {
    const fields = fieldsOf(open({ firstName: 'Jörg', lastName, companyName: lastName }).pass);
    assert.equal(fields['holder']?.[1], `Jörg ${lastName}`);
    assert.equal(fields['fullHolder']?.[1], `Jörg ${lastName}`);
    assert.equal(fields['fullCompany']?.[1], lastName);
  }
});

test('a specimen says so on its front, in its description and in its barcode, and claims no validity', async () => {
  const { pass } = open();
  const [primary] = pass.eventTicket.primaryFields;
  assert.deepEqual(primary, { key: 'ticket', label: 'November 2026', value: 'SPECIMEN – NOT VALID' });
  assert.match(pass.description, /SPECIMEN – NOT VALID/);
  assert.equal(fieldsOf(pass)['valid']?.[0], 'Zeitraum');
  const [barcode, ...others] = pass.barcodes;
  assert.deepEqual(others, []);
  assert.equal(barcode.format, 'PKBarcodeFormatQR');
  assert.equal(barcode.messageEncoding, 'utf-8');
  assert.equal(barcode.altText, 'SPECIMEN – NOT VALID TKT-00000012');
  assert.deepEqual(await scan(barcode.message), {
    text: 'SPECIMEN – NOT VALID TKT-00000012',
    format: 'QRCode',
  });
});

test('a real pass says nothing of specimens, and its barcode holds the ticket id alone', async () => {
  const { files, pass } = open({}, false);
  for (const [path, bytes] of files)
    if (path !== 'signature')
      assert.doesNotMatch(bytes.toString('utf8'), /specimen – not valid|Muster/i, path);
  assert.equal((await scan(pass.barcodes[0].message)).text, 'TKT-00000012');
  assert.notEqual(pass.backgroundColor, open().pass.backgroundColor);
  assert.equal(SPECIMEN, 'SPECIMEN – NOT VALID');
});

test('every picture is a PNG of the size Wallet wants', () => {
  const { files } = open();
  for (const [name, side] of [
    ['icon', 29],
    ['logo', 50],
  ] as const)
    for (const scale of [1, 2, 3]) {
      const png = files.get(`${name}${scale === 1 ? '' : `@${scale}x`}.png`) ?? Buffer.alloc(0);
      assert.equal(png.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n');
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [side * scale, side * scale]);
      const data = png.subarray(41, 41 + png.readUInt32BE(33));
      assert.equal(inflateSync(data).length, side * scale * (side * scale * 4 + 1));
    }
});
