-- The technical contact of an integration: an e-mail address without an account that gets its mails (docs/mail.md).

alter table hr_integrations
  add column technical_contact text check (length(technical_contact) between 3 and 320);

alter table mails
  -- The recipient is the technical contact of this integration. The address is read when the mail is sent.
  add column integration_id bigint,
  add foreign key (company_id, integration_id) references hr_integrations (company_id, id),
  drop constraint mails_check,
  add constraint mails_one_recipient check (num_nonnulls(employee_id, user_id, address, integration_id) = 1),
  add check (integration_id is null or kind = 'notice');

create index mails_of_contacts on mails (company_id, integration_id) where integration_id is not null;
