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
        FROM projection.opt_in(from_day, to_day, known_by) AS later
        UNION ALL
        SELECT true, earlier.*
        FROM projection.opt_in(
            from_day - (to_day - from_day + 1),
            from_day - 1,
            (SELECT known_by - make_interval(secs => (to_day - from_day + 1) * 86400.0))
        ) AS earlier
    ) AS person
    GROUP BY 1, 2, 3, 4, 5, 6, 7
)

SELECT
    app.app_id,
    value.dimension,
    coalesce(value.name, ''),
    coalesce(sum(counted.prompted) FILTER (WHERE NOT counted.is_before), 0)::bigint,
    coalesce(sum(counted.prompted) FILTER (WHERE counted.is_before), 0)::bigint,
    coalesce(sum(counted.granted) FILTER (WHERE NOT counted.is_before), 0)::bigint,
    coalesce(sum(counted.settled) FILTER (WHERE NOT counted.is_before), 0)::bigint,
    coalesce(sum(counted.granted) FILTER (WHERE counted.is_before), 0)::bigint,
    coalesce(sum(counted.settled) FILTER (WHERE counted.is_before), 0)::bigint,
    coalesce(sum(counted.opened_24h) FILTER (WHERE NOT counted.is_before), 0)::bigint,
    coalesce(sum(counted.eligible_24h) FILTER (WHERE NOT counted.is_before), 0)::bigint,
    coalesce(sum(counted.opened_24h) FILTER (WHERE counted.is_before), 0)::bigint,
    coalesce(sum(counted.eligible_24h) FILTER (WHERE counted.is_before), 0)::bigint
FROM counted
INNER JOIN log.app ON app.app = counted.app
INNER JOIN log.os ON os.os = counted.os
LEFT JOIN log.word AS app_version ON app_version.word = counted.app_version
LEFT JOIN log.word AS placement ON placement.word = counted.placement
LEFT JOIN log.word AS variant ON variant.word = counted.variant
LEFT JOIN log.word AS locale ON locale.word = counted.locale
CROSS JOIN LATERAL (VALUES
    ('all', ''),
    ('os', os.os_name || ' ' || os.major),
    ('os_version', os.os_name || ' ' || os.major || '.' || os.minor),
    ('app_version', app_version.text),
    ('placement', placement.text),
    ('variant', variant.text),
    ('locale', locale.text)
) AS value (dimension, name)
WHERE value.dimension = ANY (dimensions)
GROUP BY app.app_id, value.dimension, coalesce(value.name, '')
$$;
