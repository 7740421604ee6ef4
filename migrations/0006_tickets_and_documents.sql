-- Monthly tickets, and the documents that belong to employees.

create table tickets (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  month date not null check (extract(day from month) = 1),
  valid_from date not null,
  valid_until date not null,
  issued_at timestamptz not null default now(),
  voided_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  check (valid_from between month and valid_until),
  check (valid_until < month + interval '1 month')
);
create unique index tickets_one_valid_per_month on tickets (company_id, employee_id, month) where voided_at is null;
create index tickets_by_month on tickets (company_id, month, employee_id) where voided_at is null;

create table documents (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  kind text not null check (kind in ('receipt', 'contract', 'upload')),
  name text not null check (length(name) between 1 and 200),
  file_type text not null check (file_type in ('pdf', 'png', 'jpeg')),
  downloadable boolean not null,
  -- A receipt's figures as they were when it was issued; its PDF is rendered from them on download.
  receipt jsonb,
  offer_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, offer_id) references contract_offers (company_id, id),
  check ((kind = 'receipt') = (receipt is not null)),
  check ((kind = 'contract') = (offer_id is not null))
);
create index documents_by_employee on documents (company_id, employee_id, id);
create index documents_by_created on documents (company_id, created_at, id);
create index documents_by_updated on documents (company_id, updated_at, id);

-- The bytes of an uploaded file, in pieces, so that neither side ever holds a whole one.
create table document_chunks (
  company_id bigint not null,
  document_id bigint not null,
  position integer not null check (position >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  primary key (company_id, document_id, position),
  foreign key (company_id, document_id) references documents on delete cascade
);
