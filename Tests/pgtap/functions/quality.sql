-- Latencies, corrected clocks and conflicting ids, of 1 March; permission events of 7 March, which came with the second
-- batch.
INSERT INTO happened (id, installation, batch, type, effective_at, received_at, occurred_at, app_version) VALUES
    (1, 1, 1, 'app_opened', '2026-03-01 10:00Z', NULL, NULL, NULL),
    (2, 1, 1, 'app_opened', '2026-03-01 11:00Z', NULL, NULL, NULL),
    (3, 1, 1, 'app_opened', '2026-03-01 12:00Z', '2026-03-01 12:00:03Z', NULL, NULL),
    (4, 1, 2, 'app_opened', '2026-03-01 13:00Z', '2026-03-02 16:46:40Z', NULL, NULL),
    (5, 1, 1, 'app_opened', '2026-03-01 14:00Z', '2026-03-01 13:59:59Z', '2026-03-01 14:00:10Z', NULL),
    (6, 2, 2, 'prompt_shown', '2026-03-07 10:00Z', NULL, NULL, 1),
    (7, 3, 2, 'prompt_shown', '2026-03-07 11:00Z', NULL, NULL, NULL),
    -- The id of the first once more, at another time.
    (1, 1, 3, 'app_opened', '2026-03-05 10:00Z', NULL, NULL, NULL);
SELECT pg_temp.store();
INSERT INTO projection.checkpoint (position, version, name, sql_sha256, fill_head) VALUES (3, 5, 'quality', '', 3);
INSERT INTO projection.latency_cell (app, day, size_class, events, over_24h, clocks_corrected, microseconds) VALUES
    (1, '2026-03-01', -8, 1, 0, 1, '{-1000000}'),
    (1, '2026-03-01', 8, 2, 0, 0, '{1000000,1000000}'),
    (1, '2026-03-01', 16, 1, 0, 0, '{3000000}'),
    (1, '2026-03-01', 132, 1, 1, 0, '{100000000000}');
INSERT INTO projection.unsent_cell (app, day, opens) VALUES (1, '2026-03-01', 2);
INSERT INTO projection.conflicting_event (app, installation_id, id, effective_at, occurred_at, received_at) VALUES
    (1, pg_temp.id(9), pg_temp.id(90), '2026-03-01 08:00Z', '2026-03-01 08:00Z', '2026-03-01 08:00:01Z'),
    (1, pg_temp.id(9), pg_temp.id(90), '2026-03-01 09:00Z', '2026-03-01 09:00Z', '2026-03-03 09:00Z');

SELECT pg_temp.gives(
    $$projection.recomputed_latencies('2026-03-01', '2026-03-01', '2026-03-31Z', 3)$$,
    ARRAY[
        '(1,-8,1,0,1,{-1000000})', '(1,8,2,0,0,"{1000000,1000000}")', '(1,16,1,0,0,{3000000})',
        '(1,132,1,1,0,{100000000000})'
    ],
    'latencies in classes of their size'
);
SELECT pg_temp.gives(
    $$projection.latencies('2026-03-01', '2026-03-01', '2026-03-31Z')$$,
    '{"(-8,1)","(8,2)","(16,1)","(132,1)"}', 'from the state', 'ROW(given.size_class, given.events)'
);
SELECT pg_temp.gives(
    $$projection.latencies('2026-03-01', '2026-03-01', '2026-03-02Z')$$,
    '{"(-8,1)","(8,2)","(16,1)"}', 'at an earlier horizon, from the log', 'ROW(given.size_class, given.events)'
);
SELECT pg_temp.gives(
    $$projection.recomputed_events_by_version('2026-03-01', '2026-03-07', '2026-03-31Z', 3)$$,
    '{"(1,2026-03-01,0,5)","(1,2026-03-05,0,1)","(1,2026-03-07,0,1)","(1,2026-03-07,1,1)"}',
    'events of both kinds by the version that they name'
);
INSERT INTO projection.version_cell (app, day, app_version, events) VALUES (1, '2026-03-01', 0, 5), (1, '2026-03-05', 0, 1);
SELECT pg_temp.gives(
    $$projection.events_by_version('2026-03-01', '2026-03-04', '2026-03-31Z')$$, '{"(1,2026-03-01,0,5)"}',
    'from the state'
);
SELECT pg_temp.gives(
    $$projection.events_by_version('2026-03-01', '2026-03-07', '2026-03-02Z')$$, '{"(1,2026-03-01,0,4)"}',
    'at an earlier horizon, from the log'
);
-- Of −1, 1, 1, 3 and 100,000 s the middle one, and 0.8 of the way from the fourth to the last.
SELECT pg_temp.gives(
    $$projection.latency_percentiles('2026-03-01', '2026-03-01', '2026-03-31Z', '{0,50,95,100}')$$,
    '{"(1,0,-1.000000)","(1,50,1.000000)","(1,95,80000.600000)","(1,100,100000.000000)"}', 'as percentile_cont',
    'ROW(given.app, given.percent, round(given.seconds, 6))'
);
SELECT pg_temp.gives(
    $$projection.engagement_quality('2026-03-01', '2026-03-01', '2026-03-31Z')$$,
    '{"(1,unsent_opens,2)","(1,clocks_corrected,1)","(1,conflicting_ids,1)","(1,latency_p50_seconds,1.000000)",'
        '"(1,latency_p95_seconds,80000.600000)","(1,latency_over_24h_rate,0.200000)"}',
    'each measure of an app with an event in the range'
);
SELECT pg_temp.gives(
    $$projection.engagement_quality('2026-03-01', '2026-03-01', '2026-03-02Z')$$,
    '{"(1,unsent_opens,2)","(1,clocks_corrected,1)","(1,conflicting_ids,0)","(1,latency_p50_seconds,1.000000)",'
        '"(1,latency_p95_seconds,2.700000)","(1,latency_over_24h_rate,0.000000)"}',
    'at an earlier horizon no id conflicts'
);
SELECT pg_temp.gives(
    $$analytics.data_quality('2026-03-01', '2026-03-01', '2026-03-31Z')$$,
    ARRAY[
        '(com.example.shop,unsent_opens,2)', '(com.example.shop,clocks_corrected,1)',
        '(com.example.shop,conflicting_ids,1)', '(com.example.shop,latency_p50_seconds,1.000000)',
        '(com.example.shop,latency_p95_seconds,80000.600000)', '(com.example.shop,latency_over_24h_rate,0.200000)',
        '(com.example.shop,orphan_decisions,0)', '(com.example.shop,decided_late,0)',
        '(com.example.shop,status_jumps,0)'
    ],
    'nine measures'
);

-- A rebuild of it, by hand.
SET LOCAL search_path = public, projection;
SELECT pg_temp.leaves(
    'projection.count_filled()', 'SELECT counted.position FROM projection.latency_counted AS counted', '{(3)}',
    'what the log held up to the head is counted'
);
SELECT pg_temp.leaves(
    'projection.collect_permission_events(NULL, pg_temp.id(2))', 'SELECT fresh.id FROM fresh_event AS fresh',
    ARRAY[format('(%s)', pg_temp.id(6))], 'of installations from the first on'
);
DROP TABLE fresh_event;
SELECT pg_temp.leaves(
    'projection.collect_permission_events(pg_temp.id(2), pg_temp.id(3))', 'SELECT fresh.id FROM fresh_event AS fresh',
    ARRAY[format('(%s)', pg_temp.id(7))], 'of those after one, up to and with another'
);
DROP TABLE fresh_event;
SELECT pg_temp.leaves(
    $$projection.collect_events_between('2026-03-05Z', '2026-03-06Z')$$,
    'SELECT fresh.id, fresh.occurred_at FROM fresh_event AS fresh',
    ARRAY[format('(%s,"2026-03-05 10:00:00+00")', pg_temp.id(1))], 'the engagement events of a span'
);
INSERT INTO projection.event_ids (app, installation_id, ids)
VALUES (1, pg_temp.id(1), int8multirange(projection.point(pg_temp.id(1), '2026-03-01 10:00Z')));
SELECT pg_temp.leaves(
    'projection.take_ids()',
    'SELECT event.occurred_at FROM projection.conflicting_event AS event WHERE event.installation_id = pg_temp.id(1)',
    ARRAY['("2026-03-01 10:00:00+00")', '("2026-03-05 10:00:00+00")'], 'finds the older event of the same id'
);
SELECT is(
    (SELECT event_ids.ids FROM projection.event_ids),
    int8multirange(
        projection.point(pg_temp.id(1), '2026-03-01 10:00Z'), projection.point(pg_temp.id(1), '2026-03-05 10:00Z')
    ), 'take_ids keeps the points of both'
);

UPDATE projection.checkpoint SET fill_head = 2 WHERE true;
SELECT pg_temp.gives(
    $$projection.counted_twice('2026-03-10Z')$$,
    '{"(1,2026-03-05,0,f,1000000)","(1,2026-03-07,1,f,1000000)","(1,2026-03-07,0,f,1000000)"}',
    'all permission events, and engagement events behind the head'
);
SELECT pg_temp.gives(
    $$projection.counted_twice('2026-03-07 12:00Z')$$, '{"(1,2026-03-05,0,f,1000000)"}', 'of the days before'
);
