-- What the files of a month added up to when it was handed over. Null: handed over before this was kept.
alter table handovers add column figures jsonb check (jsonb_typeof(figures) = 'object');
