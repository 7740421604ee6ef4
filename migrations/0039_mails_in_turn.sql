-- Companies take turns in the queue of mails: the next company with a due mail is one step in this index.
create index mails_by_turn on mails (urgency, company_id, due_at, id) where state = 'queued';
drop index mails_to_send;
