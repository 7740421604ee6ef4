import { parseArgs } from 'node:util';
import { SYSTEMS, type SystemName } from '../../src/rosters/pull/systems.ts';
import { FAULTS } from './faults.ts';
import { makeCompany } from './people.ts';
import { startHrSystem } from './serve.ts';
import { isVendorName, VENDORS } from './vendors.ts';

// npm run hr-system -- personio: plays an HR system on this machine, to try a connection without one.

const SFTP = 'sftp-fetch';

const HELP = `Usage: npm run hr-system -- SYSTEM [options]

Plays an HR system on this machine, with people who do not exist.
Systems: ${[...Object.keys(VENDORS), SFTP].join(', ')}

  --port N      the port on 127.0.0.1 (by default 4001)
  --people N    how many people the company has (by default 100)
  --fault NAME  something that goes wrong; may be given several times

Faults:
${Object.entries(FAULTS)
  .map(([name, words]) => `  ${name.padEnd(20)}${words}`)
  .join('\n')}

A fault concerns the requests for people; html@absences concerns those for absences.
Faults of fields name the field: field-absent:dateOfBirth.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '4001' },
    people: { type: 'string', default: '100' },
    fault: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});
const [name = ''] = positionals;
const isKnown = name === SFTP || isVendorName(name);
if (values.help || !isKnown) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 1);
}
const company = makeCompany({ people: Number(values.people) });
const options = { company, port: Number(values.port) };
const describe = (credentials: Readonly<Record<string, string>>) =>
  Object.entries(credentials)
    .map(([input, value]) => `  ${input}: ${value}`)
    .join('\n');

/** With the secrets in files, as the command wants them. */
function connectCommand(
  system: string,
  { url, credentials }: { url: string; credentials: Readonly<Record<string, string>> },
): string {
  const inputs = SYSTEMS[system as SystemName].inputs;
  const isSecret = (input: string) =>
    inputs.some(({ name, kind }) => name === input && kind.includes('secret'));
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const given = Object.entries(credentials);
  const values = [
    ...given.filter(([input]) => !isSecret(input)),
    ...('address' in credentials ? [] : [['baseUrl', url] as const]),
  ].map(([input, value]) => `--value ${quoted(`${input}=${value}`)}`);
  const secrets = given.filter(([input]) => isSecret(input));
  return [
    ...secrets.map(([input, value]) => `  printf %s ${quoted(value)} > ${input}.txt`),
    `  PULL_ALLOW_LOOPBACK=1 npm run -s transit -- integrations connect ID --system ${system} \\`,
    `    ${[...values, ...secrets.map(([input]) => `--secret-file ${input}=${input}.txt`)].join(' ')}`,
  ].join('\n');
}

if (isVendorName(name)) {
  const system = await startHrSystem(name, options);
  system.faults.set(...values.fault);
  process.stdout.write(`${name} with ${company.people.length} people
  base address: ${system.url}
${describe(system.credentials)}

Connect an integration of the type hr-integration (a running service needs PULL_ALLOW_LOOPBACK=1 too):
${connectCommand(name, system)}

Let something go wrong, and end it:
  curl -X PUT ${system.url}/_faults -d 'field-absent:dateOfBirth'
  curl -X DELETE ${system.url}/_faults
Change 1 % of the people, hide a tenth, or take away all dates of leaving:
  curl -X POST ${system.url}/_company -d change     # or: hide, drop-dates
`);
} else {
  const { startSftpSystem } = await import('./sftp.ts');
  const system = await startSftpSystem(options);
  system.faults.set(...values.fault);
  process.stdout.write(`${name} with ${company.people.length} people
${describe({ ...system.credentials, hostKey: system.fingerprint() })}
`);
}
