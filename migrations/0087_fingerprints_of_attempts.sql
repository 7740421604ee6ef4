-- What equal refusals agree in, apart from the roster that was accepted last. Attempts from before this equal no other.
alter table sync_attempts add column fingerprint bytea;
