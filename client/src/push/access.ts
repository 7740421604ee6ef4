import { wrongUsage } from './failure.ts';

/** The variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The address of the server and the API key. */
interface Access {
  url: string;
  username: string;
  password: string;
}

/** Reads the environment. The password is no option: other users of the machine see the options of a command. */
export function readAccess(givenUrl: string | undefined, env: Environment): Access {
  const found = {
    TRANSIT_URL: givenUrl ?? (env['TRANSIT_URL'] || undefined),
    TRANSIT_USERNAME: env['TRANSIT_USERNAME'] || undefined,
    TRANSIT_PASSWORD: env['TRANSIT_PASSWORD'] || undefined,
  };
  const { TRANSIT_URL: url, TRANSIT_USERNAME: username, TRANSIT_PASSWORD: password } = found;
  if (url === undefined || username === undefined || password === undefined)
    throw wrongUsage(
      `${listed(Object.entries(found).flatMap(([name, value]) => (value === undefined ? [name] : [])))} must be set in the environment: the address of the server, and the username and password of an API key.`,
    );
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw wrongUsage(
      `${givenUrl === undefined ? 'TRANSIT_URL' : '--url'} must begin with http:// or https://`,
    );
  return { url, username, password };
}

/** `A`, `A and B`, `A, B and C`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
