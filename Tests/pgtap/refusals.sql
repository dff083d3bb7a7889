-- What functions with the owner's rights refuse or ignore.
BEGIN;
SELECT no_plan();

SELECT throws_ok(
    format('SELECT log.make_partitions(%L)', refused.months), '22023', NULL,
    format('log.make_partitions: refuses %s', refused.months)
)
FROM unnest(ARRAY['{2026-04-01,1969-11-01}', '{2101-02-01}', '{infinity}', '{"4000-01-01 BC"}']) AS refused (months);
SELECT lives_ok(
    $$SELECT log.make_partitions('{1969-12-01,2101-01-01}')$$,
    'log.make_partitions: accepts the first and the last month that an event can have'
);

SELECT throws_ok(
    $$SELECT projection.swap_generation('{journey,"opens_cell\\M|^"}')$$, '22023', NULL,
    'swap_generation: refuses text that is not the name of a table'
);

-- A role that may create temporary tables could create one with this name, to make reports read false rows.
SET LOCAL ROLE bellwether_project;
CREATE TEMPORARY TABLE past_opens_without_send (as_of timestamptz, computed projection.open_without_send_counts);
INSERT INTO past_opens_without_send (as_of, computed) VALUES ('2026-03-06Z', (1, '2026-03-02', 999));
RESET ROLE;
SELECT is_empty(
    $$SELECT FROM projection.past(NULL::projection.open_without_send_counts, '2026-03-06Z')$$,
    'projection.past: ignores a table that another role owns'
);

SELECT * FROM finish();
ROLLBACK;
