-- What reports publish, and which published numbers have changed. A report at noon on 4 March didn't know of the open
-- of 1 March that arrives on 5 March.
\ir given_engagement.sql

CREATE FUNCTION pg_temp.report(horizon timestamptz, "position" bigint, minimum_cell integer DEFAULT 0)
RETURNS analytics.published_report
LANGUAGE sql
AS $$
SELECT
    horizon, "position", 604800::bigint, 2419200::bigint, 43200::bigint, minimum_cell,
    date '2026-03-01', date '2026-03-02', 'UTC', NULL::text, NULL::bigint, NULL::text[]
$$;

SELECT pg_temp.gives($$projection.known_up_to('2026-03-05Z', 2)$$, '{"2026-03-05 00:00:00+00"}', 'the horizon');
SELECT pg_temp.gives(
    $$projection.known_up_to('2030-01-01Z', 1)$$, '{"2026-03-02 10:00:01+00"}',
    'the latest receipt, for a horizon in the future'
);

SELECT pg_temp.gives('projection.last_erasure()', '{0}', '0 before the first erasure');
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-03Z', 1), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept', ARRAY['("2026-03-03 00:00:00+00",1)'],
    'stores a report'
);
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-05Z', 2), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY['("2026-03-03 00:00:00+00",1)', '("2026-03-05 00:00:00+00",2)'], 'keeps reports of two states'
);
SELECT pg_temp.gives(
    $$projection.comparable_reports(pg_temp.report('2026-03-04Z', 2))$$, '{"(1,earlier)","(2,later)"}',
    'finds reports at any horizon', 'ROW(given."position", given.state)'
);
SELECT pg_temp.gives(
    $$projection.comparable_reports(pg_temp.report('2026-03-05Z', 2))$$, '{"(1,earlier)","(2,same)"}',
    'a state is what was known and the position', 'ROW(given."position", given.state)'
);
SELECT pg_temp.gives(
    $$projection.comparable_reports(pg_temp.report('2026-03-04Z', 2, 5))$$, '{}', 'none with another minimum cell'
);
SELECT pg_temp.gives(
    $$projection.earlier_report('2026-03-06Z', 0, NULL)$$, ARRAY['("2026-03-05 00:00:00+00",2)'],
    'the latest of an earlier state', 'ROW(given.horizon, given."position")'
);
SELECT pg_temp.gives(
    $$projection.earlier_report('2026-03-05Z', 0, NULL)$$, ARRAY['("2026-03-03 00:00:00+00",1)'],
    'a report made again is compared with the one before it', 'ROW(given.horizon, given."position")'
);
SELECT pg_temp.gives($$projection.earlier_report('2026-03-06Z', 5, NULL)$$, '{}', 'none with another minimum cell');
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-04 12:00Z', 2), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY['("2026-03-03 00:00:00+00",1)', '("2026-03-05 00:00:00+00",2)'],
    'a report of an earlier state changes nothing'
);
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-06Z', 2), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY['("2026-03-05 00:00:00+00",2)', '("2026-03-06 00:00:00+00",2)'], 'a third state replaces the oldest'
);
SELECT pg_temp.gives(
    $$projection.earlier_report('2030-01-01Z', 0, NULL)$$, ARRAY['("2026-03-05 00:00:00+00",2)'],
    'a report with a future horizon has the same state', 'ROW(given.horizon, given."position")'
);
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2030-01-01Z', 2), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY[
        '("2026-03-05 00:00:00+00",2)', '("2026-03-06 00:00:00+00",2)', '("2030-01-01 00:00:00+00",2)'
    ],
    'it is kept in addition to the one of the same state, which reports with earlier horizons are compared with'
);
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-06Z', 3), 0)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY[
        '("2026-03-06 00:00:00+00",2)', '("2030-01-01 00:00:00+00",2)', '("2026-03-06 00:00:00+00",3)'
    ],
    'a report with a later position is later at any horizon'
);
INSERT INTO log.erasure (
    erasure, erased_at, installations, permission_events, engagement_events, quarantined
) OVERRIDING SYSTEM VALUE
VALUES (7, '2026-03-07Z', 1, 0, 0, 0);
SELECT pg_temp.gives('projection.last_erasure()', '{7}', 'the newest erasure');
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-08Z', 2), 6)$$,
    'SELECT kept.horizon, kept.position FROM analytics.published_report AS kept',
    ARRAY[
        '("2026-03-06 00:00:00+00",2)', '("2030-01-01 00:00:00+00",2)', '("2026-03-06 00:00:00+00",3)'
    ],
    'a report that began before an erasure is not stored'
);
DELETE FROM log.erasure WHERE true;
DELETE FROM analytics.published_report WHERE true;

SELECT pg_temp.gives(
    $$projection.late_events('2026-03-04 12:00Z', '2026-03-06Z')$$, '{"(com.example.shop,1)"}',
    'counts events that happened before a horizon and arrived after it'
);
SELECT pg_temp.gives(
    $$projection.late_events('2026-03-04 12:00Z', '2026-03-05 12:00:09Z')$$, '{}', 'ignores events received after as_of'
);

-- Published without that open: two people had opened a notification by then, not three. Direct opens are settled 28
-- days after the send.
CREATE FUNCTION pg_temp.kept() RETURNS analytics.published_report
LANGUAGE sql
AS $$ SELECT kept FROM analytics.published_report AS kept $$;
SELECT projection.publish(pg_temp.report('2026-03-04 12:00Z', 1), 0);
SELECT pg_temp.leaves(
    format('projection.publish_rows(%s, ''activity_daily'', %L, %L, ''{"",""}'', ''{"",""}'', %L)', (pg_temp.kept()).report,
        '{2026-03-01,2026-03-02}', '{com.example.shop,com.example.shop}', '[
            {"active": 3, "openers": 2, "active_28d": 3, "openers_28d": 1, "reachable_28d": 2},
            {"active": 2, "openers": 1, "active_28d": 4, "openers_28d": 2, "reachable_28d": 2}
        ]'),
    'SELECT kept."table", kept.day, kept.os_name, kept.counts FROM analytics.published_row AS kept',
    ARRAY[
        '(activity_daily,2026-03-01,"","{""active"": 3, ""openers"": 2, ""active_28d"": 3, ""openers_28d"": 1, ""reachable_28d"": 2}")',
        '(activity_daily,2026-03-02,"","{""active"": 2, ""openers"": 1, ""active_28d"": 4, ""openers_28d"": 2, ""reachable_28d"": 2}")'
    ],
    'stores the counts of rows'
);
SELECT pg_temp.leaves(
    'metric.settled_measures(pg_temp.kept())',
    $$SELECT settled."table", settled.settled_until, array_agg(settled.measure ORDER BY settled.measure)
    FROM metric.settled_measures(pg_temp.kept()) AS settled
    WHERE settled."table" IN ('opt_in_daily', 'opens_daily')
    GROUP BY settled."table", settled.settled_until$$,
    ARRAY[
        '(opens_daily,2026-02-03,"{direct_opens,influenced_opens,received}")',
        '(opens_daily,2026-03-02,"{opened_24h,sent_24h}")', '(opens_daily,2026-03-03,"{active,openers,sent}")',
        '(opt_in_daily,2026-02-24,"{decided,denied,granted,open_window,prompted,undecided}")'
    ],
    'the counts, and the last day on which they are settled'
);
SELECT pg_temp.gives(
    $$metric.settled_measures(ROW(
        '2026-03-10Z', 1, 604800, 86400, 172800, 0, '2026-03-01', '2026-03-02', 'UTC', NULL, NULL,
        '{opens_daily.direct_opens,opens_daily.influenced_opens}'
    )::analytics.published_report)$$,
    ARRAY['(opens_daily,direct_opens,2026-03-08)', '(opens_daily,influenced_opens,2026-03-06)'],
    'only what the report kept; influenced opens with the longer of the two windows'
);
SELECT pg_temp.leaves(
    $$projection.compared_rows(pg_temp.kept(), '2026-03-06Z')$$,
    $$SELECT
        compared."table", compared.day, compared.os_version, compared.published -> 'openers_28d',
        compared.current -> 'openers_28d', compared.current -> 'direct_opens'
    FROM projection.compared_rows(pg_temp.kept(), '2026-03-06Z') AS compared
    WHERE compared.day = '2026-03-01'
        AND compared."table" IN ('activity_daily', 'opens_daily')
        AND compared.os_version IN ('', '17.4')$$,
    ARRAY['(activity_daily,2026-03-01,"",1,2,)', '(opens_daily,2026-03-01,17.4,,,2)'], 'as published, and as they are now'
);
SELECT pg_temp.leaves(
    'analytics.restatements()',
    $$SELECT restated.day, restated.measure, restated.before, restated.after, restated.late_events
    FROM analytics.restatements() AS restated
    WHERE restated."table" = 'activity_daily'$$,
    ARRAY['(2026-03-01,openers_28d,1,2,1)', '(2026-03-02,openers_28d,2,3,1)'],
    'numbers that changed, with the number of late events'
);
SELECT pg_temp.leaves(
    'analytics.restatements()',
    $$SELECT DISTINCT restated."table", restated.before IS NULL FROM analytics.restatements() AS restated$$,
    ARRAY['(activity_daily,f)', '(opens_daily,t)', '(reach_daily,t)'], 'if a table had no rows, all are new'
);
UPDATE analytics.published_report
SET measures = '{activity_daily.active,activity_daily.openers_28d,reach_daily.gained}'
WHERE true;
SELECT pg_temp.leaves(
    'analytics.restatements()',
    $$SELECT DISTINCT restated."table", restated.measure FROM analytics.restatements() AS restated$$,
    ARRAY['(activity_daily,openers_28d)', '(reach_daily,gained)'], 'ignores measures that the report did not store'
);
SELECT pg_temp.leaves(
    $$projection.publish(pg_temp.report('2026-03-04 11:00Z', 1), 0)$$,
    'SELECT count(*) FROM analytics.published_row', '{(0)}', 'deletes the rows of a replaced report'
);
