-- How somebody signed: docs/employee-page.md, "The proof of a signature".

-- Who has changed the e-mail address last: a user, the operator, or the roster of a run.
alter table employees
  add column email_changed_at timestamptz,
  add column email_changed_by_type text check (email_changed_by_type in ('operator', 'system', 'portal-user', 'api-key', 'sync')),
  add column email_changed_by_id bigint,
  add check ((email_changed_at is null) = (email_changed_by_type is null)),
  add check (email_changed_by_id is null or email_changed_by_type is not null);

-- Who has seen a link to somebody's page or contract. An admin sees or exports it many times: one row holds the last time,
-- and the version of the links that was seen. A viewer is a portal user, or the operator with the id 0.
create table link_viewers (
  company_id bigint not null,
  employee_id bigint not null,
  viewer_type text not null check (viewer_type in ('operator', 'portal-user')),
  viewer_id bigint not null,
  link_version integer not null check (link_version > 0),
  last_at timestamptz not null default now(),
  primary key (company_id, employee_id, viewer_type, viewer_id),
  foreign key (company_id, employee_id) references employees,
  check ((viewer_type = 'operator') = (viewer_id = 0))
);

-- How the answer was given online; `answered_on_paper` stands for paper. Null: from before this was recorded.
alter table contract_offers
  add column proof jsonb check (proof ->> 'by' in ('mailed', 'shown')),
  add check (proof is null or (proof ->> 'by' is not null and status <> 'pending'));

-- The address that a contract link was mailed to is the person's too.
create or replace function erase_from_audit_log(of_company bigint, employee bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local citus.propagate_set_commands = 'local';
  set local transit.audit_log = 'open';
  update audit_log a set details = details - array['address', 'browser', 'textDigest', 'mailedTo']
  where company_id = of_company and details ?| array['address', 'browser', 'textDigest', 'mailedTo'] and (
    (actor_type = 'employee' and actor_id = employee)
    or (subject_type = 'employee' and subject_id = employee)
    or (subject_type = 'contract-offer' and exists (
      select from contract_offers o where o.company_id = of_company and o.id = a.subject_id and o.employee_id = employee)));
  set local transit.audit_log = '';
end $$;
