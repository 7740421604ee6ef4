-- Roles for HR and payroll (docs/operating.md, "Roles"). A node of the version before gives them no access.
alter table portal_users drop constraint portal_users_role_check;
alter table portal_users add constraint portal_users_role_check check (role in ('admin', 'hr', 'payroll', 'viewer'));
alter table portal_invitations drop constraint portal_invitations_role_check;
alter table portal_invitations add constraint portal_invitations_role_check
  check (role in ('admin', 'hr', 'payroll', 'viewer'));

alter table identity_providers
  add column hr_values text[] not null default '{}',
  add column payroll_values text[] not null default '{}';
alter table identity_providers drop constraint identity_providers_other_role_check;
alter table identity_providers add constraint identity_providers_other_role_check
  check (other_role in ('admin', 'hr', 'payroll', 'viewer'));
alter table identity_providers drop constraint identity_providers_check;
alter table identity_providers add constraint identity_providers_check
  check (role_claim is not null or (admin_values = '{}' and hr_values = '{}' and payroll_values = '{}' and viewer_values = '{}'));
