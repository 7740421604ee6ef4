-- A signed term that was dropped because a roster omitted the person before it began, and the business date of that. It
-- revives if the person is listed again soon. Its number is that of the term after the last one.
alter table past_terms
  add column dropped_on date,
  -- Of a dropped term; employees.term_not_before.
  add column not_before date,
  add check (dropped_on is not null or not_before is null);
