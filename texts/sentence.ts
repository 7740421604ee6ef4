import { detailValue } from './describe-change.ts';
import type { Messages } from './en/portal/catalogue.ts';
import type { Format } from './format.ts';

/** A piece of a sentence. Names lead to the page of what they name. */
export interface Part {
  text: string;
  to?: string;
}

export interface RecordedAction {
  action: string;
  actor: { type: keyof Messages['sentenceWords']['actors']; name: string | null };
  details: object;
  person: { id: number; name: string } | null;
  thing: string | null;
  integration: { id: number; name: string } | null;
}

type Writing = Pick<Format, 'day' | 'month' | 'money' | 'number'>;

/** The sentence of an entry of the audit log or of the history: who did what to whom. */
export function sentenceOf(recorded: RecordedAction, m: Messages, format: Writing): Part[] {
  const template = templateOf(recorded, m);
  const whole = template.replaceAll(/\[([^[\]]*)\]/g, (_, part: string) =>
    placeholdersIn(part).every((name) => hasValue(name, recorded)) ? part : '',
  );
  return whole
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      /^\{\w+\}$/.test(piece) ? fill(piece.slice(1, -1), recorded, m, format) : { text: piece },
    );
}

/** The same as one text, for a file. */
export function sentenceText(recorded: RecordedAction, m: Messages, format: Writing): string {
  return sentenceOf(recorded, m, format)
    .map(({ text }) => text)
    .join('');
}

/** Numbers that only programs know, and what the names in the sentence say. */
const INTERNAL = ['employeeId', 'integrationId', 'host', 'runId', 'offerId', 'passkeyId'];

/** Details that mean something else in other actions: the address of a network, the kind of a statement. */
const RENAMED: Record<string, string> = {
  'company-changed address': 'postalAddress',
  'audit-log-exported format': 'fileType',
};

/** The details that the sentence does not tell. */
export function detailsBeside(recorded: RecordedAction, m: Messages): Record<string, unknown> {
  const inSentence = new Set([
    ...placeholdersIn(templateOf(recorded, m)).map((name) => DETAILS[name] ?? name),
    ...INTERNAL,
  ]);
  return Object.fromEntries(
    Object.entries(recorded.details)
      .filter(([name]) => !inSentence.has(name))
      .map(([name, value]) => [RENAMED[`${recorded.action} ${name}`] ?? name, value]),
  );
}

/** What employees do for themselves has a sentence of its own. */
function templateOf({ action, actor }: RecordedAction, { sentences }: Messages): string {
  const known: Record<string, string> = sentences;
  return (
    (actor.type === 'employee' ? known[`${action}-self`] : undefined) ?? known[action] ?? `{actor}: ${action}`
  );
}

function placeholdersIn(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function hasValue(name: string, recorded: RecordedAction): boolean {
  if (name === 'thing') return recorded.thing !== null;
  if (name === 'integration') return recorded.integration !== null;
  if (name === 'person') return recorded.person !== null;
  if (name === 'actor') return true;
  const value = detailOf(name, recorded);
  return value !== undefined && value !== null;
}

/** Placeholders are words; these stand for details with other names. */
const DETAILS: Record<string, string> = { plan: 'planType', day: 'businessDate', action: 'bulkAction' };

function detailOf(name: string, { details }: RecordedAction): unknown {
  const asked = DETAILS[name] ?? name;
  return Object.entries(details).find(([known]) => known === asked)?.[1];
}

function fill(name: string, recorded: RecordedAction, m: Messages, format: Writing): Part {
  const { actor, person, thing, integration } = recorded;
  const words = m.sentenceWords;
  switch (name) {
    case 'actor':
      if (actor.type === 'employee' && person) return { text: person.name, to: `/employees/${person.id}` };
      if (actor.name === null) return { text: words.actors[actor.type] };
      return { text: actor.type === 'api-key' ? words.key(actor.name) : actor.name };
    case 'person':
      return person ? { text: person.name, to: `/employees/${person.id}` } : { text: words.person };
    case 'integration':
      return integration
        ? { text: integration.name, to: `/integrations/${integration.id}` }
        : { text: words.integration };
    case 'thing':
      return { text: thing ?? words.thing };
    case 'action': {
      const action = String(detailOf(name, recorded));
      return { text: (m.employees.bulk.names as Record<string, string>)[action] ?? action };
    }
    default:
      return { text: detailValue(name, detailOf(name, recorded), m, format) };
  }
}
