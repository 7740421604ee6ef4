import type { GroupSettings } from '../../tickets/groups/group.ts';

type Details = Record<string, string | number | readonly string[]>;

/** The settings of a group in the audit log. Personnel numbers are about people, so the log has only how many there are. */
export function detailsOf({ rule = {}, offeredPlanTypes, ...settings }: Partial<GroupSettings>): Details {
  const { personnelNumber, ...fields } = rule;
  return {
    ...settings,
    ...(offeredPlanTypes && { offeredPlanTypes: [...offeredPlanTypes] }),
    ...fields,
    ...(personnelNumber && { personnelNumbers: personnelNumber.length }),
  };
}
