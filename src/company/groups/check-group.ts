import { MAX_PAYROLL_TEXT_LENGTH, PAYROLL_FIELDS } from '../../domain/person/payroll-fields.ts';
import { isName, NOT_IN_NAMES } from '../../domain/person/rules.ts';
import { PLAN_TYPES } from '../../domain/plans/plan-types.ts';
import { AppError } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import type { Group, GroupRule, GroupSettings } from '../../tickets/groups/group.ts';

export const MAX_GROUPS = 50;
export const MAX_GROUP_NAME_LENGTH = 100;
/** Of a field of a rule. */
export const MAX_RULE_VALUES = 500;
export const MAX_SUBSIDY_CENTS = 1_000_000;

/** The settings as they are stored: trimmed, without repeated values and fields without any, plans in their order. */
export function checkGroup(settings: GroupSettings, others: readonly Group[]): GroupSettings {
  const { subsidyCents, defaultPlanType } = settings;
  const name = settings.name.trim();
  if (name.length === 0 || name.length > MAX_GROUP_NAME_LENGTH || !isName(name))
    throw invalid(
      `The name has 1 to ${MAX_GROUP_NAME_LENGTH} characters and must not contain ${NOT_IN_NAMES}.`,
    );
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw refused('group-name-taken', { name });
  if (!Number.isInteger(subsidyCents) || subsidyCents < 0 || subsidyCents > MAX_SUBSIDY_CENTS)
    throw invalid(`The subsidy is an amount in cents from 0 to ${MAX_SUBSIDY_CENTS}.`);
  const offeredPlanTypes = PLAN_TYPES.filter(
    (plan) => plan === defaultPlanType || settings.offeredPlanTypes.includes(plan),
  );
  return { name, subsidyCents, defaultPlanType, offeredPlanTypes, rule: checkRule(settings.rule) };
}

function checkRule(rule: GroupRule): GroupRule {
  const fields = PAYROLL_FIELDS.flatMap((field) => {
    const values = [
      ...new Set((rule[field] ?? []).map((value) => value.trim()).filter((value) => value !== '')),
    ];
    if (values.length > MAX_RULE_VALUES)
      throw invalid(`A rule has at most ${MAX_RULE_VALUES} values for each field.`);
    if (values.some((value) => value.length > MAX_PAYROLL_TEXT_LENGTH || !isName(value)))
      throw invalid(
        `A value of a rule has at most ${MAX_PAYROLL_TEXT_LENGTH} characters and must not contain ${NOT_IN_NAMES}.`,
      );
    return values.length > 0 ? [[field, values] as const] : [];
  });
  return Object.fromEntries(fields);
}

const invalid = (message: string) => new AppError('invalid-values', message);
