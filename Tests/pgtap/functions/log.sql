-- The log's own: partitions, quarantine, keys, and what was applied.
SELECT pg_temp.leaves(
    $$log.make_partitions('{2026-03-01,2090-05-01}')$$,
    $$SELECT tree.relid FROM pg_partition_tree('log.engagement_event') AS tree WHERE tree.level = 1$$,
    '{(log.engagement_event_2026_03),(log.engagement_event_2090)}', 'a month that is near, a year that is far away'
);
SELECT pg_temp.leaves(
    $$log.make_partitions('{2026-03-01}')$$,
    $$SELECT tree.relid FROM pg_partition_tree('log.engagement_event') AS tree WHERE tree.level = 1$$,
    '{(log.engagement_event_2026_03),(log.engagement_event_2090)}', 'may be run again'
);
SELECT pg_temp.gives('log.settled()', '{true}', 'is true on one server');
SELECT pg_temp.gives(
    'log.applied_schema()',
    ARRAY(
        SELECT format('(%s,%s)', migration.number, migration.sha256) FROM bellwether.migration
        UNION ALL
        SELECT format('(0,%s)', objects.sha256) FROM bellwether.objects
    ),
    'names the migrations, and with number 0 which functions, views and grants there are'
);

UPDATE log.refusal SET retained_from = '2026-04-01Z';
SELECT pg_temp.gives(
    'log.retired_partitions()', '{engagement_event_2026_03}', 'the months that ended before what is kept begins'
);
SELECT pg_temp.gives('log.drop_retired()', '{engagement_event_2026_03}', 'drops them, and names them');
SELECT pg_temp.gives('log.retired_partitions()', '{}', 'are none after that');

INSERT INTO log.quarantine (
    received_at, quarantined_at, batch_id, line, byte_count, copy, reason, source, detail, line_hash, bytes
)
SELECT '2026-03-01Z', now(), 1, n, 1, 1, 'invalid_json', 'test', 'test', pg_temp.id(n), 'x'
FROM generate_series(1, 3) AS n;
SELECT pg_temp.gives(
    $$log.quarantine_matching(NULL, 'invalid_json', 'test', NULL, NULL, NULL, 'held')$$, '{1,2,3}',
    'finds by reason, source and state', 'given.line'
);
SELECT pg_temp.gives(
    'log.release_quarantined(ARRAY(SELECT held.quarantine_id FROM log.quarantine AS held WHERE held.line = 1))',
    ARRAY(SELECT held.quarantine_id::text FROM log.quarantine AS held WHERE held.line = 1), 'marks what is held'
);
SELECT pg_temp.gives(
    $$log.quarantine_matching(NULL, NULL, NULL, NULL, NULL, NULL, 'released')$$, '{1}', 'finds what was released',
    'given.line'
);
SELECT pg_temp.gives(
    'log.discard_quarantined(ARRAY(SELECT held.quarantine_id FROM log.quarantine AS held))',
    ARRAY(SELECT held.quarantine_id::text FROM log.quarantine AS held WHERE held.line > 1), 'leaves what was released'
);
SELECT pg_temp.gives(
    $$log.quarantine_matching(NULL, NULL, NULL, NULL, NULL, NULL, 'discarded')$$, '{"(2,0)","(3,0)"}',
    'of what was discarded no bytes stay', 'ROW(given.line, octet_length(given.bytes))'
);

INSERT INTO log.collector_key (created_at, app_id, name, sha256) VALUES (now(), 'com.example.shop', '', sha256('x'));
SELECT pg_temp.leaves(
    $$log.note_key_use(ARRAY(SELECT collector_key.collector_key FROM log.collector_key), '{2026-03-01Z}')$$,
    'SELECT collector_key.last_used_at FROM log.collector_key', '{"(\"2026-03-01 00:00:00+00\")"}', 'keeps when it was'
);
SELECT pg_temp.leaves(
    $$log.note_key_use(ARRAY(SELECT collector_key.collector_key FROM log.collector_key), '{2026-02-01Z}')$$,
    'SELECT collector_key.last_used_at FROM log.collector_key', '{"(\"2026-03-01 00:00:00+00\")"}', 'never goes back'
);
