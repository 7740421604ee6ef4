import { AppError } from '../../platform/errors.ts';
import type { Credentials, HrSystem, Input } from './hr-system.ts';
import { isMasked, maskedAddress } from './masked-address.ts';
import { OWN_SERVER } from './sources.ts';

const MAX_LENGTH = {
  ...{ text: 500, choice: 500, address: 2_000, secret: 2_000 },
  'long-secret': 20_000,
} as const;

const isSecret = ({ kind }: Input) => kind === 'secret' || kind === 'long-secret';

/** The inputs of a system. On staging a server of one's own can be named. */
export function inputsOf({ inputs, baseUrl }: HrSystem, allowsOwnServers: boolean): readonly Input[] {
  const own: Input = { name: OWN_SERVER, kind: 'address', isRequired: false, namesReceiver: 'always' };
  const hasOwn = !baseUrl || inputs.some(({ kind }) => kind === 'address');
  return allowsOwnServers && !hasOwn ? [...inputs, own] : inputs;
}

/** Checks what somebody has entered, and parts what may be shown again from what may not. Known values fill the gaps. */
export function checkInputs(
  system: HrSystem,
  values: Readonly<Record<string, string>>,
  known: Credentials,
  allowsOwnServers: boolean,
): { settings: Record<string, string>; secrets: Record<string, string> } {
  const inputs = inputsOf(system, allowsOwnServers);
  for (const name of Object.keys(values))
    if (!inputs.some((input) => input.name === name)) throw unknownInput(name, inputs);
  const settings: Record<string, string> = {};
  const isAsked = ({ onlyWith }: Input) =>
    !onlyWith || onlyWith.values.includes(settings[onlyWith.input] ?? '');
  for (const input of inputs.filter((each) => !isSecret(each))) {
    const given = asEntered(input, values[input.name]?.trim(), known[input.name]);
    const value = given || (given === undefined ? known[input.name] : undefined) || input.choices?.[0];
    if (isAsked(input)) setChecked(settings, input, value);
  }
  const secretInputs = inputs.filter((input) => isSecret(input) && isAsked(input));
  const secrets: Record<string, string> = {};
  const isNewReceiver = inputs.some((input) => changesReceiver(input, known, settings));
  const isAnyGiven = secretInputs.some(({ name }) => values[name]?.trim());
  for (const input of secretInputs) {
    const { name, isRequired } = input;
    const given = values[name]?.trim();
    if (!given && isNewReceiver && known[name]) {
      if (isRequired || !isAnyGiven)
        throw wrong(name, 'enter-again', 'must be entered again for another server');
      continue;
    }
    // A secret is never shown, so an empty field leaves it as it is.
    setChecked(secrets, input, given || known[name]);
  }
  return { settings, secrets };
}

/** An address is shown without the values of its query. Sent back like that, it stays as it is. */
function asEntered({ name, kind }: Input, given: string | undefined, known = ''): string | undefined {
  if (kind !== 'address' || !given || !isMasked(given)) return given;
  if (given === maskedAddress(known)) return known;
  throw wrong(name, 'enter-again', 'must be entered as a whole');
}

function unknownInput(name: string, inputs: readonly Input[]) {
  const names = inputs.map((input) => input.name).join(', ');
  if (name === OWN_SERVER) return wrong(name, 'unknown', 'is only accepted with PULL_ALLOW_LOOPBACK=1');
  return wrong(name, 'unknown', `is no value of this system; it has ${names}`);
}

function setChecked(checked: Record<string, string>, input: Input, value: string | undefined): void {
  if (value) {
    checkValue(input, value);
    checked[input.name] = value;
  } else if (input.isRequired) throw wrong(input.name, 'missing', 'is missing');
}

function changesReceiver(
  { name, kind, namesReceiver }: Input,
  known: Credentials,
  next: Credentials,
): boolean {
  if (!namesReceiver || (namesReceiver === 'once-set' && !known[name])) return false;
  const receiverOf = (value = '') =>
    kind === 'address' && URL.canParse(value) ? new URL(value).origin : value;
  return receiverOf(known[name]) !== receiverOf(next[name]);
}

/** The host that the secrets are sent to. Undefined: the system comes to us. */
export function receiverOf({ baseUrl }: HrSystem, settings: Credentials): string | undefined {
  const { [OWN_SERVER]: own, host, port } = settings;
  const url = own ?? baseUrl?.(settings);
  if (url) return new URL(url).host;
  return host && (port ? `${host}:${port}` : host);
}

function checkValue({ name, kind, choices, pattern }: Input, value: string): void {
  if (value.length > MAX_LENGTH[kind])
    throw wrong(name, 'too-long', `must have at most ${MAX_LENGTH[kind]} characters`);
  if (choices && !choices.includes(value))
    throw wrong(name, 'not-allowed', `must be one of ${choices.join(', ')}`);
  if (kind === 'address' && !isAddress(value))
    throw wrong(name, 'malformed', 'must be an address that begins with https://');
  if (pattern && !new RegExp(`^(?:${pattern})$`, 'u').test(value))
    throw wrong(name, 'malformed', 'does not have the form that the system uses');
}

/** Whether a plain connection is allowed is decided when it is opened. Names and passwords have inputs of their own. */
function isAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

function wrong(name: string, code: string, message: string): AppError {
  return new AppError('invalid-values', `/values/${name} ${message}.`, {
    errors: [{ in: 'body', pointer: `/values/${name}`, code, message }],
  });
}
