-- The share of people prompted who decided within so many seconds, for each app. Metrics: Opt-in funnel.
-- seconds: 1, 2, 5, 10, 30, 60, 300, 3600, 86400 and the conversion window, those longer than it left out.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: an app of fewer people prompted has
-- its keys alone.
CREATE OR REPLACE FUNCTION projection.decision_curve(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    app_id text,
    seconds integer,
    prompted bigint,
    decided bigint,
    granted bigint,
    denied bigint,
    decided_rate numeric,
    decided_rate_low numeric,
    decided_rate_high numeric,
    granted_rate numeric,
    granted_rate_low numeric,
    granted_rate_high numeric,
    denied_rate numeric,
    denied_rate_low numeric,
    denied_rate_high numeric
)
LANGUAGE sql STABLE
AS $$
WITH threshold AS (
    SELECT given.seconds
    FROM projection.settings
    CROSS JOIN unnest(ARRAY[1, 2, 5, 10, 30, 60, 300, 3600, 86400]) AS given (seconds)
    WHERE given.seconds < settings.conversion_window_seconds
    UNION
    SELECT settings.conversion_window_seconds
    FROM projection.settings
),

thresholds AS (
    SELECT array_agg(threshold.seconds::double precision ORDER BY threshold.seconds) AS seconds
    FROM threshold
),

-- The first threshold that a decision is within, which is the first above its time; null without a decision.
bucketed AS (
    SELECT
        opt_in.app,
        opt_in.is_granted,
        thresholds.seconds[width_bucket(opt_in.seconds_to_decision, thresholds.seconds) + 1] AS seconds
    FROM projection.opt_in(from_day, to_day, known_by) AS opt_in
    CROSS JOIN thresholds
),

counted AS (
    SELECT
        bucketed.app,
        bucketed.seconds,
        count(*) AS installations,
        count(*) FILTER (WHERE bucketed.is_granted) AS granted
    FROM bucketed
    GROUP BY bucketed.app, bucketed.seconds
),

summed AS (
    SELECT
        app.app_id,
        threshold.seconds,
        asked.prompted,
        coalesce(sum(counted.installations), 0)::bigint AS decided,
        coalesce(sum(counted.granted), 0)::bigint AS granted
    FROM (
        SELECT counted.app, sum(counted.installations)::bigint AS prompted
        FROM counted
        GROUP BY counted.app
    ) AS asked
    INNER JOIN log.app ON app.app = asked.app
    CROSS JOIN threshold
    LEFT JOIN counted ON counted.app = asked.app AND counted.seconds <= threshold.seconds
    GROUP BY app.app_id, threshold.seconds, asked.prompted
)

SELECT
    summed.app_id,
    summed.seconds,
    shown.*
FROM summed
LEFT JOIN LATERAL (
    SELECT
        summed.prompted,
        summed.decided,
        summed.granted,
        summed.decided - summed.granted,
        decided.*,
        granted.*,
        denied.*
    FROM projection.published_rate(summed.decided, summed.prompted) AS decided
    CROSS JOIN projection.published_rate(summed.granted, summed.prompted) AS granted
    CROSS JOIN projection.published_rate(summed.decided - summed.granted, summed.prompted) AS denied
    WHERE NOT projection.is_small(summed.prompted, minimum_cell)
) AS shown ON true
ORDER BY summed.app_id COLLATE "C", summed.seconds
$$;
COMMENT ON FUNCTION projection.decision_curve(date, date, timestamptz, integer) IS
    'Share of people prompted who decided, allowed and denied within so many seconds, by app.';
