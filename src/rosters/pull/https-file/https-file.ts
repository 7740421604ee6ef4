import { fileSource } from '../files/file-source.ts';
import type { Credentials, HrSystem } from '../hr-system.ts';
import { SourceError, unreadable } from '../source-error.ts';

/** The client itself writes these, or they belong to the connection. */
const OWN_HEADERS = /^(?:host|connection|content-.*|transfer-encoding|upgrade|te|trailer|expect|user-agent)$/;
/** What a header can have: no line breaks, and only letters of ASCII. */
const IN_A_HEADER = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** A file at an address, such as a report of Workday. */
export const httpsFile: HrSystem = fileSource({
  inputs: [
    // Without name and password in it: they have inputs of their own.
    {
      name: 'address',
      kind: 'address',
      isRequired: true,
      namesReceiver: 'always',
      pattern: 'https?:\\/\\/[^\\/?#@\\s]+(?:[\\/?]\\S*)?',
    },
    {
      name: 'access',
      kind: 'choice',
      isRequired: true,
      choices: ['basic', 'bearer', 'header', 'none'],
    },
    { name: 'username', kind: 'text', isRequired: true, onlyWith: { input: 'access', values: ['basic'] } },
    {
      name: 'headerName',
      kind: 'text',
      isRequired: true,
      onlyWith: { input: 'access', values: ['header'] },
      pattern: '[A-Za-z0-9_\\-]{1,100}',
    },
    {
      name: 'secret',
      kind: 'secret',
      isRequired: true,
      onlyWith: { input: 'access', values: ['basic', 'bearer', 'header'] },
    },
  ],
  baseUrl: (credentials) => required(credentials, 'address'),
  async fetch({ credentials, client }) {
    const address = required(credentials, 'address');
    const { body, headers } = await client.fetch({
      path: address,
      headers: { accept: '*/*', ...accessHeaders(credentials) },
    });
    if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
      throw unreadable(`The file is encoded with ${headers['content-encoding'].slice(0, 20)}.`);
    return { name: new URL(address).pathname, bytes: body };
  },
});

function accessHeaders(credentials: Credentials): Record<string, string> {
  switch (credentials['access']) {
    case 'none':
      return {};
    case 'bearer':
      return { authorization: `Bearer ${inHeader(credentials)}` };
    case 'header':
      return { [headerName(credentials)]: inHeader(credentials) };
    default: {
      const pair = `${required(credentials, 'username')}:${required(credentials, 'secret')}`;
      return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
    }
  }
}

/** A password of Basic may have any letters; a token must fit in a header as it is. */
function inHeader(credentials: Credentials): string {
  const secret = required(credentials, 'secret');
  if (IN_A_HEADER.test(secret)) return secret;
  throw wrongSetting('The secret has letters that a header cannot have.');
}

function headerName(credentials: Credentials): string {
  const name = required(credentials, 'headerName').toLowerCase();
  if (OWN_HEADERS.test(name)) throw wrongSetting(`The header ${name} is not for secrets.`);
  return name;
}

function required(credentials: Credentials, name: string): string {
  const value = credentials[name];
  if (value) return value;
  throw wrongSetting(`The setting ${name} is missing.`);
}

const wrongSetting = (detail: string) => new SourceError('source-unauthorised', { detail });
