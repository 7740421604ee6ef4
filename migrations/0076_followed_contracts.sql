-- How an offer went: when its link was mailed first, when the person was reminded last, when they first opened it
-- (docs/mail.md, "Contracts that are open"). Mails themselves are deleted some time after they were sent. Not columns of
-- contract_offers: those are written under the company's lock, for which neither a sender nor a page should wait.
create table contract_progress (
  company_id bigint not null,
  offer_id bigint not null,
  employee_id bigint not null,
  mailed_at timestamptz,
  reminded_at timestamptz,
  opened_at timestamptz,
  primary key (company_id, offer_id),
  foreign key (company_id, offer_id) references contract_offers on delete cascade,
  foreign key (company_id, employee_id) references employees
);
create index contract_progress_by_employee on contract_progress (company_id, employee_id);

insert into contract_progress (company_id, offer_id, employee_id, mailed_at, reminded_at)
select o.company_id, o.id, o.employee_id, min(m.settled_at) filter (where m.kind = 'contract-offered'),
  max(m.settled_at) filter (where m.kind = 'contract-reminder')
from mails m
join contract_offers o on o.company_id = m.company_id and o.id = (m.about ->> 'offerId')::bigint
where m.kind in ('contract-offered', 'contract-reminder') and m.state in ('sent', 'kept')
group by 1, 2, 3;

-- People whom mail does not reach.
create index mails_refused on mails (company_id, employee_id) where state = 'refused' and employee_id is not null;
