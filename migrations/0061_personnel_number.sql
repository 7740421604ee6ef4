-- The personnel number of a person who was added by hand. The number of a roster comes first.
alter table employees
  add column personnel_number text check (length(personnel_number) between 1 and 100);
