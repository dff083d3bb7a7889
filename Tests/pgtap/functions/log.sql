-- Functions of the log: partitions, quarantine, keys and migrations.
SELECT pg_temp.leaves(
    $$log.make_partitions('{2026-03-01,2090-05-01}')$$,
    $$SELECT tree.relid FROM pg_partition_tree('log.engagement_event') AS tree WHERE tree.level = 1$$,
    '{(log.engagement_event_2026_03),(log.engagement_event_2090)}', 'creates a month for near dates, a year for distant ones'
);
SELECT pg_temp.leaves(
    $$log.make_partitions('{2026-03-01}')$$,
    $$SELECT tree.relid FROM pg_partition_tree('log.engagement_event') AS tree WHERE tree.level = 1$$,
    '{(log.engagement_event_2026_03),(log.engagement_event_2090)}', 'may be run twice'
);
SELECT throws_ok(
    format('SELECT log.make_partitions(%L)', refused.months), '22023', NULL,
    format('log.make_partitions: refuses %s', refused.months)
)
FROM unnest(ARRAY['{2026-04-01,1969-11-01}', '{2101-02-01}', '{infinity}', '{"4000-01-01 BC"}']) AS refused (months);
SELECT pg_temp.gives('log.is_readable()', '{true}', 'true on a single server');
SELECT pg_temp.gives('log.odd_nodes()', '{0}', 'none on a single server', 'count(given.sentence)');
SELECT pg_temp.gives(
    'log.estimate()', '{true}', 'the size of the database', 'given.bytes = pg_database_size(current_database())'
);
SELECT pg_temp.gives(
    'log.applied_schema()',
    ARRAY(
        SELECT format('(%s,%s)', migration.number, migration.sha256) FROM bellwether.migration
        UNION ALL
        SELECT format('(0,%s)', objects.sha256) FROM bellwether.objects
    ),
    'returns the migrations, and as number 0 the checksum of functions, views and grants'
);

SELECT pg_temp.gives('log.hold_intake_rules()', '{"(,0)"}', 'returns that nothing is refused');
SELECT pg_temp.leaves(
    $$log.hold_intake_rules()$$,
    $$SELECT held.mode FROM pg_locks AS held
    WHERE held.pid = pg_backend_pid() AND held.relation = 'log.writer_lock'::regclass$$,
    '{(RowExclusiveLock)}', 'takes the shared writer lock'
);
SELECT pg_temp.gives(
    $$log.system_parts('visionOS 2.10.0')$$, '{"(visionOS,2,10,0)"}', 'splits the name of a system and its version'
);
-- The rows made by hand have numbers that the sequences do not know of.
DO $$ BEGIN PERFORM setval(name, 1000) FROM unnest('{log.app_app_seq,log.word_word_seq,log.os_os_seq}'::regclass[]) AS name; END $$;
SELECT pg_temp.leaves(
    $$log.add_names('{com.example.new}', '{a,a,b}', '{"iOS 17.4.1","iOS 17.4.1","web 1.0.0"}')$$,
    $$SELECT app_id FROM log.app WHERE app_id = 'com.example.new'
    UNION ALL SELECT text FROM log.word WHERE word > 1000
    UNION ALL SELECT format('%s-%s.%s.%s', os_name, major, minor, patch) FROM log.os WHERE os > 1000
    ORDER BY 1$$,
    '{(a),(b),(com.example.new),(iOS-17.4.1),(web-1.0.0)}', 'adds each name once'
);
CREATE TEMPORARY TABLE used AS SELECT last_value FROM log.word_word_seq;
SELECT pg_temp.leaves(
    $$log.add_names('{com.example.new}', '{b}', '{"web 1.0.0"}')$$,
    $$SELECT last_value FROM log.word_word_seq EXCEPT SELECT last_value FROM used$$,
    '{}', 'uses up no number for names that are known'
);
SELECT pg_temp.gives(
    $$log.claim_file(NULL, 10, 'a')$$, ARRAY(SELECT format('(%s,1)', last_value + 1) FROM log.source_file_source_file_seq),
    'assigns a file its number and the first claim'
);
SELECT pg_temp.gives(
    $$log.claim_file((SELECT max(source_file) FROM log.source_file), 10, 'a')$$,
    ARRAY(SELECT format('(%s,2)', source_file) FROM log.source_file WHERE sample_hash = 'a'), 'ends the earlier claim'
);

-- A batch with a place in the ledger's row for each member.
CREATE FUNCTION pg_temp.batch(id bigint, file integer, latest timestamptz, is_last boolean, hash bytea) RETURNS log.batch
LANGUAGE sql
AS $$ SELECT ROW(id, NULL, NULL, latest, 1, 5, 0, 50, 3, 1, 1, file, is_last, 'test', NULL, hash)::log.batch $$;
CREATE FUNCTION pg_temp.counted(id bigint) RETURNS log.delivery[]
LANGUAGE sql
AS $$
SELECT ARRAY[
    ROW(id, '2026-03-31 14:00Z', 3, 'accepted', NULL), ROW(id, '2026-03-31 14:00Z', 1, 'duplicate', NULL),
    ROW(id, '2026-03-31 14:15Z', 1, 'rejected', 'invalid_json')
]::log.delivery[]
$$;
SELECT pg_temp.leaves(
    $$log.seal_batch(
        pg_temp.batch(900001, NULL, '2026-03-31 14:00Z', false, 'x'), '{2026-03-01}', pg_temp.counted(900001), NULL, NULL
    )$$,
    $$SELECT delivery.batch_id, delivery.received_quarter, delivery.deliveries, delivery.outcome, delivery.reason
    FROM log.delivery WHERE delivery.batch_id = 900001$$,
    ARRAY[
        '(900001,"2026-03-31 14:00:00+00",3,accepted,)', '(900001,"2026-03-31 14:00:00+00",1,duplicate,)',
        '(900001,"2026-03-31 14:15:00+00",1,rejected,invalid_json)'
    ],
    'counts deliveries by quarter and outcome'
);
SELECT pg_temp.leaves(
    $$log.seal_batch(
        pg_temp.batch(900002, (SELECT source_file FROM log.source_file WHERE sample_hash = 'a'), NULL, true, NULL), '{}', '{}', 2, 'whole'
    )$$,
    $$SELECT
        batch.position - min(batch.position) OVER () AS place, batch.batch_id, batch.latest_received_at, batch.last_line,
        batch.end_offset, batch.accepted, batch.duplicates, batch.rejected, batch.is_last, batch.engagement_months,
        batch.prefix_hash
    FROM log.batch WHERE batch.source = 'test'$$,
    ARRAY[
        $$(0,900001,"2026-03-31 14:00:00+00",5,50,3,1,1,f,{2026-03-01},"\\x78")$$,
        '(1,900002,,5,50,3,1,1,t,{},)'
    ],
    'assigns the next position'
);
SELECT is(
    (SELECT hash FROM log.source_file WHERE sample_hash = 'a'), 'whole', 'log.seal_batch stores the hash of a completed file'
);
SELECT throws_ok(
    $$SELECT log.seal_batch(
        pg_temp.batch(900003, (SELECT source_file FROM log.source_file WHERE hash = 'whole'), NULL, true, NULL), '{}', '{}', 1, NULL
    )$$,
    'BW001', NULL, 'log.seal_batch refuses a batch of an earlier claim to the file'
);

UPDATE log.intake_rules SET retained_from = '2026-04-01Z';
SELECT pg_temp.gives('log.hold_intake_rules()', '{"(1775001600000000,0)"}', 'returns the retention cutoff');
SELECT pg_temp.gives(
    'log.retired_partitions()', '{engagement_event_2026_03}', 'the months that ended before the cutoff'
);
SELECT pg_temp.gives('log.drop_retired()', '{engagement_event_2026_03}', 'drops them and returns their names');
SELECT pg_temp.gives('log.retired_partitions()', '{}', 'none after that');
SELECT pg_temp.leaves(
    $$log.make_partitions('{1969-12-01,2101-01-01}')$$,
    $$SELECT tree.relid FROM pg_partition_tree('log.engagement_event') AS tree WHERE tree.level = 1$$,
    '{(log.engagement_event_1969),(log.engagement_event_2090),(log.engagement_event_2101)}',
    'accepts the first and the last month that an event can have'
);

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
    'log.end_quarantine(ARRAY(SELECT held.quarantine_id FROM log.quarantine AS held WHERE held.line = 1), true)',
    ARRAY(SELECT held.quarantine_id::text FROM log.quarantine AS held WHERE held.line = 1), 'releases held deliveries'
);
SELECT pg_temp.gives(
    $$log.quarantine_matching(NULL, NULL, NULL, NULL, NULL, NULL, 'released')$$, '{1}', 'finds released deliveries',
    'given.line'
);
SELECT pg_temp.gives(
    'log.end_quarantine(ARRAY(SELECT held.quarantine_id FROM log.quarantine AS held), false)',
    ARRAY(SELECT held.quarantine_id::text FROM log.quarantine AS held WHERE held.line > 1), 'does not change released deliveries'
);
SELECT pg_temp.gives(
    $$log.quarantine_matching(NULL, NULL, NULL, NULL, NULL, NULL, 'discarded')$$, '{"(2,0)","(3,0)"}',
    'removes the bytes of discarded deliveries', 'ROW(given.line, octet_length(given.bytes))'
);

INSERT INTO log.collector_key (created_at, app_id, name, sha256) VALUES (now(), 'com.example.shop', '', sha256('x'));
SELECT pg_temp.leaves(
    $$log.note_key_use(ARRAY(SELECT collector_key.collector_key FROM log.collector_key), '{2026-03-01Z}')$$,
    'SELECT collector_key.last_used_at FROM log.collector_key', '{"(\"2026-03-01 00:00:00+00\")"}', 'stores the time of use'
);
SELECT pg_temp.leaves(
    $$log.note_key_use(ARRAY(SELECT collector_key.collector_key FROM log.collector_key), '{2026-02-01Z}')$$,
    'SELECT collector_key.last_used_at FROM log.collector_key', '{"(\"2026-03-01 00:00:00+00\")"}', 'never moves back'
);

-- The limit is 1,000 bytes a day. Rejects of 100 and 99 bytes are charged 500 and 499.
SELECT pg_temp.gives($$log.charge_quarantine(1, '{100}', 1000)$$, '{1}', 'keeps what is within the limit');
SELECT pg_temp.leaves(
    $$log.charge_quarantine(1, '{99,0,1}', 1000)$$,
    'SELECT used.byte_count, used.rejects_not_kept, used.not_kept_at IS NULL FROM log.quarantine_use AS used',
    '{"(999,2,f)"}', 'keeps no more than the limit, and counts the others'
);
SELECT pg_temp.gives($$log.charge_quarantine(2, '{100}', 1000)$$, '{1}', 'each key has its own limit');
UPDATE log.quarantine_use SET day = day - 1 WHERE collector_key = 1;
SELECT pg_temp.leaves(
    $$log.charge_quarantine(1, '{100}', 1000)$$,
    'SELECT used.byte_count, used.rejects_not_kept FROM log.quarantine_use AS used WHERE used.collector_key = 1',
    '{"(500,2)"}', 'starts at 0 on the next day'
);

SELECT pg_temp.gives(
    'log.kept_tables()',
    ARRAY(
        SELECT class.oid::regclass::text FROM pg_class AS class
        WHERE class.relnamespace IN ('log'::regnamespace, 'projection'::regnamespace)
            AND class.relkind IN ('r', 'p')
            AND NOT class.relispartition
    ),
    'lists each table of log and projection once', 'given.name'
);
-- Only rejects may name an installation and still be kept on one node.
SELECT set_eq(
    $$SELECT given.name FROM log.kept_tables() AS given WHERE given.kind = 'installation'$$,
    $$SELECT given.name FROM log.kept_tables() AS given
    INNER JOIN pg_attribute AS attribute ON attribute.attrelid = given.name::regclass
    WHERE attribute.attname = 'installation_id' AND given.name <> 'log.quarantine'$$,
    'log.kept_tables: the tables of single installations are those with an installation_id'
);
SELECT pg_temp.gives(
    'log.tables_of_installations()', '{true}', 'lists tables with rows of installations, including partitions',
    $$array_agg(given.relation::text) @> '{log.permission_event,log.quarantine,log.engagement_event_1969,projection.opening}'
        AND NOT 'log.app' = ANY (array_agg(given.relation::text))$$
);
ANALYZE log.quarantine;
SELECT pg_temp.gives('log.stale_statistics()', '{}', 'none for a table with rows');
DELETE FROM log.quarantine;
ANALYZE log.quarantine;
SELECT pg_temp.gives('log.stale_statistics()', '{log.quarantine}', 'an empty table still has statistics of deleted rows');
