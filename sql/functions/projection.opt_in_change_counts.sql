-- What two ranges of prompts count, by each value of each dimension. Metrics: Changes. The earlier range is as long as the
-- later one and right before it, and as it was known at the horizon moved back by so many days of 86,400 s.
-- from_day, to_day: the later range. dimensions: those that rows are wanted of.
-- The planner takes a range whose ends it does not know for a few people, and would sort all of them to group them.
CREATE OR REPLACE FUNCTION projection.opt_in_change_counts(
    from_day date, to_day date, known_by timestamptz, dimensions text[]
)
RETURNS TABLE (
    app_id text,
    dimension text,
    name text,
    prompted bigint,
    prompted_before bigint,
    granted bigint,
    settled bigint,
    granted_before bigint,
    settled_before bigint,
    opened_24h bigint,
    eligible_24h bigint,
    opened_24h_before bigint,
    eligible_24h_before bigint
)
LANGUAGE sql STABLE SET enable_sort = off
AS $$
-- By numbers first: words are looked up of groups.
WITH counted AS MATERIALIZED (
    SELECT
        person.is_before,
        person.app,
        person.os,
        CASE WHEN (SELECT 'app_version' = ANY (dimensions)) THEN person.app_version END AS app_version,
        CASE WHEN (SELECT 'placement' = ANY (dimensions)) THEN person.placement END AS placement,
        CASE WHEN (SELECT 'variant' = ANY (dimensions)) THEN person.variant END AS variant,
        CASE WHEN (SELECT 'locale' = ANY (dimensions)) THEN person.locale END AS locale,
        count(*) AS prompted,
        count(*) FILTER (WHERE person.is_granted) AS granted,
        count(*) FILTER (WHERE person.is_settled) AS settled,
        count(*) FILTER (WHERE person.is_opened_24h) AS opened_24h,
        count(*) FILTER (WHERE person.is_eligible_24h) AS eligible_24h
    FROM (
        SELECT false AS is_before, later.*
        FROM projection.opt_in(from_day, to_day, known_by, true) AS later
        UNION ALL
        SELECT true, earlier.*
        FROM projection.opt_in(
            from_day - (to_day - from_day + 1),
            from_day - 1,
            (SELECT known_by - make_interval(secs => (to_day - from_day + 1) * 86400.0)),
            true
        ) AS earlier
    ) AS person
    GROUP BY 1, 2, 3, 4, 5, 6, 7
),

valued AS (
    SELECT
        counted.is_before,
        counted.app,
        dimension,
        CASE dimension
            WHEN 'all' THEN NULL
            WHEN 'app_version' THEN counted.app_version
            WHEN 'placement' THEN counted.placement
            WHEN 'variant' THEN counted.variant
            WHEN 'locale' THEN counted.locale
            ELSE counted.os
        END AS value,
        sum(counted.prompted) AS prompted,
        sum(counted.granted) AS granted,
        sum(counted.settled) AS settled,
        sum(counted.opened_24h) AS opened_24h,
        sum(counted.eligible_24h) AS eligible_24h
    FROM counted
    CROSS JOIN unnest(dimensions) AS dimension
    GROUP BY 1, 2, 3, 4
)

SELECT
    app.app_id,
    valued.dimension,
    coalesce(
        word.text, os.os_name || ' ' || os.major || CASE valued.dimension WHEN 'os' THEN '' ELSE '.' || os.minor END, ''
    ),
    coalesce(sum(valued.prompted) FILTER (WHERE NOT valued.is_before), 0)::bigint,
    coalesce(sum(valued.prompted) FILTER (WHERE valued.is_before), 0)::bigint,
    coalesce(sum(valued.granted) FILTER (WHERE NOT valued.is_before), 0)::bigint,
    coalesce(sum(valued.settled) FILTER (WHERE NOT valued.is_before), 0)::bigint,
    coalesce(sum(valued.granted) FILTER (WHERE valued.is_before), 0)::bigint,
    coalesce(sum(valued.settled) FILTER (WHERE valued.is_before), 0)::bigint,
    coalesce(sum(valued.opened_24h) FILTER (WHERE NOT valued.is_before), 0)::bigint,
    coalesce(sum(valued.eligible_24h) FILTER (WHERE NOT valued.is_before), 0)::bigint,
    coalesce(sum(valued.opened_24h) FILTER (WHERE valued.is_before), 0)::bigint,
    coalesce(sum(valued.eligible_24h) FILTER (WHERE valued.is_before), 0)::bigint
FROM valued
INNER JOIN log.app ON app.app = valued.app
LEFT JOIN log.os ON valued.dimension IN ('os', 'os_version') AND os.os = valued.value
LEFT JOIN log.word ON valued.dimension NOT IN ('os', 'os_version') AND word.word = valued.value
GROUP BY 1, 2, 3
$$;
