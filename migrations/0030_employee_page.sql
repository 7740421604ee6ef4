-- The employee's page: its link, and answers that were given on paper.

-- The link to the page is derived from this number, so raising it ends the links made before (docs/employee-page.md).
alter table employees add column link_version integer not null default 1 check (link_version > 0);

-- Whether an admin recorded the answer from paper. The scan is a document of the person.
alter table contract_offers
  add column answered_on_paper boolean not null default false,
  add check (not answered_on_paper or status <> 'pending');

-- Entries about answers also hold the digest of the contract's text, which would confirm a guessed name.
create or replace function erase_from_audit_log(of_company bigint, employee bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('transit.audit_log', 'open', true);
  update audit_log a set details = details - array['address', 'browser', 'textDigest']
  where company_id = of_company and details ?| array['address', 'browser', 'textDigest'] and (
    (actor_type = 'employee' and actor_id = employee)
    or (subject_type = 'employee' and subject_id = employee)
    or (subject_type = 'contract-offer' and exists (
      select from contract_offers o where o.company_id = of_company and o.id = a.subject_id and o.employee_id = employee)));
  perform set_config('transit.audit_log', '', true);
end $$;
