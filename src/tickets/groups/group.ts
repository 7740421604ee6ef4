import type { PayrollField } from '../../domain/person/payroll-fields.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';

/** By payroll field: the values that fit. All fields must fit, each with one of its values. */
export type GroupRule = { readonly [Field in PayrollField]?: readonly string[] };

export interface GroupSettings {
  name: string;
  subsidyCents: number;
  /** The plan of people who are enrolled without another one. */
  defaultPlanType: PlanType;
  /** The plans that employees may choose from, the default one among them. */
  offeredPlanTypes: readonly PlanType[];
  /** Empty: it fits nobody, and has the people who were chosen by hand. */
  rule: GroupRule;
}

export interface Group extends GroupSettings {
  id: number;
  /** From 1 on, without gaps. */
  position: number;
}

export interface ListedGroup extends Group {
  /** Present people: listed by an HR system, or added by hand. */
  people: number;
  /** Those of them who were chosen by hand. */
  byHand: number;
}
