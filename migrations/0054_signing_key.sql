-- The fingerprint of the key of SECRET_KEY that signs: a node with other keys would hand out links that no other node
-- knows, and could not open stored secrets. Null: no node of this version has started yet.

alter table installation
  add column key_fingerprint text check (key_fingerprint ~ '^[0-9a-f]{32}$');
