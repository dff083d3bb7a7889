-- Latencies, corrected clocks and conflicting ids on 1 March; permission events on 7 March, which arrive with the
-- second batch.
INSERT INTO happened (id, installation, batch, type, effective_at, received_at, occurred_at, app_version) VALUES
    (1, 1, 1, 'app_opened', '2026-03-01 10:00Z', NULL, NULL, NULL),
    (2, 1, 1, 'app_opened', '2026-03-01 11:00Z', NULL, NULL, NULL),
    (3, 1, 1, 'app_opened', '2026-03-01 12:00Z', '2026-03-01 12:00:03Z', NULL, NULL),
    (4, 1, 2, 'app_opened', '2026-03-01 13:00Z', '2026-03-02 16:46:40Z', NULL, NULL),
    (5, 1, 1, 'app_opened', '2026-03-01 14:00Z', '2026-03-01 13:59:59Z', '2026-03-01 14:00:10Z', NULL),
    (6, 2, 2, 'prompt_shown', '2026-03-07 10:00Z', NULL, NULL, 1),
    (7, 3, 2, 'prompt_shown', '2026-03-07 11:00Z', NULL, NULL, NULL),
    -- The first id again, with another time.
    (1, 1, 3, 'app_opened', '2026-03-05 10:00Z', NULL, NULL, NULL);
SELECT pg_temp.store();
INSERT INTO projection.checkpoint (position, version, name, sql_sha256, fill_head) VALUES (3, 5, 'quality', '', 3);
INSERT INTO projection.quality_cell (app, day, dimension, value, events, over_24h, clocks_corrected) VALUES
    (1, '2026-03-01', 'size_class', -506, 1, 0, 1),
    (1, '2026-03-01', 'size_class', 506, 2, 0, 0),
    (1, '2026-03-01', 'size_class', 699, 1, 0, 0),
    (1, '2026-03-01', 'size_class', 2622, 1, 1, 0);
INSERT INTO projection.unsent_cell (app, day, opens) VALUES (1, '2026-03-01', 2);
INSERT INTO projection.sampled_event (app, installation_id, id, effective_at, occurred_at, received_at) VALUES
    (1, pg_temp.id(9), pg_temp.id(90), '2026-03-01 08:00Z', '2026-03-01 08:00Z', '2026-03-01 08:00:01Z'),
    (1, pg_temp.id(9), pg_temp.id(90), '2026-03-01 09:00Z', '2026-03-01 09:00Z', '2026-03-03 09:00Z');

SELECT pg_temp.gives(
    $$projection.counted_event('2026-03-01 15:00Z', '2026-03-01 15:00Z', 86400000000, NULL, 'Asia/Tokyo')$$,
    '{"(2026-03-02,2596,0,f,f)"}',
    'the day in the time zone; exactly 24 hours is not over 24 hours'
);
SELECT pg_temp.gives(
    $$projection.counted_event('2026-03-01 15:00Z', '2026-03-01 15:01Z', 86400000001, 3, 'UTC')$$,
    '{"(2026-03-01,2596,3,t,t)"}',
    'the version; over 24 hours; a corrected clock'
);
SELECT pg_temp.gives(
    $$projection.past_quality('2026-03-02Z', 'size_class')$$,
    ARRAY[
        '(1,0,1,1,2026-03-01,-506,size_class)', '(2,0,0,1,2026-03-01,506,size_class)',
        '(1,0,0,1,2026-03-01,699,size_class)'
    ],
    'permission and engagement events by latency class'
);
SELECT pg_temp.gives(
    $$projection.quality('2026-03-01', '2026-03-01', '2026-03-31Z', 'size_class')$$,
    '{"(-506,1)","(506,2)","(699,1)","(2622,1)"}', 'from the tables', 'ROW(given.value, given.events)'
);
SELECT pg_temp.gives(
    $$projection.quality('2026-03-01', '2026-03-01', '2026-03-02Z', 'size_class')$$,
    '{"(-506,1)","(506,2)","(699,1)"}', 'at an earlier horizon, from the log', 'ROW(given.value, given.events)'
);
SELECT pg_temp.leaves(
    $$projection.past_quality('2026-03-31Z', 'app_version')$$,
    $$SELECT event.day, event.value, event.events
    FROM projection.past_quality('2026-03-31Z', 'app_version') AS event$$,
    ARRAY['(2026-03-01,0,5)', '(2026-03-05,0,1)', '(2026-03-07,0,1)', '(2026-03-07,1,1)'],
    'permission and engagement events by app version'
);
INSERT INTO projection.quality_cell (app, day, dimension, value, events, over_24h, clocks_corrected) VALUES
    (1, '2026-03-01', 'app_version', 0, 5, 1, 1),
    (1, '2026-03-05', 'app_version', 0, 1, 0, 0);
SELECT pg_temp.gives(
    $$projection.quality('2026-03-01', '2026-03-04', '2026-03-31Z', 'app_version')$$, '{"(2026-03-01,0,5)"}',
    'from the tables', 'ROW(given.day, given.value, given.events)'
);
SELECT pg_temp.gives(
    $$projection.quality('2026-03-01', '2026-03-07', '2026-03-02Z', 'app_version')$$, '{"(2026-03-01,0,4)"}',
    'at an earlier horizon, from the log', 'ROW(given.day, given.value, given.events)'
);
SELECT pg_temp.gives(
    $$projection.conflicting_ids('2026-03-01', '2026-03-01', '2026-03-31Z')$$, '{"(1,1)"}', 'counts an id with two events'
);
SELECT pg_temp.gives(
    $$projection.conflicting_ids('2026-03-01', '2026-03-01', '2026-03-02Z')$$, '{}', 'none at an earlier horizon'
);
-- The latencies are −1, 1, 1, 3 and 100,000 s. The median's class is 1,000 to 1,004 ms; classes around the last one are
-- 524.288 s wide.
SELECT pg_temp.gives(
    $$projection.latency_classes('2026-03-01', '2026-03-01', '2026-03-31Z')$$, '{"(1,1.002000,99876.864000)"}',
    'the classes of the median and of the 95th percentile',
    'ROW(given.app, stats.published(stats.class_seconds(given.half)), stats.published(stats.class_seconds(given.most)))'
);
SELECT pg_temp.gives(
    $$analytics.data_quality('2026-03-01', '2026-03-01', '2026-03-31Z')$$,
    ARRAY[
        '(com.example.shop,unsent_opens,2)', '(com.example.shop,clocks_corrected,1)',
        '(com.example.shop,conflicting_ids,1)', '(com.example.shop,latency_p50_seconds,1.002000)',
        '(com.example.shop,latency_p95_seconds,99876.864000)', '(com.example.shop,latency_over_24h_rate,0.200000)',
        '(com.example.shop,orphan_decisions,0)', '(com.example.shop,decided_late,0)',
        '(com.example.shop,status_jumps,0)'
    ],
    'nine measures'
);
SELECT pg_temp.gives(
    $$analytics.data_quality('2026-03-01', '2026-03-01', '2026-03-02Z')$$,
    ARRAY[
        '(unsent_opens,2)', '(clocks_corrected,1)', '(conflicting_ids,0)', '(latency_p50_seconds,1.002000)',
        '(latency_p95_seconds,3.000000)', '(latency_over_24h_rate,0.000000)', '(orphan_decisions,0)', '(decided_late,0)',
        '(status_jumps,0)'
    ],
    'at an earlier horizon', 'ROW(given.measure, given.value)'
);

-- A step and a rebuild, executed by hand.
SET LOCAL search_path = public, projection, log;
INSERT INTO projection.latency_counted (position, only_row) VALUES (3, true);
SELECT projection.collect_events(2, 3, 'notification_sent');
SELECT pg_temp.leaves(
    $$projection.count_events(1, 'UTC')$$,
    $$SELECT cell.dimension, cell.events FROM projection.quality_cell AS cell WHERE cell.day = '2026-03-05'$$,
    '{"(size_class,1)","(app_version,2)"}', 'adds the events of the work table to the cells of both dimensions'
);
SELECT pg_temp.leaves(
    $$projection.count_events(-1, 'UTC')$$,
    $$SELECT cell.dimension, cell.events FROM projection.quality_cell AS cell WHERE cell.day = '2026-03-05'$$,
    '{"(app_version,1)"}', 'subtracts them again, and deletes empty cells'
);
DROP TABLE fresh_event;
SELECT projection.make_generation('{quality_cell,sampled_event}');
INSERT INTO projection_next.checkpoint (position, version, name, sql_sha256, fill_head) VALUES (0, 5, 'quality', '', 2);
SET LOCAL search_path = public, projection_next, log;
SELECT pg_temp.leaves(
    $$projection.keep_counts('2026-03-10Z')$$,
    $$SELECT cell.day, cell.value, cell.events FROM quality_cell AS cell WHERE cell.dimension = 'app_version'$$,
    '{"(2026-03-01,0,5)"}',
    'without permission events and without engagement events after the head'
);
SELECT results_eq(
    $$SELECT count(*), sum(cell.events)::bigint FROM quality_cell AS cell WHERE cell.dimension = 'size_class'$$,
    $$VALUES (4::bigint, 5::bigint)$$,
    'keep_counts: the latencies of the same events'
);
SELECT results_eq(
    'SELECT count(*) FROM sampled_event', 'SELECT count(*) FROM projection.sampled_event',
    'keep_counts: the sampled events'
);
-- The rebuild's day begins at 13:30 in the live time zone, where the copied cells end at midnight.
TRUNCATE quality_cell, sampled_event;
INSERT INTO settings SELECT live.* FROM projection.settings AS live;
DROP TABLE fresh_event;
SELECT pg_temp.leaves(
    $$projection.keep_counts('2026-03-01 13:30Z')$$,
    $$SELECT cell.day, cell.value, cell.events FROM quality_cell AS cell WHERE cell.dimension = 'app_version'$$,
    '{"(2026-03-01,0,4)"}', 'counts the events between from the log, if the rebuild has another time zone'
);
