-- breaking
-- Code from before writes term_follows_hr, and would let a term go on over a gap.

-- The first day of a month that an order allows. The start of a term follows the roster, but never to before this day.
-- Null: the roster alone decides.
alter table employees add column term_not_before date;
update employees set term_not_before = term_start where not term_follows_hr and term_start is not null;
alter table employees drop column term_follows_hr;
alter table past_terms drop column follows_hr;

-- The start of the next term, after a gap between two employments, until the last term has ended.
alter table employees
  add column following_start date,
  add check (following_start > term_start),
  add check (following_start is null or term_start is not null);
create index employees_with_following_term on employees (company_id, id) where following_start is not null;

-- The termination from which an HR end was made; null if it was made from an omission.
create function termination_of_cause(cause text) returns date
  language sql stable parallel safe
  return case when cause like 'termination %' then substr(cause, length('termination ') + 1)::date end;
