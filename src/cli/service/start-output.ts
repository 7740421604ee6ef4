import { BUILD_PAGES, type PagesState } from '../../http/portal-pages/prepare-pages.ts';
import type { Config } from '../../platform/config/config.ts';
import type { OpenDatabase } from '../../platform/db/open.ts';
import { version } from '../../platform/version.ts';
import type { Role } from '../roles.ts';

interface Started {
  role: Role;
  /** Undefined: the node serves none. */
  pages: PagesState | undefined;
  /** Whether a demo company is being filled: begun by this start, or by one that was interrupted. */
  fillsDemo: boolean;
}

/** Prints where the service answers, and how to get in. */
export async function describeStart(
  config: Config,
  database: OpenDatabase,
  { role, pages, fillsDemo }: Started,
): Promise<void> {
  const next = fillsDemo ? [FILLING] : await nextSteps(config, database, role);
  const lines = [...banner(config, role, pages), ...(next.length > 0 ? ['', ...next] : [])];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** How to get in, for people who did not see the output of the first start. */
async function nextSteps(config: Config, { sql }: OpenDatabase, role: Role): Promise<string[]> {
  if (role === 'worker') return [];
  const [company] = await sql<{ id: number }[]>`
    select id from companies order by id limit 1`;
  const isProduction = config.environment === 'production';
  // On production the service has its own user and settings, or runs in an image, which has no npm.
  const transit = isProduction ? 'transit' : 'npm run -s transit --';
  if (!company)
    return [
      'There is no company yet. Create one, a user for the portal, an integration and its API key:',
      `  ${transit} companies create --name "Musterwerke GmbH"`,
      `  ${transit} users ${isProduction ? 'invite' : 'create'} --company 1 --email ADDRESS`,
      `  ${transit} integrations create --company 1 --name "HR system" --hold-percent 20`,
      `  ${transit} keys create --company 1 --permissions all`,
      `  ${transit} doctor`,
      ...(isProduction ? ['docs/guides/install.md says how to run transit here.'] : []),
    ];
  if (isProduction) return [];
  return [
    'A login and an API key are shown only when they are made. For new ones:',
    `  ${transit} users create --company ${company.id} --email ADDRESS`,
    `  ${transit} keys create --company ${company.id} --permissions all`,
  ];
}

const FILLING = 'The demo company is being filled. Its login and key follow here in a few seconds.';

export function sayDemo(): void {
  process.stdout.write('Creating a demo company with about 60 employees.\n');
}

export function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

function banner(config: Config, role: Role, pages: PagesState | undefined): string[] {
  if (role === 'worker')
    return [
      `Transit Ticket Service ${version} (${config.environment}): this node applies rosters and answers no requests.`,
      `  Health    ${ownAddress(config)}/health`,
      '  Database  the server named by DATABASE_URL',
      `  Mail      ${wayOf(config)}`,
    ];
  return [
    `Transit Ticket Service ${version} (${config.environment}) is ready${role === 'api' ? '; rosters are applied by other nodes' : ''}.`,
    `  API       ${config.baseUrl}`,
    `  Portal    ${pages === 'missing' ? `not built: ${BUILD_PAGES}` : `${config.baseUrl}/portal`}`,
    `  Guides    ${config.baseUrl}/guides`,
    `  API docs  ${config.baseUrl}/docs`,
    ...(ownAddress(config) === config.baseUrl ? [] : [`  Listens   ${ownAddress(config)}`]),
    `  Database  ${config.databaseUrl ? 'the server named by DATABASE_URL' : `embedded, in ${config.dataDir}`}`,
    `  Mail      ${wayOf(config)}`,
  ];
}

/** Unlike BASE_URL, which is the address of a proxy or of all nodes. */
function ownAddress({ host, port }: Config): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function wayOf({ mail }: Config): string {
  if (!mail)
    return 'not set up: SMTP_URL is missing. Nobody receives mails about rosters that fail; the portal shows links to pass on.';
  if (mail.way === 'outbox') return 'kept in the outbox of the portal; set SMTP_URL to send it';
  return `sent through ${mail.server.host}:${mail.server.port}`;
}
