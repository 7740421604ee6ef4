import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adviceOnHostRefusal } from './failures.ts';

it('a server that refuses a connection without encryption leads to sslmode, also in its own language', () => {
  const refusal = (message: string) => Object.assign(new Error(message), { code: '28000' });
  const english = refusal(
    'no pg_hba.conf entry for host "10.0.0.7", user "transit", database "transit", no encryption',
  );
  const german = refusal(
    'kein pg_hba.conf-Eintrag für Host »10.0.0.7«, Benutzer »transit«, Datenbank »transit«, keine Verschlüsselung',
  );
  const plain = 'postgres://transit@db.example.com/transit';
  for (const error of [english, german])
    assert.match(adviceOnHostRefusal(error, plain) ?? '', /\?sslmode=verify-full/);
  assert.doesNotMatch(adviceOnHostRefusal(english, `${plain}?sslmode=require`) ?? '', /sslmode/);
  assert.equal(adviceOnHostRefusal(new Error('connection refused'), plain), undefined);
});
