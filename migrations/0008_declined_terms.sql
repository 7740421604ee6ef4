-- A term that a person cancels before it begins leaves nothing behind but this: the business date of the decision.
-- A roster enrols the person again only for an employment that begins after it; a person may at any time.
alter table employees add column term_declined_on date;
