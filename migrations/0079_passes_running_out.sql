-- By company: otherwise looking for the passes of one company whose ticket is over goes through those of all companies.
drop index wallet_passes_running_out;
create index wallet_passes_running_out on wallet_passes (company_id, shows_until) where shows_until is not null;
