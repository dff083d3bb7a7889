-- What the functions of log and analytics give: numbers known from elsewhere, and on an empty log no rows. What the tables hold is
-- compared with the simulation's truth elsewhere. script/pgtap compares the names with those of the database.
BEGIN;
SELECT no_plan();

-- Published values: Wilson 1927; Newcombe 1998, table II, methods 3 and 10.
SELECT is(round(analytics.wilson_low(81, 263)::numeric, 4), 0.2553, 'wilson_low of 81 in 263');
SELECT is(round(analytics.wilson_high(81, 263)::numeric, 4), 0.3662, 'wilson_high of 81 in 263');
SELECT is(analytics.wilson_low(0, 20), 0::double precision, 'wilson_low of none is 0');
SELECT is(analytics.wilson_high(20, 20), 1::double precision, 'wilson_high of all is 1');
SELECT is(analytics.wilson_low(0, 0), NULL, 'wilson_low of nobody is null');
SELECT results_eq(
    'SELECT low, high FROM analytics.wilson(15, 148)',
    'SELECT analytics.wilson_low(15, 148), analytics.wilson_high(15, 148)',
    'wilson gives both bounds'
);
SELECT results_eq(
    'SELECT round(difference::numeric, 4), round(low::numeric, 4), round(high::numeric, 4)
    FROM analytics.newcombe_difference(56, 70, 48, 80)',
    'VALUES (0.2000, 0.0524, 0.3339)',
    'newcombe_difference of 56/70 and 48/80'
);
SELECT is(round(analytics.two_sided_p(1.959963984540054)::numeric, 12), 0.050000000000, 'two_sided_p at the 95 % point');
SELECT is(analytics.two_sided_p(0), 1::double precision, 'two_sided_p of no difference is 1');
SELECT is(round(analytics.two_proportion_p(50, 100, 50, 100)::numeric, 6), 1.000000, 'two_proportion_p of equal rates is 1');
SELECT is(analytics.two_proportion_p(0, 10, 0, 10), NULL, 'two_proportion_p is undefined where nothing varies');
SELECT is(
    (
        SELECT array_agg(round(p::numeric, 4) ORDER BY n)
        FROM unnest(analytics.benjamini_hochberg('{0.01,NULL,0.04,0.03}')) WITH ORDINALITY AS adjusted (p, n)
    ), '{0.0300,NULL,0.0400,0.0400}'::numeric[], 'benjamini_hochberg leaves the undefined out'
);
SELECT results_eq(
    $$SELECT round(mix::numeric, 6), round(rates::numeric, 6) FROM analytics.kitagawa('{50,10}', '{100,100}', '{60,5}', '{100,50}')$$,
    'VALUES (0.075000, 0.058333)',
    'kitagawa splits a change into parts that add up'
);
SELECT is(analytics.published(0.12345678::numeric), 0.123457, 'published has 6 decimals');
SELECT is(analytics.published(NULL::numeric), NULL, 'published leaves null alone');
SELECT is(
    analytics.reject_words('byte 17: a member has the name "secret" twice'), 'a member has the same name',
    'reject_words quotes no name'
);
SELECT is(analytics.reject_words('id is no UUID; it is "secret"'), 'id is no UUID', 'reject_words quotes no value');

-- An empty log.
SELECT is(analytics.horizon(), NULL, 'without a delivery there is no horizon');
SELECT is(analytics.day('2026-03-01T23:59:59Z'), date '2026-03-01', 'day is that of the settings'' time zone');
UPDATE projection.settings SET time_zone = 'Asia/Tokyo';
SELECT is(analytics.day('2026-03-01T23:59:59Z'), date '2026-03-02', 'day is another elsewhere');
SELECT is_empty(
    format('SELECT * FROM analytics.%I(''2026-01-01'', ''2026-12-31'')', name), name || ' of an empty log has no rows'
)
FROM unnest(ARRAY[
    'opt_in_by_os', 'opt_in_daily', 'opt_in_by_app_version', 'opt_in_by_variant', 'opt_in_by_os_and_app_version',
    'provisional_by_os', 'win_back_by_os', 'reach_daily', 'opens_daily', 'opens_by_campaign', 'opens_by_hour',
    'activity_daily', 'deliveries_daily', 'rejects', 'reject_examples', 'data_quality', 'decision_curve', 'key_numbers'
]) AS name;
SELECT is_empty($$SELECT * FROM analytics.findings('2026-03-01')$$, 'findings of an empty log has no rows');
SELECT is_empty('SELECT * FROM analytics.restatements()', 'restatements of an empty log has no rows');
SELECT is_empty(
    $$SELECT * FROM analytics.opt_in_funnel('2026-01-01', '2026-12-31', '1 day')$$, 'opt_in_funnel of an empty log has no rows'
);

-- The log's own.
SELECT log.make_partitions('{2026-03-01,2090-05-01}');
SELECT has_table('log', 'engagement_event_2026_03', 'make_partitions makes a month');
SELECT has_table('log', 'engagement_event_2090', 'make_partitions holds a year far away in one');
SELECT lives_ok($$SELECT log.make_partitions('{2026-03-01}')$$, 'make_partitions may be run again');
SELECT ok(log.settled(), 'settled is true on one server');
SELECT results_eq(
    'SELECT number, sha256 FROM log.applied_schema() WHERE number > 0',
    'SELECT number, sha256 FROM bellwether.migration ORDER BY number', 'applied_schema names the migrations'
);
SELECT results_eq(
    'SELECT sha256 FROM log.applied_schema() WHERE number = 0', 'SELECT sha256 FROM bellwether.objects',
    'applied_schema tells with number 0 which functions, views and grants there are'
);

UPDATE log.refusal SET retained_from = '2026-04-01Z';
SELECT results_eq(
    'SELECT name COLLATE "C" FROM log.retired_partitions()', $$VALUES ('engagement_event_2026_03' COLLATE "C")$$,
    'retired_partitions names the months that ended before what is kept begins'
);
SELECT results_eq(
    'SELECT name COLLATE "C" FROM log.drop_retired() AS dropped (name)',
    $$VALUES ('engagement_event_2026_03' COLLATE "C")$$, 'drop_retired drops them, and names them'
);
SELECT hasnt_table('log', 'engagement_event_2026_03', 'drop_retired leaves none of them');

INSERT INTO log.quarantine (
    received_at, quarantined_at, batch_id, line, byte_count, copy, reason, source, detail, line_hash, bytes
)
SELECT '2026-03-01Z', now(), 1, n, 1, 1, 'invalid_json', 'test', 'test', gen_random_uuid(), 'x'
FROM generate_series(1, 3) AS n;
SELECT is(
    (SELECT count(*) FROM log.quarantine_matching(NULL, 'invalid_json', 'test', NULL, NULL, NULL, 'held')), 3::bigint,
    'quarantine_matching finds by reason, source and state'
);
SELECT results_eq(
    'SELECT count(*) FROM log.release_quarantined(ARRAY(SELECT quarantine_id FROM log.quarantine WHERE line = 1))',
    'VALUES (1::bigint)', 'release_quarantined marks what is held'
);
SELECT results_eq(
    'SELECT count(*) FROM log.discard_quarantined(ARRAY(SELECT quarantine_id FROM log.quarantine))',
    'VALUES (2::bigint)', 'discard_quarantined leaves what was released'
);
SELECT is(
    (SELECT count(*) FROM log.quarantine WHERE discarded_at IS NOT NULL AND bytes <> ''), 0::bigint,
    'of what was discarded no bytes stay'
);
INSERT INTO log.collector_key (created_at, app_id, name, sha256) VALUES (now(), 'com.example.shop', '', sha256('x'));
SELECT log.note_key_use(ARRAY(SELECT collector_key FROM log.collector_key), '{2026-03-01Z}');
SELECT is(
    (SELECT last_used_at FROM log.collector_key), timestamptz '2026-03-01Z', 'note_key_use keeps when a key was used'
);

SELECT * FROM finish();
ROLLBACK;
