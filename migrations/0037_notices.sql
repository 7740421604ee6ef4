-- Mails to admins about what needs somebody: docs/mail.md, "Mails to admins".

alter table portal_users
  -- Which of these mails the user wants while being an admin.
  add column notices text not null default 'at-once' check (notices in ('at-once', 'digest', 'none'));

alter table mails
  -- What a mail of the kind `notice` tells.
  add column notice text check (notice in ('sync-held', 'sync-failed', 'sync-refused', 'integration-silent',
    'conflict-found', 'webhook-disabled', 'key-expiring', 'invalid-entries')),
  add check ((kind = 'notice') = (notice is not null));

-- A user gets one digest a day. `day` is written as 20261116.
create unique index mails_one_digest on mails (company_id, user_id, ((about ->> 'day')::int)) where kind = 'digest';

-- What the next digest of a user is to tell. Its text is written when it is sent.
create table digest_items (
  company_id bigint not null,
  mail_id bigint not null,
  id bigint generated always as identity,
  notice text not null check (notice in ('sync-held', 'sync-failed', 'sync-refused', 'integration-silent',
    'conflict-found', 'webhook-disabled', 'key-expiring', 'invalid-entries')),
  about jsonb not null,
  primary key (company_id, mail_id, id),
  foreign key (company_id, mail_id) references mails on delete cascade
);
