-- The functions of migrations 0047 and 0050 without a setting that only a cluster read.
create or replace function delete_audit_log(of_company bigint, before timestamptz) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleted bigint;
begin
  if before > now() - interval '1 year' then
    raise exception 'entries of the last year stay' using errcode = 'insufficient_privilege';
  end if;
  set local transit.audit_log = 'open';
  delete from audit_log where company_id = of_company and at < before;
  get diagnostics deleted = row_count;
  set local transit.audit_log = '';
  return deleted;
end $$;

create or replace function erase_from_audit_log(of_company bigint, employee bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local transit.audit_log = 'open';
  update audit_log a set details = details - array['address', 'browser', 'textDigest', 'mailedTo']
  where company_id = of_company and details ?| array['address', 'browser', 'textDigest', 'mailedTo'] and (
    (actor_type = 'employee' and actor_id = employee)
    or (subject_type = 'employee' and subject_id = employee)
    or (subject_type = 'contract-offer' and exists (
      select from contract_offers o where o.company_id = of_company and o.id = a.subject_id and o.employee_id = employee)));
  set local transit.audit_log = '';
end $$;
