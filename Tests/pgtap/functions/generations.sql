-- The tables of a rebuild: created beside the live ones, compared with them, and swapped in.
INSERT INTO projection.checkpoint (position, version, name, sql_sha256) VALUES (5, 2, 'opens', '');
INSERT INTO projection.pending_setting (name, value) VALUES
    ('open_window_seconds', '86400'),
    ('time_zone', 'Asia/Tokyo');
INSERT INTO projection.opens_cell (
    app, day, dimension, value, sent, received, direct_opens, influenced_opens, openers, active, opened_24h
) VALUES
    (1, '2026-03-01', 'os', 1, 1, 0, 0, 0, 0, 0, 0),
    (1, '2026-03-02', 'os', 1, 2, 0, 0, 0, 0, 0, 0);

SELECT pg_temp.gives('projection.rebuild_state()', '{}', 'no row without a rebuild');
SELECT pg_temp.leaves(
    $$projection.make_generation('{journey_v1,opens_cell}')$$,
    $$SELECT class.relname, class.reltuples, array_to_string(class.reloptions, ',') FROM pg_class AS class
    WHERE class.relnamespace = 'projection_next'::regnamespace AND class.relkind = 'r'$$,
    '{"(checkpoint,-1,)","(fill_chunk,-1,)","(journey_v1,-1,fillfactor=80)","(opens_cell,-1,fillfactor=50)",'
        '"(settings,-1,)"}',
    'creates the named tables, settings and checkpoint with their options, and the list of chunks to fill'
);
SELECT table_privs_are(
    'projection_next', 'opens_cell', 'bellwether_project', '{SELECT,INSERT,UPDATE,DELETE}',
    'make_generation grants the projections role its privileges'
);

INSERT INTO projection_next.settings (
    time_zone, conversion_window_seconds, open_window_seconds, influence_window_seconds
)
VALUES ('UTC', 604800, 86400, 43200);
INSERT INTO projection_next.checkpoint (position, version, name, sql_sha256) VALUES (7, 3, 'opens', '');
INSERT INTO projection_next.fill_chunk (turn, place, is_serial, name, after) VALUES
    (1, 0, false, 'opens', '{}'),
    (2, 0, false, 'opens', '{}');
SELECT pg_temp.gives('projection.rebuild_state()', '{"(opens,7,2)"}', 'the position and the number of remaining chunks');

INSERT INTO projection_next.opens_cell (
    app, day, dimension, value, sent, received, direct_opens, influenced_opens, openers, active, opened_24h
)
VALUES (1, '2026-03-01', 'os', 1, 1, 0, 0, 0, 0, 0, 0);
SELECT pg_temp.gives($$projection.differing_rows('opens_cell')$$, '{1}', 'counts rows missing from the new table');
INSERT INTO projection_next.opens_cell (
    app, day, dimension, value, sent, received, direct_opens, influenced_opens, openers, active, opened_24h
)
VALUES (1, '2026-03-02', 'os', 1, 3, 0, 0, 0, 0, 0, 0), (1, '2026-03-03', 'os', 1, 4, 0, 0, 0, 0, 0, 0);
SELECT pg_temp.gives($$projection.differing_rows('opens_cell')$$, '{2}', 'counts rows missing from the old table');
SELECT pg_temp.leaves(
    $$projection.analyze_generation('{opens_cell}')$$,
    $$SELECT class.reltuples FROM pg_class AS class WHERE class.oid = 'projection_next.opens_cell'::regclass$$, '{(3)}',
    'sets the planner''s row counts'
);

INSERT INTO projection_next.journey_v1 (
    latest_received_at, app, events, installation_id, status_from, status, status_os
)
VALUES ('2026-03-01Z', 1, 1, pg_temp.id(1), '{2026-03-01Z}', '{authorized}', '{1}');
SELECT throws_ok(
    $$SELECT projection.swap_generation('{journey_v1,"opens_cell\\M|^"}')$$, '22023', NULL,
    'swap_generation: refuses text that is not the name of a table'
);
SELECT pg_temp.leaves(
    $$projection.swap_generation('{journey_v1,opens_cell}')$$,
    'SELECT cell.day, cell.sent FROM projection.opens_cell AS cell',
    '{"(2026-03-01,1)","(2026-03-02,3)","(2026-03-03,4)"}', 'the new tables replace the old ones'
);
SELECT is(
    (SELECT status FROM analytics.installations), 'authorized', 'swap_generation: views read the new tables'
);
SELECT results_eq(
    'SELECT checkpoint.position, checkpoint.version FROM projection.checkpoint', 'VALUES (7::bigint, 3)',
    'swap_generation: the checkpoint belongs to the new tables'
);
SELECT is(
    (SELECT settings.open_window_seconds FROM projection.settings), 86400::bigint,
    'swap_generation: settings take effect with the tables'
);
SELECT is(
    (SELECT array_agg(pending.name::text) FROM projection.pending_setting AS pending), '{time_zone}'::text[],
    'swap_generation: settings in effect are no longer pending'
);
SELECT hasnt_schema('projection_next', 'swap_generation: nothing is left of the rebuild');

SELECT projection.make_generation('{opens_cell}');
SELECT pg_temp.leaves(
    'projection.drop_generation()',
    $$SELECT count(*) FROM pg_namespace WHERE nspname = 'projection_next'$$, '{(0)}', 'drops the whole schema'
);

SELECT pg_temp.gives(
    $$projection.zone_changes('Asia/Almaty')$$, '{"2015-01-01 360, 2024-03-01 300"}', 'when UTC offsets changed, and to what',
    'left(given, 30)'
);

-- Changes of this transaction are not counted yet: these tables have rows since the migration.
SELECT pg_temp.gives(
    'projection.changed_tables()', '{log.event_alias,log.refusal,projection.settings}', 'tables without statistics'
);
SELECT pg_temp.leaves(
    $$projection.analyze_table('log.app')$$,
    $$SELECT class.reltuples FROM pg_class AS class WHERE class.oid = 'log.app'::regclass$$, '{(2)}',
    'the planner knows the number of rows'
);
