-- The name that a client has renamed the file from, until it begins another of that name: a rename that is repeated succeeds.
alter table dropped_files add column renamed_from text;

-- Networks that the user has signed in from with the password, the latest first. Guesses from elsewhere do not lock them out.
alter table drop_users add column known_networks text[] not null default '{}';
