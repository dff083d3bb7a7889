-- Returns the verdicts of a range of days against the equally long one right before it, for analytics.verdicts, and what
-- only pages show of those that fell or rose. Metrics: Verdicts, Privacy.
-- is_alert: whether a night after the day told_after told a fall, or more rejects. days to highs: see
-- projection.verdict_causes; of what fell silent, people are its events.
CREATE OR REPLACE FUNCTION projection.verdicts_page(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer, told_after date
)
RETURNS TABLE (
    {verdicts: # #type},
    is_alert boolean,
    days date[],
    people bigint[],
    rates numeric[],
    lows numeric[],
    highs numeric[]
)
LANGUAGE sql STABLE
AS $$
WITH horizon AS MATERIALIZED (
    SELECT as_of AS moment, metric.last_day(to_day, as_of) AS last_day
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
        WHERE verdict.kind IN ('fell', 'rose')
            AND verdict.metric IN ('opt_in', 'opt_in_24h', 'asked', 'opens', 'provisional')
    ) AS clear
    CROSS JOIN horizon
    CROSS JOIN LATERAL projection.verdict_causes(clear.verdicts, from_day, horizon.last_day, horizon.moment) AS cause
),

-- What apps and their versions sent by day, if any fell silent.
sender_day AS MATERIALIZED (
    SELECT app.app_id, sender.dimension, sender.name, cell.day, sum(cell.events)::bigint AS events
    FROM (
        SELECT min(verdict.from_day) - 28 AS day FROM verdict WHERE verdict.metric = 'silent' HAVING count(*) > 0
    ) AS first
    CROSS JOIN LATERAL projection.quality(first.day, to_day, as_of, 'app_version') AS cell
    INNER JOIN log.app ON app.app = cell.app
    LEFT JOIN log.word ON word.word = cell.value
    CROSS JOIN LATERAL (VALUES ('all', ''), ('app_version', word.text)) AS sender (dimension, name)
    GROUP BY app.app_id, sender.dimension, sender.name, cell.day
),

-- The events by day of what fell silent, from 28 days before.
silence_course AS MATERIALIZED (
    SELECT
        verdict.place,
        array_agg(sender_day.day ORDER BY sender_day.day) AS days,
        array_agg(sender_day.events ORDER BY sender_day.day) AS events
    FROM verdict
    INNER JOIN sender_day
        ON sender_day.app_id = verdict.app_id
        AND sender_day.dimension = verdict.dimension
        AND sender_day.name = verdict.name
    WHERE verdict.metric = 'silent' AND sender_day.day >= verdict.from_day - 28
    GROUP BY verdict.place
),

-- Falls of reach that would not be clear without the people whom the app lost on days on which the push service changed.
of_service AS MATERIALIZED (
    SELECT verdict.place
    FROM verdict
    CROSS JOIN horizon
    INNER JOIN log.app ON app.app_id = verdict.app_id
    CROSS JOIN LATERAL (
        SELECT least(verdict.part + coalesce(sum(change.gone), 0), verdict.base) AS part
        FROM verdict AS service
        CROSS JOIN projection.daily_reach_changes(horizon.moment) AS change
        WHERE service.metric = 'push_service'
            AND service.from_day >= verdict.from_day
            AND change.day = service.from_day
            AND change.app = app.app
    ) AS rest
    CROSS JOIN LATERAL metric.compared(
        rest.part, verdict.base, verdict.part_before, verdict.base_before, false
    ) AS change
    WHERE verdict.metric = 'reach'
        AND verdict.kind = 'fell'
        AND metric.verdict_kind(
            true, false, rest.part, verdict.base, verdict.part_before, verdict.base_before, change.difference,
            metric.is_sure(change.p), 0
        ) <> 'fell'
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
    coalesce(cause.since_from, silence.day - (verdict.metric = 'silent')::integer),
    coalesce(cause.since_to, silence.day),
    coalesce(
        rtrim(cause_verdict.dimension || ' ' || cause_verdict.name),
        CASE WHEN of_service.place IS NOT NULL THEN 'push_service' END
    ),
    verdict.told > told_after AND (verdict.kind = 'fell' OR verdict.metric = 'rejects'),
    coalesce(cause.days, silence_course.days),
    coalesce(cause.people, silence_course.events),
    cause.rates,
    cause.lows,
    cause.highs
FROM verdict
LEFT JOIN cause ON cause.place = verdict.place
LEFT JOIN verdict AS cause_verdict ON cause_verdict.place = cause.explained_by
LEFT JOIN of_service ON of_service.place = verdict.place
LEFT JOIN silence_course ON silence_course.place = verdict.place
CROSS JOIN LATERAL (
    SELECT
        CASE WHEN verdict.metric IN ('silent', 'rejects', 'latency', 'push_service') THEN verdict.from_day END
) AS silence (day)
LEFT JOIN LATERAL (
    SELECT
        CASE WHEN verdict.is_count THEN stats.published(verdict.part::numeric) ELSE rate.rate END,
        rate.low,
        rate.high,
        CASE WHEN verdict.is_count THEN stats.published(verdict.part_before::numeric) ELSE rate_before.rate END,
        verdict.base,
        verdict.base_before,
        stats.published(verdict.difference),
        stats.published(verdict.low),
        stats.published(verdict.high),
        stats.published(verdict.p),
        stats.published(verdict.p_adjusted),
        stats.published(metric.told_four_in_five(verdict.detectable, rate.rate, verdict.is_count)),
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
