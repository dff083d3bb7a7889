-- Whether the planner's statistics contain values of erased rows, for `bellwether doctor`. Reads pg_stats.
SELECT 'warning', format(
    'The planner''s statistics of %s, which is empty, still contain values of erased rows: as a superuser run SET '
    'allow_system_table_mods = on; DELETE FROM pg_statistic WHERE starelid = %L::regclass;', stale_table.relation,
    stale_table.relation
)
FROM log.stale_statistics() AS stale_table (relation)
WHERE EXISTS (SELECT FROM log.erasure)
