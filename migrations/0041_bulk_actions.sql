-- An action about many people that a user of the portal has started. A job does it person by person, in short
-- transactions. If a node dies, every person is either done or still waits.
create table bulk_actions (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  action text not null check (action in ('enrol', 'change-plan', 'pause', 'cancel', 'send-links')),
  input jsonb not null,
  user_id bigint not null,
  people integer not null check (people > 0),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references portal_users (company_id, id)
);
-- The job asks for these every second.
create index bulk_actions_unfinished on bulk_actions (company_id, id) where finished_at is null;

create table bulk_action_people (
  company_id bigint not null,
  bulk_action_id bigint not null,
  employee_id bigint not null,
  -- Null: the person waits.
  outcome text check (outcome in ('done', 'refused', 'failed')),
  -- Why it was refused, with the values of the sentence.
  reason text,
  reason_values jsonb,
  primary key (company_id, bulk_action_id, employee_id),
  foreign key (company_id, bulk_action_id) references bulk_actions on delete cascade,
  foreign key (company_id, employee_id) references employees on delete cascade,
  check ((outcome = 'refused') = (reason is not null) or outcome is null)
);
create index bulk_action_people_waiting on bulk_action_people (company_id, bulk_action_id, employee_id)
  where outcome is null;
create index bulk_action_people_of_employee on bulk_action_people (company_id, employee_id);
