import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { eraseEmployee } from '../../../../src/people/privacy/erase-employee.ts';
import type { LinkClass } from '../../../../src/platform/links/link-class.ts';
import { createPageLink } from '../../../../src/platform/links/page-links.ts';
import { contractLink } from '../../../../src/tickets/contracts/contract-links.ts';
import { listPageLinks } from '../../../../src/views/employee-page/list-page-links.ts';
import { renewLink } from '../../../../src/views/employee-page/renew-link.ts';
import { textOf } from '../../../pure/support/pdf.ts';
import { createPortalUser } from '../../portal/portal.ts';
import { enrol } from '../../support/actions.ts';
import { addPerson, freezeClock } from '../../support/people.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestCompany, createTestService } from '../../support/service.ts';
import { createSyncingCompany, entry } from '../../support/syncing-company.ts';
import { BORN, createVisitor, pagesOf } from './visitor.ts';

const service = await createTestService();
const { sql } = service.database;
await pagesOf(service);
const SECRETS = ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'];
const BASE = 'https://tickets.example.com';
const linkOfPage = createPageLink(BASE, SECRETS);
const linkOfContract = contractLink(BASE, SECRETS);

/** Offers somebody a contract, in a company whose employees pay a share. */
async function offerTo(companyId: number, employeeId: number) {
  await sql`
    update companies set default_plan_type = 'split-pay-plan', subsidy_cents = 2500 where id = ${companyId}`;
  await sql.begin((tx) => enrol(tx, companyId, employeeId, OPERATOR));
  const newest = async () => {
    const [offer] = await sql<{ id: number }[]>`
      select max(id) as id from contract_offers where company_id = ${companyId} and employee_id = ${employeeId}`;
    return offer?.id ?? 0;
  };
  const id = await newest();
  return {
    companyId,
    employeeId,
    id,
    newest,
    contract: (linkClass: LinkClass, linkVersion = 1) =>
      new URL(linkOfContract({ companyId, id, linkVersion }, linkClass)).pathname,
    page: (linkClass: LinkClass, linkVersion = 1) =>
      new URL(linkOfPage({ companyId, employeeId, linkVersion }, linkClass)).pathname,
  };
}

async function offered() {
  const { company } = await createTestCompany(service);
  await freezeClock(sql, company.id);
  return await offerTo(company.id, await addPerson(sql, company.id, { email: 'ada@example.com' }));
}

/** Opens the page by a link and signs the contract that it shows. */
async function sign(
  path: string,
  answer: 'accepted' | 'rejected' = 'accepted',
  visitor = createVisitor(service),
) {
  const { contracts } = await visitor.read(path);
  const [contract] = contracts;
  assert(contract);
  assert.equal((await visitor.sign(contract.path, { answer })).statusCode, 303);
  return { visitor, contract };
}

/** What the portal shows, without the parts that say nothing. */
async function proofShown(companyId: number, employeeId: number) {
  const admin = await createPortalUser(service, companyId);
  const list = (await admin.send('/contracts?statuses=accepted,rejected')).json().data.data;
  const person = (await admin.send(`/employees/${employeeId}`)).json().data.contract;
  const inList = list.find((one: { employeeId: number }) => one.employeeId === employeeId);
  assert.deepEqual(inList.proof, person.proof, 'the list and the person show the same');
  return person.proof;
}

async function logged(companyId: number) {
  const [row] = await sql`
    select details from audit_log
    where company_id = ${companyId} and action in ('contract-accepted', 'contract-rejected') order by id desc limit 1`;
  return row?.['details'];
}

async function pdfOf(companyId: number, employeeId: number): Promise<string> {
  const admin = await createPortalUser(service, companyId);
  const { data } = (await admin.send(`/documents?employeeIds=${employeeId}`)).json();
  const id = data.data.find((one: { kind: string }) => one.kind === 'contract').id;
  return textOf((await admin.send(`/documents/${id}/download`)).rawPayload).replace(/\s+/g, ' ');
}

describe('a contract signed by a mailed link', () => {
  it('records the address: list, person, audit log and PDF show it', async () => {
    const { companyId, employeeId, contract } = await offered();
    await sign(contract('mailed'));
    assert.deepEqual(await proofShown(companyId, employeeId), {
      by: 'mailed',
      mailedTo: 'ada@example.com',
      addressChanged: null,
      shownTo: [],
    });
    const { proof, mailedTo, shownTo } = await logged(companyId);
    assert.deepEqual([proof, mailedTo, shownTo], ['mailed', 'ada@example.com', undefined]);
    assert.match(await pdfOf(companyId, employeeId), /nur per Mail an ada@example\.com ging\./);
  });

  it('stays one if an admin has seen the other link: the admin cannot open this one', async () => {
    const { companyId, employeeId, contract, page } = await offered();
    const admin = await createPortalUser(service, companyId);
    const { data } = (await admin.send(`/employees/${employeeId}`)).json();
    assert.equal(data.pageLink, `${BASE}${page('shown')}`);
    assert.equal(data.contract.link, `${BASE}${contract('shown')}`);
    await sign(page('mailed'));
    assert.equal((await proofShown(companyId, employeeId)).by, 'mailed');
  });

  it('names the user who changed the address by hand, for 90 days', async () => {
    for (const { daysAgo, isNamed } of [
      { daysAgo: 89, isNamed: true },
      { daysAgo: 91, isNamed: false },
    ]) {
      const { companyId, employeeId, page } = await offered();
      const admin = await createPortalUser(service, companyId);
      const changed = await admin.send(`/employees/${employeeId}`, {
        method: 'PATCH',
        body: { email: 'not-ada@example.com' },
      });
      assert.equal(changed.statusCode, 200);
      await sql`
        update employees set email_changed_at = now() - make_interval(days => ${daysAgo}) where id = ${employeeId}`;
      assertProblem(await createVisitor(service).get(`${page('mailed')}/data`), 410, 'link-ended');
      await sign(page('mailed', 2));
      const { mailedTo, addressChanged } = await proofShown(companyId, employeeId);
      assert.equal(mailedTo, 'not-ada@example.com');
      assert.deepEqual(addressChanged?.by.type, isNamed ? 'portal-user' : undefined);
      const { addressChangedBy } = await logged(companyId);
      if (isNamed) {
        assert.equal(addressChanged.by.name, addressChangedBy);
        assert.match(await pdfOf(companyId, employeeId), /Diese Adresse wurde am .* geändert, von \S+@/);
      } else assert.equal(addressChangedBy, undefined);
    }
  });

  it('names the key whose roster changed the address', async () => {
    const company = await createSyncingCompany(service, { autoEnrol: false });
    await company.sync([entry('A', { email: 'ada@example.com' })]);
    await company.sync([entry('A', { email: 'ada.king@example.com' })]);
    const [row] = await sql<{ id: number }[]>`
      select id from employees where company_id = ${company.companyId}`;
    const { companyId, employeeId, page } = await offerTo(company.companyId, row?.id ?? 0);
    const [key] = await sql<{ name: string }[]>`select name from api_keys where company_id = ${companyId}`;
    const [born] = await sql<{ day: string }[]>`
      select date_of_birth as day from employees where id = ${employeeId}`;
    const visitor = createVisitor(service);
    await visitor.prove(page('mailed', 2), born?.day);
    const { contracts } = await visitor.read(page('mailed', 2));
    await visitor.sign(contracts[0]?.path ?? '', { answer: 'accepted', dateOfBirth: born?.day ?? '' });
    const { addressChanged } = await proofShown(companyId, employeeId);
    assert.deepEqual(addressChanged.by, { type: 'api-key', id: null, name: key?.name });
  });
});

describe('a contract signed by a shown link', () => {
  it('names the admins who have read or exported a link, and the operator', async () => {
    const { companyId, employeeId, page } = await offered();
    const nobody = await createPortalUser(service, companyId);
    const readers = [
      ['opened the person', `/employees/${employeeId}`],
      ['opened the list of contracts', '/contracts'],
      ['exported the contracts', '/contracts.csv'],
      ['exported the pages', '/page-links.csv'],
    ] as const;
    const names: string[] = [];
    for (const [what, path] of readers) {
      const admin = await createPortalUser(service, companyId);
      assert.equal((await admin.send(path)).statusCode, 200, what);
      names.push(admin.email);
    }
    const viewer = await createPortalUser(service, companyId, 'viewer');
    await viewer.send(`/employees/${employeeId}`);
    await viewer.send('/contracts');
    await nobody.send('/employees');
    await listPageLinks(sql, companyId, linkOfPage, OPERATOR);
    await sign(page('shown'));
    const { by, shownTo } = await proofShown(companyId, employeeId);
    assert.equal(by, 'shown');
    assert.deepEqual(
      shownTo.map(({ type, name }: { type: string; name: string }) => name ?? type).sort(),
      [...names, 'operator'].sort(),
    );
    assert.deepEqual((await logged(companyId)).shownTo.sort(), [...names, 'operator'].sort());
    const pdf = await pdfOf(companyId, employeeId);
    for (const name of [...names, 'Betreiber']) assert.ok(pdf.includes(name), `${name} is not in\n${pdf}`);
  });

  it('names nobody who has seen only a link that has ended', async () => {
    const { companyId, employeeId, page } = await offered();
    const [early, late] = [
      await createPortalUser(service, companyId),
      await createPortalUser(service, companyId),
    ];
    await early.send(`/employees/${employeeId}`);
    await sql.begin((tx) => renewLink(tx, companyId, employeeId, OPERATOR));
    await late.send(`/employees/${employeeId}`);
    await sign(page('shown', 2));
    const { shownTo } = await proofShown(companyId, employeeId);
    assert.deepEqual(
      shownTo.map(({ name }: { name: string }) => name),
      [late.email],
    );
  });

  it('is what a link from before counts as, also if nobody has seen it since', async () => {
    const { companyId, employeeId, contract } = await offered();
    // The tokens of both times are the same.
    assert.match(contract('shown'), /^\/contracts\/\w+\.\w+\.[0-9a-f]{8}\.[\w-]+$/);
    await sign(contract('shown'));
    assert.deepEqual(await proofShown(companyId, employeeId), {
      by: 'shown',
      mailedTo: null,
      addressChanged: null,
      shownTo: [],
    });
  });
});

describe('the class of a link', () => {
  for (const linkClass of ['mailed', 'shown'] as const)
    it(`passes on to every link of the page: ${linkClass}`, async () => {
      const { page, contract } = await offered();
      for (const entrance of [page(linkClass), contract(linkClass)]) {
        const shown = await createVisitor(service).read(entrance);
        assert.equal(shown.path, page(linkClass));
        assert.deepEqual(
          shown.contracts.map(({ path }) => path),
          [contract(linkClass)],
        );
      }
    });

  for (const [opened, signed] of [
    ['mailed', 'shown'],
    ['shown', 'mailed'],
  ] as const)
    it(`is that of the link, not of the browser: proved by a ${opened} one, signed by a ${signed} one`, async () => {
      const { companyId, employeeId, page } = await offered();
      const visitor = createVisitor(service);
      await visitor.read(page(opened));
      // The browser has proved itself and is not asked again, but its links are those of this entrance.
      const { contract } = await sign(page(signed), 'accepted', visitor);
      assert.equal(contract.path.includes('.m.'), signed === 'mailed');
      assert.equal((await proofShown(companyId, employeeId)).by, signed);
    });

  it('passes on from a replaced offer to the one in its place', async () => {
    for (const linkClass of ['mailed', 'shown'] as const) {
      const { companyId, employeeId, contract, newest, id } = await offered();
      const old = contract(linkClass);
      await sign(old, 'rejected');
      await sql.begin((tx) => enrol(tx, companyId, employeeId, OPERATOR));
      assert.notEqual(await newest(), id);
      const visitor = createVisitor(service);
      const { notice, contracts } = await visitor.read(old);
      assert.deepEqual([notice, contracts.length], ['offer-replaced', 1]);
      await visitor.sign(contracts[0]?.path ?? '', { answer: 'accepted' });
      assert.equal((await proofShown(companyId, employeeId)).by, linkClass);
    }
  });

  it('is signed: nobody turns a shown link into a mailed one', async () => {
    const { page, contract } = await offered();
    const visitor = createVisitor(service);
    for (const path of [page('shown'), contract('shown', 2)]) {
      const parts = path.split('.');
      const forged = [...parts.slice(0, -2), 'm', ...parts.slice(-2)].join('.');
      assertProblem(await visitor.get(`${forged}/data`), 404, 'not-found');
    }
  });
});

describe('the proof of a contract', () => {
  it('on paper says so', async () => {
    const { companyId, employeeId, id } = await offered();
    const admin = await createPortalUser(service, companyId);
    await admin.send(`/contracts/${id}/paper-answer`, {
      method: 'POST',
      body: Buffer.from('%PDF-1.7 scan'),
      headers: {
        'content-type': 'application/octet-stream',
        'x-file-name': 'scan.pdf',
        'x-answer': 'accepted',
      },
    });
    assert.equal((await proofShown(companyId, employeeId)).by, 'paper');
    assert.equal((await logged(companyId)).proof, 'paper');
  });

  it('of a rejection is recorded too', async () => {
    const { companyId, employeeId, page } = await offered();
    await sign(page('shown'), 'rejected');
    assert.equal((await proofShown(companyId, employeeId)).by, 'shown');
  });

  it('keeps its kind and loses its names when the person is erased', async () => {
    const { companyId, employeeId, page } = await offered();
    const admin = await createPortalUser(service, companyId);
    await admin.send(`/employees/${employeeId}`);
    await sign(page('mailed'), 'rejected');
    await sql`update companies set retention_months = 0 where id = ${companyId}`;
    await sql.begin((tx) => eraseEmployee(tx, companyId, employeeId, OPERATOR));
    const [offer] = await sql`select proof from contract_offers where employee_id = ${employeeId}`;
    assert.deepEqual(offer?.['proof'], { by: 'mailed' });
    assert.equal((await logged(companyId)).mailedTo, undefined);
    assert.equal((await sql`select from link_viewers where employee_id = ${employeeId}`).length, 0);
  });

  it('cannot be that of a link that ends while the answer arrives', async () => {
    const { companyId, employeeId, contract } = await offered();
    const visitor = createVisitor(service);
    await visitor.read(contract('mailed'));
    await sql.begin((tx) => renewLink(tx, companyId, employeeId, OPERATOR));
    assertProblem(
      await visitor.sign(contract('mailed'), { answer: 'accepted', dateOfBirth: BORN }),
      410,
      'link-ended',
    );
  });
});
