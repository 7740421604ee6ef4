-- Settled mails are deleted company by company.
drop index mails_settled;
create index mails_settled on mails (company_id, settled_at) where settled_at is not null;
