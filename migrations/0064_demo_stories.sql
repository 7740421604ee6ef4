-- A demo company whose story is being played. The row is deleted when the story is over; until then the company refuses
-- writes. A step that is played adds to both arrays in its transaction: when it began, and the moment of the story at which it
-- happens. Rows carry the time at which they were written; at the end these moments replace it.
create table demo_stories (
  company_id bigint primary key references companies,
  -- The present of the story: its last moment, and its business date.
  ends_at timestamptz not null,
  ends_on date not null,
  -- Whether the company's clock stays on that date.
  stays_frozen boolean not null,
  begun timestamptz[] not null default '{}',
  moments timestamptz[] not null default '{}'
);
