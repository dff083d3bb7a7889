-- Every count of the days and tables that reports keep, as a kept report published it and as it is now. Metrics: Restatement.
-- known_by: the horizon now. settled_until: the last day whose count was settled when the report was made: what it depends on
-- was over. published, current: null where there is no row, or where its numbers are withheld.
CREATE OR REPLACE FUNCTION projection.compared_counts(kept analytics.published_report, known_by timestamptz)
RETURNS TABLE (
    app_id text,
    "table" text,
    day date,
    os_name text,
    os_version text,
    measure text,
    settled_until date,
    published bigint,
    current bigint
)
LANGUAGE sql STABLE
AS $$
WITH parameter AS MATERIALIZED (
    SELECT
        (kept).report,
        (kept).from_day,
        (kept).to_day,
        (kept).minimum_cell,
        analytics.day((kept).horizon) - 1 AS over,
        analytics.day((kept).horizon - interval '24 hours') - 1 AS over_for_24h,
        analytics.day((kept).horizon - make_interval(secs => (kept).conversion_window_seconds)) - 1 AS answered,
        analytics.day((kept).horizon - make_interval(secs => (kept).open_window_seconds)) - 1 AS opened,
        analytics.day((kept).horizon - make_interval(
            secs => greatest((kept).open_window_seconds, (kept).influence_window_seconds + 30)
        )) - 1 AS influenced
),

opt_in AS (
    SELECT app_id, day, os_name, os_version, number.*
    FROM (
        SELECT published.*
        FROM parameter
        INNER JOIN analytics.published_opt_in_daily AS published ON published.report = parameter.report
    ) AS was
    FULL JOIN (
        SELECT counted.*
        FROM parameter
        CROSS JOIN LATERAL analytics.opt_in_daily(
            parameter.from_day, parameter.to_day, known_by, parameter.minimum_cell
        ) AS counted
    ) AS now USING (app_id, day, os_name, os_version)
    CROSS JOIN parameter
    CROSS JOIN LATERAL (VALUES
        ('prompted', parameter.answered, was.prompted, now.prompted),
        ('decided', parameter.answered, was.decided, now.decided),
        ('granted', parameter.answered, was.granted, now.granted),
        ('denied', parameter.answered, was.denied, now.denied),
        ('undecided', parameter.answered, was.undecided, now.undecided),
        ('open_window', parameter.answered, was.open_window, now.open_window)
    ) AS number (measure, settled_until, published, current)
),

reach AS (
    SELECT app_id, day, os_name, os_version, number.*
    FROM (
        SELECT published.*
        FROM parameter
        INNER JOIN analytics.published_reach_daily AS published ON published.report = parameter.report
    ) AS was
    FULL JOIN (
        SELECT counted.*
        FROM parameter
        CROSS JOIN LATERAL analytics.reach_daily(
            parameter.from_day, parameter.to_day, known_by, parameter.minimum_cell
        ) AS counted
    ) AS now USING (app_id, day, os_name, os_version)
    CROSS JOIN parameter
    CROSS JOIN LATERAL (VALUES
        ('authorized', parameter.over, was.authorized, now.authorized),
        ('provisional', parameter.over, was.provisional, now.provisional),
        ('ephemeral', parameter.over, was.ephemeral, now.ephemeral),
        ('denied', parameter.over, was.denied, now.denied),
        ('not_determined', parameter.over, was.not_determined, now.not_determined),
        ('unknown', parameter.over, was.unknown, now.unknown),
        ('reachable', parameter.over, was.reachable, now.reachable),
        ('gained', parameter.over, was.gained, now.gained),
        ('lost', parameter.over, was.lost, now.lost)
    ) AS number (measure, settled_until, published, current)
),

opens AS (
    SELECT app_id, day, os_name, os_version, number.*
    FROM (
        SELECT published.*
        FROM parameter
        INNER JOIN analytics.published_opens_daily AS published ON published.report = parameter.report
    ) AS was
    FULL JOIN (
        SELECT
            counted.app_id, counted.day, coalesce(counted.os_name, '') AS os_name,
            coalesce(counted.os_version, '') AS os_version, counted.sent, counted.received, counted.direct_opens,
            counted.influenced_opens, counted.openers, counted.active
        FROM parameter
        CROSS JOIN LATERAL analytics.opens_daily(
            parameter.from_day, parameter.to_day, known_by, parameter.minimum_cell
        ) AS counted
    ) AS now USING (app_id, day, os_name, os_version)
    CROSS JOIN parameter
    CROSS JOIN LATERAL (VALUES
        ('sent', parameter.over, was.sent, now.sent),
        ('received', parameter.opened, was.received, now.received),
        ('direct_opens', parameter.opened, was.direct_opens, now.direct_opens),
        ('influenced_opens', parameter.influenced, was.influenced_opens, now.influenced_opens),
        ('openers', parameter.over, was.openers, now.openers),
        ('active', parameter.over, was.active, now.active)
    ) AS number (measure, settled_until, published, current)
),

activity AS (
    SELECT app_id, day, '' AS os_name, '' AS os_version, number.*
    FROM (
        SELECT published.*
        FROM parameter
        INNER JOIN analytics.published_activity_daily AS published ON published.report = parameter.report
    ) AS was
    FULL JOIN (
        SELECT counted.*
        FROM parameter
        CROSS JOIN LATERAL analytics.activity_daily(
            parameter.from_day, parameter.to_day, known_by, parameter.minimum_cell
        ) AS counted
    ) AS now USING (app_id, day)
    CROSS JOIN parameter
    CROSS JOIN LATERAL (VALUES
        ('active', parameter.over, was.active, now.active),
        ('openers', parameter.over, was.openers, now.openers),
        ('active_28d', parameter.over, was.active_28d, now.active_28d),
        ('openers_28d', parameter.over, was.openers_28d, now.openers_28d),
        ('reachable_28d', parameter.over, was.reachable_28d, now.reachable_28d)
    ) AS number (measure, settled_until, published, current)
)

SELECT
    number.app_id, number."table", number.day, number.os_name, number.os_version, number.measure, number.settled_until,
    number.published, number.current
FROM (
    SELECT 'opt_in_daily' AS "table", opt_in.* FROM opt_in
    UNION ALL
    SELECT 'reach_daily', reach.* FROM reach
    UNION ALL
    SELECT 'opens_daily', opens.* FROM opens
    UNION ALL
    SELECT 'activity_daily', activity.* FROM activity
) AS number
WHERE (kept).app_id IS NULL OR number.app_id = (kept).app_id
$$;
COMMENT ON FUNCTION projection.compared_counts(analytics.published_report, timestamptz) IS
    'The counts of a kept report, as published and as they are now.';
