-- Entries of the audit log stay as they were written. Only the two functions below change or delete entries; each opens
-- the log for its own statement. They run with the rights of their owner, so they also work where the operator has given
-- the table to another role than the service's (docs/operating.md).

create function protect_audit_log() returns trigger language plpgsql as $$
begin
  if current_setting('transit.audit_log', true) is distinct from 'open' then
    raise exception 'entries of the audit log are neither changed nor deleted' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger protect_audit_log before update or delete or truncate on audit_log
  for each statement execute function protect_audit_log();

-- Deletes entries from before a moment. Returns how many.
create function delete_audit_log(of_company bigint, before timestamptz) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleted bigint;
begin
  if before > now() - interval '1 year' then
    raise exception 'entries of the last year stay' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('transit.audit_log', 'open', true);
  delete from audit_log where company_id = of_company and at < before;
  get diagnostics deleted = row_count;
  perform set_config('transit.audit_log', '', true);
  return deleted;
end $$;

-- Removes the address and the browser of a person who is erased. Entries contain no other personal data of employees.
create function erase_from_audit_log(of_company bigint, employee bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('transit.audit_log', 'open', true);
  update audit_log set details = details - array['address', 'browser']
  where company_id = of_company and actor_type = 'employee' and actor_id = employee
    and details ?| array['address', 'browser'];
  perform set_config('transit.audit_log', '', true);
end $$;

revoke execute on function delete_audit_log, erase_from_audit_log from public;
