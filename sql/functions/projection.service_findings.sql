-- Returns findings about the push service: days from from_day to to_day on which many apps lost people at once
-- (push_service, a notice). One app alone that loses people is no finding of the service: with a single app it can't be
-- told whose doing it was. Metrics: Reach (gone). An app lost unusually many on a day if the number of gone rose by 5
-- more than 5 times what it rose on an average day of the 28 before, and by twice what it rose on any of them, because
-- senders that send once a week learn of it once a week. The service changed if that is so of two apps or more and of
-- half of those with 20 reachable people, and at least 20 people (or minimum_cell) were lost. part / base: the share of
-- these apps' people, reachable or not, that was lost on the day; part_before / base_before: on the 28 days before, each
-- with as many people. told: the day, because a report up to it has it.
CREATE OR REPLACE FUNCTION projection.service_findings(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (told date, part bigint, base bigint, part_before bigint, base_before bigint)
LANGUAGE sql STABLE
AS $$
WITH app_day AS (
    SELECT
        change.app,
        change.day,
        change.day - min(change.day) OVER so_far AS age,
        sum(change.gone) AS gone,
        coalesce(sum(greatest(sum(change.gone), 0)) OVER month_before, 0) AS gone_before,
        coalesce(max(sum(change.gone)) OVER month_before, 0) AS most,
        sum(sum(change.authorized + change.provisional + change.ephemeral)) OVER (
            PARTITION BY change.app ORDER BY change.day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS reachable,
        sum(sum(
            change.authorized + change.provisional + change.ephemeral + change.denied + change.not_determined
            + change.unknown
        )) OVER (
            PARTITION BY change.app ORDER BY change.day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS people
    FROM projection.daily_reach_changes(as_of) AS change
    WHERE change.day <= (SELECT metric.last_day(to_day, as_of))
    GROUP BY change.app, change.day
    WINDOW
        so_far AS (PARTITION BY change.app ORDER BY change.day),
        month_before AS (
            PARTITION BY change.app
            ORDER BY change.day RANGE BETWEEN interval '28 days' PRECEDING AND interval '1 day' PRECEDING
        )
),

unusual_day AS (
    SELECT
        app_day.day,
        count(*) AS apps,
        sum(app_day.gone) AS gone,
        sum(app_day.gone_before) AS gone_before,
        sum(app_day.people) AS people
    FROM app_day
    WHERE app_day.day >= from_day
        AND app_day.age >= 28
        AND app_day.gone >= 5 + 5 * app_day.gone_before / 28
        AND app_day.gone >= 2 * app_day.most
    GROUP BY app_day.day
)

SELECT
    unusual_day.day,
    unusual_day.gone::bigint,
    -- Those who came on the day can leave too.
    greatest(unusual_day.people, unusual_day.gone)::bigint,
    unusual_day.gone_before::bigint,
    greatest(28 * unusual_day.people, unusual_day.gone_before)::bigint
FROM unusual_day
CROSS JOIN LATERAL (
    -- The apps that had 20 reachable people at the end of the day before.
    SELECT count(*) AS apps
    FROM (
        SELECT DISTINCT ON (app_day.app) app_day.app, app_day.reachable
        FROM app_day
        WHERE app_day.day <= unusual_day.day
        ORDER BY app_day.app, app_day.day DESC
    ) AS app
    WHERE app.reachable >= 20
) AS all_apps
WHERE unusual_day.apps >= 2
    AND unusual_day.apps * 2 >= all_apps.apps
    AND unusual_day.gone >= greatest(20, minimum_cell)
$$;
