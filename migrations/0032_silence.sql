-- Integrations whose roster is overdue (docs/sync.md, "Silence"), and keys that are about to expire.

alter table hr_integrations
  -- How often a roster is expected: learned, never, or after so many hours or days.
  add column expect_every text not null default 'auto' check (expect_every ~ '^(auto|off|[1-9][0-9]{0,2}[hd])$'),
  -- Since when it is connected. A pause in which it was disconnected is no silence.
  add column connected_at timestamptz not null default now(),
  -- The pace that the next roster is expected at, {"hours", "weekdays"}, and when it is overdue. Null: not expected.
  add column pace jsonb check (jsonb_typeof(pace) = 'object'),
  add column overdue_at timestamptz,
  -- The last_accept_seq that both were worked out for. Another roster, or null, means that they have to be worked out anew.
  add column paced_seq bigint,
  -- When the latest silence was told.
  add column silence_told_at timestamptz;
update hr_integrations set connected_at = created_at;

-- The number of tickets ever issued, for the metrics: counting them would read every ticket.
alter table companies add column tickets_issued bigint not null default 0 check (tickets_issued >= 0);
update companies c set tickets_issued = (select count(*) from tickets t where t.company_id = c.id);

-- When the company was told that the key is about to expire.
alter table api_keys add column expiry_told_at timestamptz;
