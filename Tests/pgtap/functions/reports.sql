-- What reports publish, and what they find changed since. A report at noon of 4 March did not know of the open of 1
-- March that the log hears of on 5 March.
\ir given_engagement.sql

-- files: opt_in_daily, reach_daily, opens_daily and activity_daily.
CREATE FUNCTION pg_temp.report(
    horizon timestamptz, "position" bigint, minimum_cell integer DEFAULT 0, files text[] DEFAULT '{"","","",""}'
)
RETURNS analytics.published_report
LANGUAGE sql
AS $$
SELECT
    horizon, "position", 604800::bigint, 2419200::bigint, 43200::bigint, minimum_cell,
    date '2026-03-02', date '2026-03-02', 'UTC', NULL::text, files[1], files[2], files[3], files[4]
$$;

SELECT pg_temp.gives(
    $$projection.report_name(pg_temp.report('2026-03-04 12:00Z', 1))$$, '{2026-03-04 12:00:00+00 1 0 /}',
    'horizon, position, minimum cell and app'
);
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
    ARRAY['("2026-03-05 00:00:00+00",2)', '("2030-01-01 00:00:00+00",2)'], 'it takes the place of the one before'
);
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-06Z', 3), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY['("2030-01-01 00:00:00+00",2)', '("2026-03-06 00:00:00+00",3)'], 'what knows more is later at any horizon'
);
INSERT INTO log.erasure (
    erasure, erased_at, installations, permission_events, engagement_events, quarantined
) OVERRIDING SYSTEM VALUE
VALUES (7, '2026-03-07Z', 1, 0, 0, 0);
SELECT pg_temp.gives('projection.last_erasure()', '{7}', 'the newest');
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-08Z', 2), 6)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY['("2030-01-01 00:00:00+00",2)', '("2026-03-06 00:00:00+00",3)'], 'one that an erasure overtook is not kept'
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
SELECT pg_temp.gives(
    $$projection.counts_known_late('2026-03-02', '2026-03-02', '2026-03-04 12:00Z', 0, '2026-03-06Z')$$,
    ARRAY[
        '(reach_daily,com.example.shop,2026-03-02,iOS,17.4,"{1,0,0,0,0,0,1,0,0}")',
        '(reach_daily,com.example.shop,2026-03-02,iOS,17.5,"{1,0,0,0,0,0,1,0,0}")',
        '(opens_daily,com.example.shop,2026-03-02,iOS,17.4,"{0,0,0,0,1,1}")',
        '(opens_daily,com.example.shop,2026-03-02,iOS,17.5,"{0,0,0,0,0,1}")',
        '(activity_daily,com.example.shop,2026-03-02,"","","{2,1,4,3,2}")'
    ],
    'what daily tables count with the late open'
);

-- Published without it: two had opened a notification by then, and not three.
SELECT projection.publish(pg_temp.report('2026-03-04 12:00Z', 1, 0, ARRAY[
    '',
    E'header\ncom.example.shop,2026-03-02,iOS,17.4,1,0,0,0,0,0,1,1.000000,0,0\n'
        'com.example.shop,2026-03-02,iOS,17.5,1,0,0,0,0,0,1,1.000000,0,0\n',
    E'header\ncom.example.shop,2026-03-02,iOS,17.4,0,0,0,0,,,,,,1,1\n'
        'com.example.shop,2026-03-02,iOS,17.5,0,0,0,0,,,,,,0,1\n',
    E'header\ncom.example.shop,2026-03-02,2,1,0.500000,4,2,2,0.500000\n'
]), 0);
SELECT pg_temp.gives(
    'projection.kept_reports_now()',
    '{"(\"2026-03-04 12:00:00+00 1 0 /\",reach_daily,\"{1,0,0,0,0,0,1,0,0}\")",'
        '"(\"2026-03-04 12:00:00+00 1 0 /\",reach_daily,\"{1,0,0,0,0,0,1,0,0}\")",'
        '"(\"2026-03-04 12:00:00+00 1 0 /\",opens_daily,\"{0,0,0,0,1,1}\")",'
        '"(\"2026-03-04 12:00:00+00 1 0 /\",opens_daily,\"{0,0,0,0,0,1}\")",'
        '"(\"2026-03-04 12:00:00+00 1 0 /\",activity_daily,\"{2,1,4,3,2}\")"}',
    'of each report, at its horizon and for its days', 'ROW(given.report, given."table", given.counts)'
);
SELECT pg_temp.gives(
    'analytics.restatements()', '{"(com.example.shop,activity_daily,2026-03-02,\"\",\"\",openers_28d,2,3,1)"}',
    'the number that reads differently now, and how many events came late'
);
