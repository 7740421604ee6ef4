import { RATES } from '../../src/platform/limits.ts';
import type { Attacker } from './attacker-facts.ts';

export interface Employee {
  path: string;
  /** The proof of a browser. */
  cookie: string;
}

/** People of the attacker's company whose pages are open. */
export let employees: Employee[] = [];

export async function provePages({ port, address, pages }: Attacker): Promise<void> {
  employees = [];
  for (const { path, dateOfBirth } of pages) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}/proof`, {
      method: 'POST',
      headers: {
        origin: `http://127.0.0.1:${port}`,
        'content-type': 'application/json',
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ dateOfBirth }),
    });
    if (answer.status !== 204) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    employees.push({ path, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' });
  }
}

/** The attacker from another network address as soon as one has used up its requests. */
export function addressesInTurn(attacker: Attacker, number: number): Attacker {
  const turn = Math.floor(number / (RATES.linksOfAddress.max - 1));
  return { ...attacker, address: `10.1.${Math.floor(turn / 250) % 250}.${1 + (turn % 250)}` };
}

/** The attacker from one of 250 network addresses, each below its limits. */
export function fromManyAddresses(attacker: Attacker, number: number): Attacker {
  return { ...attacker, address: `10.2.${number % 250}.1` };
}

/** The pass of the attacker, who knows its token. */
export let pass = { file: '', headers: { authorization: '' }, registration: (_device: string) => '' };

export async function takePass({ port, address, passPath }: Attacker): Promise<void> {
  // It loads readers of barcodes and certificates, which other attackers do not need.
  const { readZip } = await import('../../test/pure/support/wallet.ts');
  const answer = await fetch(`http://127.0.0.1:${port}${passPath}`, {
    headers: { 'x-forwarded-for': address },
  });
  const json = readZip(Buffer.from(await answer.arrayBuffer())).get('pass.json');
  const { webServiceURL, passTypeIdentifier, serialNumber, authenticationToken } = JSON.parse(
    String(json),
  ) as Record<string, string>;
  const base = `${new URL(webServiceURL ?? '').pathname}/v1`;
  const which = `${passTypeIdentifier}/${serialNumber}`;
  pass = {
    file: `${base}/passes/${which}`,
    headers: { authorization: `ApplePass ${authenticationToken}` },
    registration: (device) => `${base}/devices/${device}/registrations/${which}`,
  };
}
