import { deviceName } from './device-name.ts';
import type { Messages } from './en/portal/catalogue.ts';
import type { Format } from './format.ts';

/** Makes field names without a message readable: `termStart` becomes "term start". */
export function spacedName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();
}

export function detailName(name: string, { details }: Messages): string {
  return (details as Record<string, string>)[name] ?? spacedName(name);
}

/** The log keeps the first day after an end or a pause. People are told the last day before it. */
const ENDS = new Set(['end', 'until']);

/** Names of users and keys, or the kind of an actor that has no name. */
const PARTIES = new Set(['shownTo', 'addressChangedBy']);

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

/** Formats days, money and the words of our vocabulary for the reader. Other values stay as they are. */
export function detailValue(
  name: string,
  value: unknown,
  m: Messages,
  format: Pick<Format, 'day' | 'month' | 'money' | 'number'>,
): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map((each) => detailValue(name, each, m, format)).join(', ') || '–';
  if (typeof value === 'boolean') return value ? m.common.yes : m.common.no;
  if (typeof value === 'number') return name.endsWith('Cents') ? format.money(value) : format.number(value);
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([key, each]) => `${key}: ${detailValue(name, each, m, format)}`)
        .join(', ') || '–'
    );
  const text = String(value);
  if (name === 'fileType') return text.toUpperCase();
  if (name === 'act') return (m.actions.names as Record<string, string>)[text] ?? text;
  if (name === 'employeeActions')
    return (m.vocabulary.employeeActions as Record<string, string>)[text] ?? text;
  if (name === 'fields') return detailName(text, m);
  if (name === 'fileColumns')
    return text.replace(/=(\w*)$/, (_, field: string) => ` = ${field ? detailName(field, m) : '–'}`);
  if (PARTIES.has(name)) return (m.vocabulary.actor as Record<string, string>)[text] ?? text;
  if (name === 'browser') return deviceName(text, m) ?? m.common.unknownDevice;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return format.day(ENDS.has(name) ? dayBefore(text) : text);
  if (/^\d{4}-\d{2}$/.test(text)) return format.month(text);
  // A moment: the day is enough.
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return format.day(text.slice(0, 10));
  return wordFor(text, m) ?? text;
}

function wordFor(text: string, { vocabulary, integrations, handOut }: Messages): string | undefined {
  const words: Record<string, string> = {
    ...vocabulary.role,
    ...vocabulary.plan,
    ...vocabulary.contractReason,
    ...vocabulary.integrationType,
    ...vocabulary.permission,
    ...vocabulary.event,
    ...integrations.approvers,
    ...vocabulary.factor,
    ...vocabulary.statementFormat,
    ...vocabulary.documentKind,
    ...vocabulary.payrollColumn,
    ...handOut.proofs,
    ...vocabulary.decision,
  };
  return words[text];
}
