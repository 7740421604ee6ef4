-- What events have told (docs/events.md), so that a change of a status is told once, also if only a day has passed.

-- The status that was told last. People are added with the status that they have then.
alter table employees add column told_status text not null default 'no-subscription' check (told_status in (
  'no-subscription', 'scheduled', 'active', 'scheduled-pause', 'paused', 'scheduled-cancellation', 'cancelled'));

-- The business date for which everybody's status has been told.
alter table companies add column statuses_told_on date;

alter table contract_offers add column lapse_told_at timestamptz;

-- What is so today is not news.
update companies set statuses_told_on = greatest(business_date(time_zone, clock_frozen_on), issued_through);

update employees e
set told_status = subscription_status(e.term_start, e.term_end_hr, e.term_end_person, e.term_end_contract,
  e.pauses_hr, e.pauses_person, c.statuses_told_on)
from companies c where c.id = e.company_id and e.term_start is not null;

update contract_offers o set lapse_told_at = now()
from companies c
where c.id = o.company_id and o.status = 'pending' and o.withdrawn_at is null and o.answer_until < c.statuses_told_on;
