-- A search also compares the numbers that were entered by hand. Few people have one, so it reads this instead of everybody.
create index employees_by_personnel_number on employees (company_id, id) include (personnel_number)
  where personnel_number is not null;
