-- Nothing waits for approval in a run that was discarded or superseded.
update sync_runs set counts = counts || '{"held": 0}'
where status in ('discarded', 'superseded') and counts ->> 'held' <> '0';
