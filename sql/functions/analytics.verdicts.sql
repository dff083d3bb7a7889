-- Returns the verdicts of a range of days against the equally long one right before it, at the same age: by app, metric
-- and part whether it fell or rose, since when, and which other verdict accounts for it. Metrics: Verdicts, Privacy.
-- to_day: at most the horizon's day.
CREATE OR REPLACE FUNCTION analytics.verdicts(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {verdicts: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH horizon AS MATERIALIZED (
    SELECT cutoff.moment, metric.last_day(to_day, cutoff.moment) AS last_day
    FROM (SELECT metric.cutoff(as_of) OFFSET 0) AS cutoff (moment)
),

verdict AS MATERIALIZED (
    SELECT verdict.*, verdict AS verdict_row
    FROM horizon
    CROSS JOIN LATERAL projection.judged_verdicts(from_day, horizon.last_day, horizon.moment, minimum_cell) AS verdict
),

cause AS MATERIALIZED (
    SELECT cause.*
    FROM (
        SELECT array_agg(verdict.verdict_row ORDER BY verdict.place) AS verdicts
        FROM verdict
        WHERE verdict.kind IN ('fell', 'rose') AND verdict.gravity > 0 AND verdict.metric <> 'reach'
    ) AS clear
    CROSS JOIN horizon
    CROSS JOIN LATERAL projection.verdict_causes(clear.verdicts, from_day, horizon.last_day, horizon.moment) AS cause
)

SELECT
    verdict.app_id,
    verdict.metric,
    verdict.dimension,
    verdict.name,
    verdict.kind,
    numbers.*,
    verdict.from_day_before,
    verdict.from_day,
    verdict.told,
    coalesce(cause.since, silence.day),
    coalesce(cause.since_from, silence.day),
    coalesce(cause.since_to, silence.day),
    rtrim(cause_verdict.dimension || ' ' || cause_verdict.name)
FROM verdict
LEFT JOIN cause ON cause.place = verdict.place
LEFT JOIN verdict AS cause_verdict ON cause_verdict.place = cause.explained_by
CROSS JOIN LATERAL (SELECT CASE verdict.metric WHEN 'silent' THEN verdict.from_day END) AS silence (day)
LEFT JOIN LATERAL (
    SELECT
        CASE WHEN verdict.is_count THEN stats.published(verdict.part::numeric) ELSE rate.rate END,
        CASE WHEN verdict.is_count THEN stats.published(verdict.part_before::numeric) ELSE rate_before.rate END,
        verdict.base,
        verdict.base_before,
        stats.published(verdict.difference),
        stats.published(verdict.low),
        stats.published(verdict.high),
        stats.published(verdict.p),
        stats.published(verdict.p_adjusted),
        stats.published(verdict.detectable),
        stats.published(verdict.gravity),
        stats.published(verdict.mix),
        -- Not rounded separately, so that the published parts add up to the published difference.
        round(verdict.difference::numeric, 6) - round(verdict.mix::numeric, 6)
    FROM stats.published_rate(verdict.part, verdict.base) AS rate
    CROSS JOIN stats.published_rate(verdict.part_before, verdict.base_before) AS rate_before
    WHERE verdict.kind IS NOT NULL
) AS numbers ON true
ORDER BY verdict.place
$$;
