-- Which companies have followed the last change of prices: offers of new terms are made company by company, by a job
-- that may be interrupted at any time.

-- One row. Every change of ticket_prices raises the version.
create table price_list (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into price_list default values;

create function prices_version() returns bigint
  language sql stable parallel safe
  return (select version from price_list);

-- A new company has nobody whose amounts could have changed.
alter table companies add column prices_followed bigint not null default prices_version();
