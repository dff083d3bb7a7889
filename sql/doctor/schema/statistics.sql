-- Empty tables of which the planner still has statistics after an erasure, because ANALYZE does not replace those of
-- an empty table; for `bellwether doctor`. Reads pg_stats.
SELECT 'warning', format(
    'The planner''s statistics of %s, which is empty, still contain values of erased rows: as a superuser run SET '
    'allow_system_table_mods = on; DELETE FROM pg_statistic WHERE starelid = %L::regclass;', emptied_table.relation,
    emptied_table.relation
)
FROM log.stale_statistics() AS emptied_table (relation)
WHERE EXISTS (SELECT FROM log.erasure)
