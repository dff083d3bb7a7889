-- Findings about the push service: days on which many apps lost people at once. On daily changes of reach made by hand.
BEGIN;
SELECT no_plan();
SET LOCAL TimeZone = 'UTC';

INSERT INTO log.app (app, app_id) OVERRIDING SYSTEM VALUE
SELECT n, 'app' || n FROM generate_series(1, 5) AS n;

-- Stores the history of an app from 1 January to 28 February: 1,000 people and 500 who said no, of whom `weekly` leave each Monday from the
-- fifth on, and `lost` on 20 February.
CREATE FUNCTION pg_temp.lives(of_app integer, weekly integer, lost integer) RETURNS void
LANGUAGE sql
AS $$
INSERT INTO projection.daily_reach_change (
    app, day, os_name, os_major, os_minor, authorized, gone, lost, gained, provisional, ephemeral, denied,
    not_determined, unknown, level_prominent, level_scheduled, level_quiet, level_badge, level_unknown
)
SELECT
    of_app, change.day, 'iOS', 17, 0, change.come - change.gone, change.gone, change.gone, change.come, 0, 0,
    CASE WHEN day = '2026-01-01' THEN 500 ELSE 0 END, 0, 0,
    0, 0, 0, 0, change.come - change.gone
FROM (
    SELECT
        day::date AS day,
        CASE WHEN day = '2026-01-01' THEN 1000 ELSE 0 END AS come,
        CASE
            WHEN day = '2026-02-20' THEN lost
            WHEN extract(isodow FROM day) = 1 AND day > '2026-01-01' THEN weekly
            ELSE 0
        END AS gone
    FROM generate_series(timestamp '2026-01-01', '2026-02-28', interval '1 day') AS day
) AS change
WHERE change.come + change.gone > 0
$$;

-- Tests which days are told on the night of 25 February.
CREATE FUNCTION pg_temp.told(rule text, days date[], minimum_cell integer DEFAULT 0) RETURNS text
LANGUAGE sql
AS $$
SELECT is(
    (
        SELECT coalesce(array_agg(finding.told ORDER BY finding.told), '{}')
        FROM projection.service_findings('2026-01-29', '2026-02-25', '2026-02-26Z', minimum_cell) AS finding
    ),
    days, 'service_findings: ' || rule
)
$$;

SELECT count(pg_temp.lives(app, 2, 40)) FROM generate_series(1, 3) AS app;
SELECT pg_temp.told('a day on which all apps lose people is one finding', '{2026-02-20}');
SELECT results_eq(
    $$SELECT part, base, part_before, base_before
    FROM projection.service_findings('2026-01-29', '2026-02-25', '2026-02-26Z', 0)$$,
    $$VALUES (120::bigint, 4458::bigint, 24::bigint, 124824::bigint)$$,
    'service_findings: the shares of all people of these apps'
);
SELECT results_eq(
    $$SELECT app_id, dimension, kind, is_alert, told, from_day, since, before, value
    FROM projection.verdicts_page('2026-01-29', '2026-02-25', '2026-02-26Z', 0, '2026-02-19')
    WHERE metric = 'push_service'$$,
    $$VALUES (
        NULL::text, 'all', 'rose', false, date '2026-02-20', date '2026-02-20', date '2026-02-20', 0.000192, 0.026918
    )$$,
    'verdicts: it is a notice of no app'
);
SELECT results_eq(
    $$SELECT range.from_day, count(verdict.metric)
    FROM (VALUES (date '2026-02-19'), ('2026-03-19')) AS range (from_day)
    LEFT JOIN LATERAL projection.verdicts_page(range.from_day, '2026-03-25', '2026-03-26Z', 0, '2026-03-24') AS verdict
        ON verdict.metric = 'push_service'
    GROUP BY range.from_day
    ORDER BY range.from_day$$,
    $$VALUES (date '2026-02-19', 1::bigint), ('2026-03-19', 0)$$,
    'verdicts: it stands for four weeks, and in longer ranges that hold the day'
);
SELECT pg_temp.told('fewer people than the minimum are not told', '{}', 200);
SELECT is_empty(
    $$SELECT FROM projection.service_findings('2026-01-29', '2026-02-19', '2026-02-20Z', 0)$$,
    'service_findings: not before the day'
);
SELECT is_empty(
    $$SELECT FROM projection.service_findings('2026-02-21', '2026-02-28', '2026-03-01Z', 0)$$,
    'service_findings: not before the range'
);

SELECT count(pg_temp.lives(app, 2, 0)) FROM generate_series(4, 5) AS app;
SELECT pg_temp.told('three of five apps are many', '{2026-02-20}');
DELETE FROM projection.daily_reach_change WHERE app = 3;
SELECT pg_temp.told('two of four apps are many', '{2026-02-20}');
DELETE FROM projection.daily_reach_change WHERE app = 2;
SELECT pg_temp.told('one app that loses people is no finding of the service', '{}');
DELETE FROM projection.daily_reach_change;

SELECT count(pg_temp.lives(app, 25, 40)) FROM generate_series(1, 3) AS app;
SELECT pg_temp.told('apps whose senders learn of it once a week lose no more than usual', '{}');
DELETE FROM projection.daily_reach_change;
SELECT count(pg_temp.lives(app, 2, 10)) FROM generate_series(1, 3) AS app;
SELECT pg_temp.told('five more than five times as many as usual are many', '{2026-02-20}');
DELETE FROM projection.daily_reach_change;
SELECT count(pg_temp.lives(app, 2, 6)) FROM generate_series(1, 3) AS app;
SELECT pg_temp.told('fewer are not', '{}');
DELETE FROM projection.daily_reach_change;

-- The reach of active people falls in four apps; one of them lost no one on the day.
SELECT count(pg_temp.lives(app, 2, CASE WHEN app < 4 THEN 100 ELSE 0 END)) FROM generate_series(1, 4) AS app;
INSERT INTO projection.activity_step (app, day, active_28d, openers_28d, reachable_28d, reachable)
SELECT app, day, active, 0, reachable, reachable
FROM generate_series(1, 4) AS app
CROSS JOIN (VALUES (date '2026-01-01', 1000, 600), ('2026-02-20', 0, -100)) AS step (day, active, reachable);
SELECT results_eq(
    $$SELECT app_id, kind, explained_by
    FROM projection.verdicts_page('2026-01-29', '2026-02-25', '2026-02-26Z', 0, '2026-02-19')
    WHERE metric = 'reach'
    ORDER BY app_id$$,
    $$VALUES
        ('app1', 'fell', 'push_service'), ('app2', 'fell', 'push_service'), ('app3', 'fell', 'push_service'),
        ('app4', 'fell', NULL)$$,
    'verdicts: it explains a fall of reach that would not be clear without those whom it dropped'
);

SELECT * FROM finish();
ROLLBACK;
