import type { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import { createIdentity, type Identity } from '../accounts/identity/connect.ts';
import { type IdentityProvider, selectProvider } from '../accounts/identity/providers-sql.ts';
import { removeProvider } from '../accounts/identity/remove-provider.ts';
import { setProvider } from '../accounts/identity/set-provider.ts';
import { redirectUri, signInLink } from '../accounts/identity/sign-in-link.ts';
import { type CheckResult, type ProviderProblem, testProvider } from '../accounts/identity/test-provider.ts';
import { requireCompany } from '../company/companies/require-company.ts';
import { ROLES, type Role } from '../domain/access/roles.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import type { Config } from '../platform/config/config.ts';
import { loadSecretKeys } from '../platform/config/secret-keys.ts';
import { AppError } from '../platform/errors.ts';
import { collect, trueOrFalse, wholeNumber } from './arguments.ts';
import { naming, requireOption, withDatabase, withTransaction } from './command.ts';
import { processOf } from './command-process.ts';
import { readSecret } from './read-secret.ts';

interface SetOptions {
  company: number;
  issuer?: string;
  clientId?: string;
  clientSecretFile?: string;
  domain?: string[];
  roleClaim?: string;
  adminValue?: string[];
  hrValue?: string[];
  payrollValue?: string[];
  viewerValue?: string[];
  others?: Role | 'none';
  createUsers?: boolean;
  onlyWayIn?: boolean;
}

export function addIdentity(program: Command): void {
  const identity = program
    .command('identity')
    .description("manage sign-in through a company's identity provider (OpenID Connect)");
  addSet(identity);

  const show = ofCompany(
    identity.command('show').description('show the settings, without the client secret'),
  );
  withDatabase(show, async ({ sql }, config) => {
    const provider = await naming(providerOf(show), requireProvider(selectProvider(sql, companyOf(show))));
    return { data: shown(provider, config), lines: describe(provider, config) };
  });

  const remove = ofCompany(
    identity.command('remove').description('remove the identity provider; users need a password again'),
  );
  withTransaction(remove, async (tx) => {
    const company = companyOf(remove);
    await naming(providerOf(remove), removeProvider(tx, company, OPERATOR));
    return {
      data: { companyId: company },
      lines: [
        `Company ${company} has no identity provider any more.`,
        `Users without a password need a link: transit users reset ID --company ${company}`,
      ],
    };
  });

  const test = ofCompany(
    identity.command('test').description('connect to the provider and say what is wrong'),
  );
  withDatabase(test, async ({ sql }, config) => {
    const provider = await naming(providerOf(test), requireProvider(selectProvider(sql, companyOf(test))));
    const { issuer, clientId } = provider;
    const checks = await testProvider(await identityOf(config), { issuer, clientId }, provider);
    if (checks.some(({ result }) => result !== 'fine')) processOf(test).exitCode = 1;
    return { data: { companyId: provider.companyId, checks }, lines: checks.map(describeCheck) };
  });
}

function addSet(identity: Command): void {
  const set = ofCompany(
    identity
      .command('set')
      .description('set up or change the identity provider; options that are not given stay as they are'),
  )
    .option('--issuer <address>', 'issuer, such as https://login.example.com')
    .option('--client-id <id>', 'client id of the portal at the provider')
    .option('--client-secret-file <file>', 'file that contains the client secret; - reads standard input')
    .option(
      '--domain <domain>',
      'domain of addresses that may sign in, and that the sign-in form finds; repeat it for several',
      collect,
    )
    .option('--role-claim <name>', 'claim that decides about roles; none: roles are managed in the portal')
    .option('--admin-value <value>', 'value of the claim that makes an admin; repeat it for several', collect)
    .option('--hr-value <value>', 'value of the claim that gives the role hr; repeat it for several', collect)
    .option(
      '--payroll-value <value>',
      'value of the claim that gives the role payroll; repeat it for several',
      collect,
    )
    .option(
      '--viewer-value <value>',
      'value of the claim that makes a viewer; repeat it for several',
      collect,
    )
    .addOption(
      new Option('--others <role>', 'role of everybody else; none: no entry').choices([...ROLES, 'none']),
    )
    .option(
      '--create-users <true|false>',
      'create users at their first sign-in, without an invitation',
      trueOrFalse,
    )
    .option(
      '--only-way-in <true|false>',
      'refuse passwords; an admin must have signed in through the provider before',
      trueOrFalse,
    );
  requireOption(set);
  withTransaction(set, async (tx, config) => {
    const { company, ...options } = set.opts<SetOptions>();
    await requireCompany(tx, company);
    const { seal } = await identityOf(config);
    const provider = await setProvider(tx, company, OPERATOR, await changeOf(options, processOf(set).stdin), {
      seal,
      environment: config.environment,
    });
    return { data: shown(provider, config), lines: describe(provider, config) };
  });
}

async function changeOf(options: Omit<SetOptions, 'company'>, stdin: Readable) {
  const { roleClaim, others } = options;
  const withoutClaim = roleClaim === 'none';
  return {
    issuer: options.issuer,
    clientId: options.clientId,
    clientSecret:
      options.clientSecretFile && (await readSecret('client secret', options.clientSecretFile, stdin)),
    domains: options.domain,
    roleClaim: withoutClaim ? null : roleClaim,
    adminValues: options.adminValue ?? (withoutClaim ? [] : undefined),
    hrValues: options.hrValue ?? (withoutClaim ? [] : undefined),
    payrollValues: options.payrollValue ?? (withoutClaim ? [] : undefined),
    viewerValues: options.viewerValue ?? (withoutClaim ? [] : undefined),
    otherRole: others === 'none' ? null : others,
    createsUsers: options.createUsers,
    onlyWayIn: options.onlyWayIn,
  };
}

async function identityOf(config: Config): Promise<Identity> {
  const { environment, baseUrl, dnsServers } = config;
  const secretKeys = await loadSecretKeys(config);
  return createIdentity({ environment, baseUrl, secretKeys, dnsServers });
}

async function requireProvider(found: Promise<IdentityProvider | undefined>): Promise<IdentityProvider> {
  const provider = await found;
  if (!provider) throw new AppError('not-found', 'There is no identity provider.');
  return provider;
}

function ofCompany(command: Command): Command {
  return command.requiredOption('--company <id>', 'company id', wholeNumber);
}

function companyOf(command: Command): number {
  return command.opts<{ company: number }>().company;
}

function providerOf(command: Command): string {
  return `identity provider of company ${companyOf(command)}`;
}

function shown(provider: IdentityProvider, config: Config) {
  const { clientSecret: _, link: __, provenFrom: ___, ...settings } = provider;
  return {
    ...settings,
    signInLink: signInLink(config.baseUrl, provider),
    redirectUri: redirectUri(config.baseUrl),
  };
}

function describe(provider: IdentityProvider, config: Config): string[] {
  const { roleClaim, otherRole, vouchedDomains } = provider;
  const domains = provider.domains.map((domain) =>
    vouchedDomains.includes(domain) ? domain : `${domain} (by the link only)`,
  );
  const values = (list: readonly string[]) => (list.length === 0 ? 'no value' : list.join(', '));
  return [
    `Company ${provider.companyId}: ${provider.companyName}`,
    `  issuer        ${provider.issuer}`,
    `  client id     ${provider.clientId}`,
    `  redirect URI  ${redirectUri(config.baseUrl)}`,
    `  sign-in link  ${signInLink(config.baseUrl, provider)}`,
    `  domains       ${domains.join(', ')}`,
    `  role claim    ${roleClaim ?? 'none: roles are managed in the portal'}`,
    ...(roleClaim === null
      ? []
      : ROLES.map((role) => `  ${role.padEnd(12)}  ${values(provider[`${role}Values`])}`)),
    `  others        ${otherRole ?? 'no entry'}`,
    `  create users  ${provider.createsUsers}`,
    `  only way in   ${provider.onlyWayIn}`,
  ];
}

const NAMES: Record<CheckResult['check'], string> = {
  discovery: 'configuration of the provider',
  keys: 'keys of the provider',
  client: 'client id and secret',
};

const PROBLEMS: Record<ProviderProblem, string> = {
  'not-https': 'the address must begin with https://',
  'address-not-allowed': 'the name leads to a private or local address, which is not allowed',
  'unknown-host': 'the name of the server does not exist',
  certificate: 'the certificate of the server is not valid',
  unreachable: 'the server does not answer',
  'timed-out': 'the server took too long',
  redirected: 'the server answers with a redirect, which is not followed',
  'too-large': 'the answer is too large',
  'no-document': 'there is no configuration at ISSUER/.well-known/openid-configuration',
  'other-issuer': 'the configuration names another issuer',
  'answer-invalid': 'the answer is not valid',
  'no-keys': 'the provider publishes no keys',
  'client-rejected': 'the provider does not accept them',
  'secret-unreadable': 'the stored secret cannot be decrypted with the present SECRET_KEY; set it again',
};

function describeCheck({ check, result, problem }: CheckResult): string {
  const said = { fine: 'fine', failed: 'failed', 'not-checked': 'not checked' }[result];
  return `${NAMES[check]}: ${said}${problem ? `: ${PROBLEMS[problem]}` : ''}`;
}
