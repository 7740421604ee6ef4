import { parseArgs } from 'node:util';
import { wrongUsage } from './failure.ts';

export interface PushOptions {
  file: string;
  integration: number;
  url?: string;
  syncId?: string;
  /** Sends only if this is the latest roster. */
  ifPrevious?: string;
  preview: boolean;
  wait: boolean;
  onInvalid?: 'reject' | 'keep';
  mapping?: string;
  retries: number;
  json: boolean;
}

/** In the order of the help. */
const OPTIONS = {
  integration: { value: '<id>', text: 'integration id (required)' },
  url: { value: '<address>', text: 'address of the server (TRANSIT_URL)' },
  'sync-id': { value: '<id>', text: 'name of the roster (default: a new one for each run)' },
  'if-previous': {
    value: '<id>',
    text: 'send only if the latest roster that the server accepted has this sync id',
  },
  preview: { text: 'show what the roster would change, and change nothing' },
  wait: { text: 'wait until the roster has been applied' },
  'on-invalid': {
    value: '<what>',
    text: 'reject or keep: what to do with a few invalid entries (the setting of the integration)',
  },
  mapping: {
    value: '<file>',
    text: 'what the columns hold; written with guesses if it does not exist',
  },
  retries: { value: '<n>', text: 'how often to try again if the server does not answer (default: 8)' },
  json: { text: 'print the result as one JSON value' },
  help: { text: 'show this text' },
} as const satisfies Record<string, { value?: string; text: string }>;

/** Reads the arguments. Undefined: the help is asked for. */
export function readOptions(args: readonly string[]): PushOptions | undefined {
  const { values, positionals } = parse(args);
  if (values['help']) return undefined;
  const [file, ...more] = positionals;
  if (file === undefined) throw wrongUsage('The file is missing (see --help)');
  if (more.length > 0)
    throw wrongUsage(`One file is sent at a time, not also ${more.join(', ')} (see --help)`);
  const {
    url,
    mapping,
    'sync-id': syncId,
    'if-previous': ifPrevious,
  } = values as Record<string, string | undefined>;
  const onInvalid = oneOf(['reject', 'keep'], values, 'on-invalid');
  const integration = wholeNumber(values, 'integration');
  if (integration === undefined) throw wrongUsage('--integration <id> is missing (see --help)');
  return {
    file,
    integration,
    ...(url !== undefined && { url }),
    ...(syncId !== undefined && { syncId }),
    ...(ifPrevious !== undefined && { ifPrevious }),
    preview: values['preview'] === true,
    wait: values['wait'] === true,
    ...(onInvalid && { onInvalid }),
    ...(mapping !== undefined && { mapping }),
    retries: wholeNumber(values, 'retries') ?? 8,
    json: values['json'] === true,
  };
}

type Values = Readonly<Record<string, unknown>>;

function parse(args: readonly string[]): { values: Values; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(OPTIONS).map(([name, option]) => [
      name,
      { type: 'value' in option ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The first sentence. The others explain how to write arguments that begin with a dash.
    throw wrongUsage(`${error.message.split(/[.\n]/)[0]} (see --help)`);
  }
}

function wholeNumber(values: Values, name: string): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const number = /^\d{1,16}$/.test(String(text)) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw wrongUsage(`--${name} must be a whole number (see --help)`);
  return number;
}

function oneOf<Known extends string>(known: readonly Known[], values: Values, name: string) {
  const given = values[name];
  const found = known.find((each) => each === given);
  if (given !== undefined && !found)
    throw wrongUsage(`--${name} must be one of ${known.join(', ')} (see --help)`);
  return found;
}

/** `name` is how the command was called: `transit-push`, or `transit push` on the server. */
export function helpOf(name: string): string {
  const options = Object.entries(OPTIONS).map(([option, { text, ...others }]) => {
    const flag = `${option === 'help' ? '-h, ' : ''}--${option}`;
    return `  ${['value' in others ? `${flag} ${others.value}` : flag].join('').padEnd(22)}  ${text}`;
  });
  return `Usage: ${name} <file> --integration <id> [options]

Sends a roster from a CSV, XLSX, NDJSON or JSON file to a server. The file is the complete
roster: people who are not in it are offboarded.

Options:
${options.join('\n')}

Environment:
  TRANSIT_URL                         address of the server
  TRANSIT_USERNAME, TRANSIT_PASSWORD  API key

Exit codes:
  0  applied; accepted (without --wait); previewed
  1  wrong options or settings
  2  the file cannot be read, or it or its values are not valid; nothing was changed
  3  offboardings are held for approval, or would be (--preview)
  4  failed, or refused by the server
  5  the server cannot be reached, or is busy
  6  the server has accepted another roster since (--if-previous); nothing was changed
`;
}
