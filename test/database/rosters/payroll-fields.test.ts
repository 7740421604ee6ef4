import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { createPortalUser } from '../portal/portal.ts';
import { revoke } from '../support/actions.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

const LONG = '🎫'.repeat(50);
const NOTHING = {
  personnelNumber: null,
  costCentre: null,
  department: null,
  location: null,
  legalEntity: null,
};

async function begin() {
  const company = await createSyncingCompany(service, { planType: 'fully-subsidized-plan' });
  const admin = await createPortalUser(service, company.companyId);
  const payrollOf = async (id: number) => (await admin.send(`/employees/${id}`)).json().data.employee.payroll;
  const firstOf = async (query: string) => (await company.people(query))[0].id as number;
  return { ...company, admin, payrollOf, firstOf };
}

describe('the payroll fields of a roster', () => {
  it('are shown as they were listed last, and a change of them says what changed', async () => {
    const { sync, changes, firstOf, payrollOf, people } = await begin();
    const listed = {
      costCentre: ' Köln 4711 ',
      department: LONG,
      legalEntity: 'Süd GmbH',
      personnelNumber: 815,
    };
    await sync([entry('A', listed as object), entry('B')]);
    const [ada, ben] = [await firstOf('search=FirstA'), await firstOf('search=FirstB')];
    const known = { costCentre: 'Köln 4711', department: LONG, location: null, legalEntity: 'Süd GmbH' };
    assert.deepEqual(await payrollOf(ada), { ...known, personnelNumber: '815' });
    assert.deepEqual(
      await payrollOf(ben),
      { ...NOTHING, personnelNumber: 'B' },
      'the number in the HR system',
    );
    const [employee] = await people('search=FirstA');
    assert.equal(JSON.stringify(employee).includes('4711'), false, 'the employee of the API stays as it is');

    const moved = await sync([
      entry('A', { ...listed, costCentre: null, location: 'Ulm' } as object),
      entry('B'),
    ]);
    assert.equal(moved.counts.updated, 1);
    const [change] = await changes(moved.syncId);
    assert.deepEqual(
      [change.outcome, change.subscription, change.fields],
      ['updated', null, { costCentre: { from: 'Köln 4711', to: null }, location: { from: null, to: 'Ulm' } }],
    );
    const again = await sync([
      entry('A', { ...listed, location: 'Ulm', costCentre: null } as object),
      { ...entry('B'), department: null },
    ]);
    assert.equal(again.counts.unchanged, 2);
    await sync([entry('A'), entry('B')]);
    assert.deepEqual(await payrollOf(ada), { ...NOTHING, personnelNumber: 'A' }, 'no longer listed');
  });

  it('are refused where they are no text of up to 100 characters', async () => {
    const { submit } = await begin();
    const wrong = {
      personnelNumber: 'x'.repeat(101),
      costCentre: ' ',
      department: { name: 'Sales' },
      location: 'a\tb',
      legalEntity: 1.5,
    };
    const answer = await submit([entry('A'), { ...entry('B'), ...wrong }]);
    assert.equal(answer.statusCode, 422);
    assert.deepEqual(
      answer
        .json()
        .errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`),
      [
        '/employees/1/personnelNumber too-long',
        '/employees/1/costCentre too-short',
        '/employees/1/department wrong-type',
        '/employees/1/location malformed',
        '/employees/1/legalEntity wrong-type',
      ],
    );
  });

  it('are those of the oldest present link, of ended ones the latest, and never of two links', async () => {
    const { sync, newIntegration, integrationId, firstOf, payrollOf } = await begin();
    const second = await newIntegration('Temps');
    const ada = entry('S-1', { firstName: 'Ada' });
    const others = { first: entry('X'), second: entry('Y') };
    await sync([{ ...ada, costCentre: '1', location: 'Ulm' }, others.second], { to: second });
    await sync([{ ...ada, hrId: 'F-9', costCentre: '2', personnelNumber: '9' }, others.first], {
      to: integrationId,
    });
    const id = await firstOf('search=Ada');
    const ofSecond = { ...NOTHING, personnelNumber: 'S-1', costCentre: '1', location: 'Ulm' };
    const ofFirst = { ...NOTHING, personnelNumber: '9', costCentre: '2' };
    assert.deepEqual(await payrollOf(id), ofSecond);
    await sync([others.second], { to: second });
    assert.deepEqual(await payrollOf(id), ofFirst);
    await sync([others.first], { to: integrationId });
    assert.deepEqual(await payrollOf(id), ofFirst);
  });
});

describe('a charge', () => {
  it('keeps what payroll books it by, and a refund has the values of its charge', async () => {
    const { companyId, sync, clock, get, firstOf } = await begin();
    const listed = (costCentre: string) => [
      entry('A', { costCentre, legalEntity: `${costCentre} GmbH` } as object),
    ];
    await sync(listed('1'));
    const id = await firstOf('search=FirstA');
    const lines = async (month: string) =>
      (await get(`/statements/${month}`))
        .json()
        .data.data.map((line: Record<string, unknown>) => [
          line['personnelNumber'],
          line['costCentre'],
          line['legalEntity'],
          line['tickets'],
        ]);
    await clock('2026-12-01');
    await sync(listed('2'));
    assert.deepEqual(await lines('2026-12'), [['A', '1', '1 GmbH', 1]], 'issued before the roster came');
    await clock('2027-01-01');
    await sync(listed('3'));
    assert.deepEqual(await lines('2027-01'), [['A', '2', '2 GmbH', 1]]);
    await sql.begin((tx) => revoke(tx, companyId, id, OPERATOR, { refund: true }));
    const [refund] = await sql`
      select personnel_number, cost_centre, legal_entity from charges where company_id = ${companyId} and kind = 'reversal'`;
    assert.deepEqual({ ...refund }, { personnel_number: 'A', cost_centre: '2', legal_entity: '2 GmbH' });
    assert.deepEqual(await lines('2027-01'), [['A', '2', '2 GmbH', 0]]);
    assert.deepEqual(await lines('2026-12'), [['A', '1', '1 GmbH', 1]]);
  });
});

describe('the table of people', () => {
  it('is filtered, searched, sorted and exported by them, also for people added by hand', async () => {
    const { sync, admin } = await begin();
    await sync([
      entry('A', { costCentre: '4711, Köln', department: 'Vertrieb' } as object),
      entry('B', { costCentre: '0815', legalEntity: 'Süd GmbH' } as object),
      entry('C'),
    ]);
    const made = await admin.send('/employees', {
      method: 'POST',
      body: {
        ...{ firstName: 'Hand', lastName: 'Made', email: 'hand@example.com', dateOfBirth: '1990-01-01' },
        ...{ personnelNumber: ' H-1 ', costCentre: '0815', department: '', location: 'Ulm' },
      },
    });
    assert.equal(made.statusCode, 201, made.body);
    const { employee } = made.json().data;
    assert.deepEqual(employee.payroll, {
      ...NOTHING,
      personnelNumber: 'H-1',
      costCentre: '0815',
      location: 'Ulm',
    });
    const found = async (query: string) =>
      (await admin.send(`/employees?sortField=name&sortOrder=asc&${query}`))
        .json()
        .data.data.map(({ firstName }: { firstName: string }) => firstName);
    assert.deepEqual(await found('costCentres[]=0815'), ['FirstB', 'Hand']);
    assert.deepEqual(await found(`costCentres[]=${encodeURIComponent('4711, Köln')}`), ['FirstA']);
    assert.deepEqual(await found('costCentres[]=0815&locations[]=Ulm'), ['Hand']);
    assert.deepEqual(await found('legalEntities[]=Nord'), []);
    assert.deepEqual(await found('search=vertr'), ['FirstA']);
    assert.deepEqual(await found('search=s%C3%BCd+gmbh'), ['FirstB']);
    assert.deepEqual(await found('search=h-1'), ['Hand']);
    assert.deepEqual((await admin.send('/payroll-values')).json().data, {
      costCentre: ['0815', '4711, Köln'],
      department: ['Vertrieb'],
      location: ['Ulm'],
      legalEntity: ['Süd GmbH'],
    });
    const { body } = await admin.send(
      '/employees.csv?sortField=costCentre&sortOrder=asc&columns=personnelNumber,costCentre,legalEntity&language=en',
    );
    const rows = body
      .trim()
      .split('\r\n')
      .map((row) => row.split(',').slice(1));
    assert.deepEqual(
      rows.map((row) => row[0]),
      ['"First name"', '"FirstB"', '"Hand"', '"FirstA"', '"FirstC"'],
      body,
    );
    assert.deepEqual(rows[1]?.slice(3), ['"B"', '"0815"', '"Süd GmbH"']);

    const changed = await admin.send(`/employees/${employee.id}`, {
      method: 'PATCH',
      body: { costCentre: null, location: 'Bonn' },
    });
    assert.deepEqual(changed.json().data.employee.payroll, {
      ...NOTHING,
      personnelNumber: 'H-1',
      location: 'Bonn',
    });
    const [last] = (await admin.send(`/employees/${employee.id}/history`)).json().data.data;
    assert.deepEqual(last.details, { fields: ['costCentre', 'location'] });
  });
});
