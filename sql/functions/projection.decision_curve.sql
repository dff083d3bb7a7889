-- Counts by app the people prompted, and how many of them decided in less than `seconds`. Metrics: Opt-in funnel.
-- seconds: 1, 2, 5, 10, 30, 60, 300, 3600, 86400 and the conversion window, without those longer than the window.
CREATE OR REPLACE FUNCTION projection.decision_curve(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (
    app_id text,
    seconds integer,
    prompted bigint,
    decided bigint,
    granted bigint
)
LANGUAGE sql STABLE
AS $$
WITH threshold AS MATERIALIZED (
    SELECT array_agg(bound.seconds ORDER BY bound.seconds) AS seconds
    FROM (
        SELECT DISTINCT least(moment.seconds, settings.conversion_window_seconds)::double precision AS seconds
        FROM projection.settings
        CROSS JOIN unnest(ARRAY[1, 2, 5, 10, 30, 60, 300, 3600, 86400, NULL]) AS moment (seconds)
    ) AS bound
),

-- passed: how many thresholds the time to decision reached; null without a decision.
counts AS (
    SELECT
        opt_in.app,
        width_bucket(opt_in.seconds_to_decision, (SELECT threshold.seconds FROM threshold)) AS passed,
        count(*) AS prompted,
        count(*) FILTER (WHERE opt_in.is_granted) AS granted
    FROM projection.opt_in(from_day, to_day, as_of) AS opt_in
    GROUP BY 1, 2
)

SELECT
    app.app_id,
    bound.seconds::integer,
    sum(counts.prompted)::bigint,
    coalesce(sum(counts.prompted) FILTER (WHERE counts.passed < bound.place), 0)::bigint,
    coalesce(sum(counts.granted) FILTER (WHERE counts.passed < bound.place), 0)::bigint
FROM counts
INNER JOIN log.app ON app.app = counts.app
CROSS JOIN threshold
CROSS JOIN LATERAL unnest(threshold.seconds) WITH ORDINALITY AS bound (seconds, place)
GROUP BY app.app_id, bound.seconds
$$;
