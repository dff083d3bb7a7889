-- What reports publish, and what they find changed since. A report at noon of 4 March did not know of the open of 1
-- March that the log hears of on 5 March.
\ir given_engagement.sql

CREATE FUNCTION pg_temp.report(horizon timestamptz, "position" bigint, minimum_cell integer DEFAULT 0)
RETURNS analytics.published_report
LANGUAGE sql
AS $$
SELECT
    horizon, "position", 604800::bigint, 2419200::bigint, 43200::bigint, minimum_cell,
    date '2026-03-01', date '2026-03-02', 'UTC', NULL::text, NULL::bigint
$$;

SELECT pg_temp.gives(
    $$projection.is_comparable(pg_temp.report('2026-03-04Z', 1), pg_temp.report('2026-03-05Z', 2))$$, '{true}',
    'at whatever horizon'
);
SELECT pg_temp.gives(
    $$projection.is_comparable(pg_temp.report('2026-03-04Z', 1), pg_temp.report('2026-03-04Z', 1, 5))$$, '{false}',
    'not with another minimum cell'
);

SELECT pg_temp.gives($$projection.known_up_to('2026-03-05Z', 2)$$, '{"2026-03-05 00:00:00+00"}', 'the horizon');
SELECT pg_temp.gives(
    $$projection.known_up_to('2030-01-01Z', 1)$$, '{"2026-03-02 10:00:01+00"}',
    'of a time to come what was received last'
);

SELECT pg_temp.gives('projection.last_erasure()', '{0}', 'before the first');
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-03Z', 1), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept', ARRAY['("2026-03-03 00:00:00+00",1)'],
    'keeps a report'
);
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-05Z', 2), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY['("2026-03-03 00:00:00+00",1)', '("2026-03-05 00:00:00+00",2)'], 'keeps two states'
);
SELECT pg_temp.gives(
    $$projection.earlier_report('2026-03-06Z', 0, NULL)$$, ARRAY['("2026-03-05 00:00:00+00",2)'],
    'the latest of an earlier state', 'ROW(given.horizon, given."position")'
);
SELECT pg_temp.gives(
    $$projection.earlier_report('2026-03-05Z', 0, NULL)$$, ARRAY['("2026-03-03 00:00:00+00",1)'],
    'a report that is made again is compared with the one before it', 'ROW(given.horizon, given."position")'
);
SELECT pg_temp.gives($$projection.earlier_report('2026-03-06Z', 5, NULL)$$, '{}', 'none of another minimum cell');
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-04 12:00Z', 2), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY['("2026-03-03 00:00:00+00",1)', '("2026-03-05 00:00:00+00",2)'],
    'a report of an earlier state leaves everything as it is'
);
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-06Z', 2), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY['("2026-03-05 00:00:00+00",2)', '("2026-03-06 00:00:00+00",2)'], 'of a third state the first one goes'
);
SELECT pg_temp.gives(
    $$projection.earlier_report('2030-01-01Z', 0, NULL)$$, ARRAY['("2026-03-05 00:00:00+00",2)'],
    'a report of a time to come is of the same state', 'ROW(given.horizon, given."position")'
);
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2030-01-01Z', 2), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY[
        '("2026-03-05 00:00:00+00",2)', '("2026-03-06 00:00:00+00",2)', '("2030-01-01 00:00:00+00",2)'
    ],
    'it is kept beside the one of the same state, which reports of earlier horizons are compared with'
);
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-06Z', 3), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY[
        '("2026-03-06 00:00:00+00",2)', '("2030-01-01 00:00:00+00",2)', '("2026-03-06 00:00:00+00",3)'
    ],
    'what knows more is later at any horizon'
);
INSERT INTO log.erasure (
    erasure, erased_at, installations, permission_events, engagement_events, quarantined
) OVERRIDING SYSTEM VALUE
VALUES (7, '2026-03-07Z', 1, 0, 0, 0);
SELECT pg_temp.gives('projection.last_erasure()', '{7}', 'the newest');
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-08Z', 2), 6)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY[
        '("2026-03-06 00:00:00+00",2)', '("2030-01-01 00:00:00+00",2)', '("2026-03-06 00:00:00+00",3)'
    ],
    'one that an erasure overtook is not kept'
);
DELETE FROM log.erasure WHERE true;
DELETE FROM analytics.published_report WHERE true;

SELECT pg_temp.gives(
    $$projection.late_events('2026-03-04 12:00Z', '2026-03-06Z')$$, '{"(com.example.shop,1)"}',
    'what happened before a horizon and came after it'
);
SELECT pg_temp.gives(
    $$projection.late_events('2026-03-04 12:00Z', '2026-03-05 12:00:09Z')$$, '{}', 'up to what is known'
);

-- Published without it: two had opened a notification by then, and not three. Direct opens are settled 28 days after the send.
CREATE FUNCTION pg_temp.kept() RETURNS analytics.published_report
LANGUAGE sql
AS $$ SELECT kept FROM analytics.published_report AS kept $$;
SELECT projection.publish(pg_temp.report('2026-03-04 12:00Z', 1), 0);
SELECT pg_temp.leaves(
    format('projection.publish_rows(%s, ''activity_daily'', %L)', (pg_temp.kept()).report, '[
        {"app_id": "com.example.shop", "day": "2026-03-01", "active": "3", "openers": "2", "active_28d": "3",
            "openers_28d": "1", "reachable_28d": "2", "opener_rate": "0.5"},
        {"app_id": "com.example.shop", "day": "2026-03-02", "active": "2", "openers": "1", "active_28d": "4",
            "openers_28d": "2", "reachable_28d": "2"}
    ]'),
    'SELECT kept.day, kept.app_id, kept.active_28d, kept.openers_28d FROM analytics.published_activity_daily AS kept',
    '{"(2026-03-01,com.example.shop,3,1)","(2026-03-02,com.example.shop,4,2)"}', 'rows by the names of their columns'
);
SELECT pg_temp.gives(
    'projection.published_keys(3)', ARRAY['{"report": 3, "os_name": "", "os_version": ""}'], 'its report, and no system',
    'given'
);
SELECT pg_temp.leaves(
    $$projection.compared_counts(pg_temp.kept(), '2026-03-06Z')$$,
    $$SELECT number."table", number.day, number.measure, number.settled_until, number.published, number.current
    FROM projection.compared_counts(pg_temp.kept(), '2026-03-06Z') AS number
    WHERE number.day = '2026-03-01'
        AND number.measure IN ('openers_28d', 'direct_opens', 'influenced_opens')
        AND number.os_version IN ('', '17.4')$$,
    ARRAY[
        '(activity_daily,2026-03-01,openers_28d,2026-03-03,1,2)', '(opens_daily,2026-03-01,direct_opens,2026-02-03,,2)',
        '(opens_daily,2026-03-01,influenced_opens,2026-02-03,,0)'
    ],
    'as published, as they are now, and up to when they were settled'
);
SELECT pg_temp.leaves(
    'analytics.restatements()',
    $$SELECT restated.day, restated.measure, restated.before, restated.after, restated.late_events
    FROM analytics.restatements() AS restated
    WHERE restated."table" = 'activity_daily'$$,
    ARRAY['(2026-03-01,openers_28d,1,2,1)', '(2026-03-02,openers_28d,2,3,1)'],
    'what is another number now, and how many events came late'
);
