import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readZip } from '../../pure/support/wallet.ts';
import type { TestService } from './service.ts';

/** The fields of a pass that tests look at. */
export interface PhonePass {
  serialNumber: string;
  authenticationToken: string;
  webServiceURL: string;
  passTypeIdentifier: string;
  voided?: boolean;
  expirationDate?: string;
  barcodes?: { message: string }[];
  eventTicket: Record<string, { key: string; value: string; changeMessage?: string }[]>;
}

/** A phone with Apple Wallet: it speaks Apple's protocol with our web service, as iOS does. */
export class Phone {
  readonly device = randomBytes(16).toString('hex');
  readonly pushToken = randomBytes(32).toString('hex');
  readonly service: TestService;
  /** The last tag of each web service. */
  #tag: string | undefined;
  readonly passes = new Map<
    string,
    { pass: PhonePass; modified: string | undefined; files: Map<string, Buffer> }
  >();

  constructor(service: TestService) {
    this.service = service;
  }

  /** Opens a link, adds the pass and registers for it. */
  async add(link: string): Promise<PhonePass> {
    const answer = await this.service.app.inject({ method: 'GET', url: new URL(link).pathname });
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    const pass = this.#keep(answer.rawPayload, undefined);
    const registered = await this.register(pass);
    assert.ok(registered === 201 || registered === 200, String(registered));
    return pass;
  }

  async register(pass: PhonePass, device = this.device): Promise<number> {
    const answer = await this.#send('POST', `${this.#registration(pass, device)}`, pass, {
      pushToken: this.pushToken,
    });
    return answer.statusCode;
  }

  async remove(pass: PhonePass): Promise<number> {
    return (await this.#send('DELETE', this.#registration(pass, this.device), pass)).statusCode;
  }

  /** What the phone does after a push: it asks for the changed passes and fetches them. Returns how many were new. */
  async update(): Promise<number> {
    const [first] = this.passes.values();
    assert(first);
    const { webServiceURL, passTypeIdentifier } = first.pass;
    const query = this.#tag === undefined ? '' : `?passesUpdatedSince=${this.#tag}`;
    const url = `${new URL(webServiceURL).pathname}/v1/devices/${this.device}/registrations/${passTypeIdentifier}${query}`;
    const listed = await this.service.app.inject({ method: 'GET', url });
    if (listed.statusCode === 204) return 0;
    assert.equal(listed.statusCode, 200, listed.body);
    let fetched = 0;
    for (const serial of listed.json().serialNumbers) fetched += (await this.fetch(serial)) === 200 ? 1 : 0;
    this.#tag = listed.json().lastUpdated;
    return fetched;
  }

  async fetch(serial: string): Promise<number> {
    const known = this.passes.get(serial);
    assert(known);
    const { pass, modified } = known;
    const url = `${new URL(pass.webServiceURL).pathname}/v1/passes/${pass.passTypeIdentifier}/${serial}`;
    const headers = modified === undefined ? {} : { 'if-modified-since': modified };
    const answer = await this.#send('GET', url, pass, undefined, headers);
    if (answer.statusCode === 200) this.#keep(answer.rawPayload, String(answer.headers['last-modified']));
    return answer.statusCode;
  }

  /** The only pass, as the phone shows it. */
  get pass(): PhonePass {
    const [only] = this.passes.values();
    assert(only && this.passes.size === 1);
    return only.pass;
  }

  #registration({ webServiceURL, passTypeIdentifier, serialNumber }: PhonePass, device: string): string {
    return `${new URL(webServiceURL).pathname}/v1/devices/${device}/registrations/${passTypeIdentifier}/${serialNumber}`;
  }

  async #send(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    { authenticationToken }: PhonePass,
    payload?: object,
    headers: Record<string, string> = {},
  ) {
    return await this.service.app.inject({
      method,
      url,
      headers: { authorization: `ApplePass ${authenticationToken}`, ...headers },
      ...(payload && { payload }),
    });
  }

  #keep(file: Buffer, modified: string | undefined): PhonePass {
    const files = readZip(file);
    const pass: PhonePass = JSON.parse(files.get('pass.json')?.toString('utf8') ?? '');
    this.passes.set(pass.serialNumber, { pass, modified, files });
    return pass;
  }
}

/** What the pass shows, in short. */
export function face({ voided, barcodes, eventTicket }: PhonePass): string {
  const value = (key: string) =>
    Object.values(eventTicket)
      .flat()
      .find((field) => field.key === key)?.value ?? '–';
  return `${value('shortMonth')} ${value('fullHolder')}${voided ? ' void' : ''}${barcodes ? ` ${barcodes[0]?.message.split(' ').at(-1)}` : ''}`;
}
