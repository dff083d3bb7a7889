-- Returns when clear changes began, and which of them account for others. Metrics: Verdicts.
-- verdicts: those that fell or rose, of metrics that are counted by day, each with its place; from_day, to_day, as_of:
-- of the ranges that they compare.
--
-- since: of all days that divide the daily counts since first_day in two binomials, so that the rate moved as the
-- verdict says, the first after the division with the greatest likelihood; since_from, since_to: those whose logarithm
-- is within 2.5 of it (Hinkley 1970), with the days without counts before the first of them, on which it may have begun
-- too. Null for counts.
--
-- explained_by: the place of the clearest other verdict of the same kind and metric (opt_in and opt_in_24h are one)
-- without whose people (or sends) this one would not be clear, by metric.verdict_kind with p adjusted by the same
-- factor; if a night told it, with p below 0.05, without which it would not last. Clearer is what a night told, then
-- what has more clearness, then what comes first. No part is looked for that is less clear than its whole app, which
-- then explains the others. What opens by OS and opens by campaign have in common is not known.
-- days: those with counts; people, rates, lows, highs: of the 7 days up to each, with the interval. For a verdict on a
-- count the people of each day, without rates.
CREATE OR REPLACE FUNCTION projection.verdict_causes(
    verdicts projection.verdict[], from_day date, to_day date, as_of timestamptz
)
RETURNS TABLE (
    place bigint,
    since date,
    since_from date,
    since_to date,
    explained_by bigint,
    days date[],
    people bigint[],
    rates numeric[],
    lows numeric[],
    highs numeric[]
)
LANGUAGE sql STABLE
AS $$
WITH verdict AS MATERIALIZED (
    SELECT
        verdict.*,
        row_number() OVER clearest AS rank,
        count(*) FILTER (WHERE verdict.dimension = 'all') OVER clearest = 0 OR verdict.dimension = 'all' AS is_leading
    FROM unnest(verdicts) AS verdict
    WINDOW clearest AS (
        PARTITION BY verdict.app_id, verdict.crowd, verdict.is_count, verdict.kind
        ORDER BY verdict.told IS NULL, verdict.clearness DESC, verdict.place
    )
),

day_count AS MATERIALIZED (
    SELECT day_count.* FROM projection.verdict_days(verdicts, from_day, to_day, as_of) AS day_count
),

-- What a verdict counts by day, alone and in common with each that may explain it.
shared_day AS MATERIALIZED (
    SELECT
        verdict.place,
        cause.place AS of_place,
        day_count.kind,
        day_count.day,
        day_count.day >= verdict.change_day AS is_after,
        sum(CASE WHEN verdict.is_count THEN day_count.people ELSE day_count.part END) AS part,
        sum(CASE WHEN NOT verdict.is_count THEN day_count.base END) AS base
    FROM day_count
    CROSS JOIN LATERAL unnest(day_count.places) AS own_place (place)
    INNER JOIN verdict
        ON verdict.place = own_place.place
        AND verdict.crowd = day_count.crowd
        AND verdict.first_day <= day_count.day
    CROSS JOIN LATERAL unnest(day_count.places) AS cause_place (place)
    INNER JOIN verdict AS cause
        ON cause.place = cause_place.place
        AND (
            cause.place = verdict.place
            OR cause.is_leading
            AND cause.app_id = verdict.app_id
            AND (cause.crowd, cause.is_count) = (verdict.crowd, verdict.is_count)
            AND cause.kind = verdict.kind
            AND cause.rank < verdict.rank
        )
    GROUP BY 1, 2, 3, 4, 5
),

-- The likelihood that a change began on a day.
likelihood AS (
    SELECT division.place, division.kind, division.day, division.day_before, likelihood.likelihood
    FROM (
        SELECT
            shared_day.place,
            shared_day.kind,
            shared_day.day,
            lag(shared_day.day) OVER (days ORDER BY shared_day.day) AS day_before,
            sum(shared_day.part) OVER days_before AS part_before,
            sum(shared_day.base) OVER days_before AS base_before,
            sum(shared_day.part) OVER days_after AS part,
            sum(shared_day.base) OVER days_after AS base
        FROM shared_day
        WHERE shared_day.of_place = shared_day.place AND shared_day.base > 0
        WINDOW
            days AS (PARTITION BY shared_day.place, shared_day.kind),
            days_before AS (days ORDER BY shared_day.day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
            days_after AS (days ORDER BY shared_day.day ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
    ) AS division
    INNER JOIN verdict ON verdict.place = division.place
    CROSS JOIN LATERAL stats.split_likelihood(
        division.part_before, division.base_before, division.part, division.base
    ) AS likelihood
    WHERE CASE verdict.kind
        WHEN 'fell' THEN division.part * division.base_before < division.part_before * division.base
        ELSE division.part * division.base_before > division.part_before * division.base
    END
),

onset AS (
    SELECT DISTINCT ON (likely_day.place)
        likely_day.place,
        likely_day.since,
        min(likely_day.day_before) + 1 AS since_from,
        max(likely_day.day) AS since_to
    FROM (
        SELECT
            likelihood.*,
            first_value(likelihood.day) OVER likeliest AS since,
            first_value(likelihood.likelihood) OVER likeliest AS greatest_likelihood
        FROM likelihood
        WINDOW likeliest AS (
            PARTITION BY likelihood.place, likelihood.kind ORDER BY likelihood.likelihood DESC, likelihood.day DESC
        )
    ) AS likely_day
    WHERE likely_day.likelihood >= likely_day.greatest_likelihood - 2.5
    GROUP BY likely_day.place, likely_day.kind, likely_day.since
    ORDER BY likely_day.place, likely_day.kind
),

shared_count AS MATERIALIZED (
    SELECT
        shared_day.place,
        shared_day.of_place,
        shared_day.kind,
        coalesce(sum(shared_day.part) FILTER (WHERE shared_day.is_after), 0) AS part,
        coalesce(sum(shared_day.base) FILTER (WHERE shared_day.is_after), 0) AS base,
        coalesce(sum(shared_day.part) FILTER (WHERE NOT shared_day.is_after), 0) AS part_before,
        coalesce(sum(shared_day.base) FILTER (WHERE NOT shared_day.is_after), 0) AS base_before
    FROM shared_day
    GROUP BY 1, 2, 3
),

explanation AS (
    SELECT DISTINCT ON (verdict.place) verdict.place, cause.place AS explained_by
    FROM shared_count AS own_count
    INNER JOIN shared_count
        ON shared_count.place = own_count.place
        AND shared_count.kind = own_count.kind
        AND shared_count.of_place <> own_count.place
    INNER JOIN verdict ON verdict.place = own_count.place
    INNER JOIN verdict AS cause ON cause.place = shared_count.of_place
    CROSS JOIN LATERAL (
        SELECT
            own_count.part - shared_count.part AS part,
            own_count.base - shared_count.base AS base,
            own_count.part_before - shared_count.part_before AS part_before,
            own_count.base_before - shared_count.base_before AS base_before
    ) AS rest
    CROSS JOIN LATERAL metric.compared(
        rest.part, rest.base, rest.part_before, rest.base_before, verdict.is_count
    ) AS change
    CROSS JOIN LATERAL (SELECT coalesce(verdict.p_adjusted / nullif(verdict.p, 0), 1)) AS adjustment (factor)
    WHERE own_count.of_place = own_count.place
        AND metric.verdict_kind(
            verdict.dimension = 'all' AND verdict.told IS NULL OR verdict.metric = 'opens', verdict.is_count,
            rest.part, rest.base, rest.part_before, rest.base_before, change.difference,
            change.p < 0.05 AND (verdict.told IS NOT NULL OR metric.is_sure(change.p * adjustment.factor)), 0
        ) <> verdict.kind
    ORDER BY verdict.place, cause.rank
),

-- A whole app whose sends are counted by OS and by campaign has two courses of the same counts.
course AS (
    SELECT DISTINCT ON (week.place)
        week.place,
        array_agg(week.day ORDER BY week.day) AS days,
        array_agg(week.base ORDER BY week.day) AS people,
        array_agg(rate.rate ORDER BY week.day) AS rates,
        array_agg(rate.low ORDER BY week.day) AS lows,
        array_agg(rate.high ORDER BY week.day) AS highs
    FROM (
        SELECT
            shared_day.place,
            shared_day.kind,
            shared_day.day,
            (sum(sum(shared_day.part)) OVER weeks)::bigint AS part,
            (sum(sum(shared_day.base)) OVER weeks)::bigint AS base
        FROM shared_day
        WHERE shared_day.of_place = shared_day.place AND shared_day.base > 0
        GROUP BY shared_day.place, shared_day.kind, shared_day.day
        WINDOW weeks AS (
            PARTITION BY shared_day.place, shared_day.kind ORDER BY shared_day.day
            RANGE BETWEEN interval '6 days' PRECEDING AND CURRENT ROW
        )
    ) AS week
    CROSS JOIN LATERAL stats.published_rate(week.part, week.base) AS rate
    GROUP BY week.place, week.kind
    ORDER BY week.place, week.kind
),

course_of_counts AS (
    SELECT
        shared_day.place,
        array_agg(shared_day.day ORDER BY shared_day.day) AS days,
        array_agg(shared_day.part::bigint ORDER BY shared_day.day) AS people
    FROM shared_day
    INNER JOIN verdict ON verdict.place = shared_day.place
    WHERE shared_day.of_place = shared_day.place AND verdict.is_count
    GROUP BY shared_day.place
)

SELECT
    verdict.place, onset.since, onset.since_from, onset.since_to, explanation.explained_by,
    coalesce(course.days, course_of_counts.days), coalesce(course.people, course_of_counts.people), course.rates,
    course.lows, course.highs
FROM verdict
LEFT JOIN course ON course.place = verdict.place
LEFT JOIN course_of_counts ON course_of_counts.place = verdict.place
LEFT JOIN onset ON onset.place = verdict.place
LEFT JOIN explanation ON explanation.place = verdict.place
$$;
