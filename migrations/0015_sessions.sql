-- A list of sessions shows where the user is signed in. Sessions from before have neither browser nor address.
alter table portal_sessions
  add column id bigint generated always as identity unique,
  add column browser text check (length(browser) <= 300),
  add column address text check (length(address) <= 100);
