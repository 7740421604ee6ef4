import type { Group } from '../../api/routes.ts';
import type { PlanType } from '../../domain/vocabulary.ts';

/** The payroll fields of a rule, in the order of the form. */
export const FIELDS = ['location', 'department', 'costCentre', 'legalEntity', 'personnelNumber'] as const;
export type RuleField = (typeof FIELDS)[number];

/** As they are typed: values of a field are lines. */
export interface GroupValues extends Record<RuleField, string> {
  name: string;
  subsidy: string;
  defaultPlanType: PlanType;
  offeredPlanTypes: PlanType[];
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Adds a value as a line, or removes it. */
export function toggled(text: string, value: string): string {
  const lines = linesOf(text);
  const isSame = (line: string) => line.toLowerCase() === value.toLowerCase();
  return (lines.some(isSame) ? lines.filter((line) => !isSame(line)) : [...lines, value]).join('\n');
}

export function settingsOf(values: GroupValues, subsidyCents: number) {
  const { name, defaultPlanType, offeredPlanTypes } = values;
  const fields = FIELDS.map((field) => [field, linesOf(values[field])] as const);
  return {
    name: name.trim(),
    subsidyCents,
    defaultPlanType,
    offeredPlanTypes,
    rule: Object.fromEntries(fields.filter(([, lines]) => lines.length > 0)) as Group['rule'],
  };
}
