export const PERMISSIONS = [
  'view-employees',
  'view-hr-integrations',
  'add-employees',
  'update-employees',
  'remove-employees',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

export function isPermission(value: string): value is Permission {
  return PERMISSIONS.some((permission) => permission === value);
}
