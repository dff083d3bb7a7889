-- Counts the prompts of two ranges of days by each value of each dimension, for projection.past. Metrics: Changes.
-- from_day, to_day: the later range. The earlier one is as long and right before it, as known at the horizon minus that
-- many days of 86,400 s.
-- The planner expects few people if it does not know the range, and would sort them all to group them: sorting is off.
CREATE OR REPLACE FUNCTION projection.past_change_counts(as_of timestamptz, from_day date, to_day date)
RETURNS SETOF projection.change_counts
LANGUAGE sql STABLE SET enable_sort = off
AS $$
-- Groups by numbers first, so that words are looked up per group.
WITH counted AS (
    SELECT
        person.is_before,
        person.app,
        (ARRAY['os_version', {words+lone_words: '#'}])[
            array_position(ARRAY[grouping(person.os), {words+lone_words: grouping(person.#)}], 0)
        ] AS dimension,
        person.os,
        coalesce({words+lone_words: person.#}) AS word,
        count(*) AS prompted,
        count(*) FILTER (WHERE person.is_granted) AS granted,
        count(*) FILTER (WHERE person.is_settled) AS settled,
        count(*) FILTER (WHERE person.is_opened_24h) AS opened_24h,
        count(*) FILTER (WHERE person.is_eligible_24h) AS eligible_24h
    FROM (
        SELECT
            false AS is_before, later.app, later.os, {words+lone_words: later.#},
            later.is_granted, later.is_settled, later.is_opened_24h, later.is_eligible_24h
        FROM projection.opt_in(from_day, to_day, as_of, true) AS later
        UNION ALL
        SELECT
            true, earlier.app, earlier.os, {words+lone_words: earlier.#},
            earlier.is_granted, earlier.is_settled, earlier.is_opened_24h, earlier.is_eligible_24h
        FROM projection.opt_in(
            from_day - (to_day - from_day + 1),
            from_day - 1,
            as_of - (to_day - from_day + 1) * interval '86400 s',
            true
        ) AS earlier
        -- OFFSET 0 separates the subquery from GROUPING SETS, which Citus can't run over distributed tables.
        OFFSET 0
    ) AS person
    GROUP BY
        person.is_before, person.app,
        GROUPING SETS (person.os, {words+lone_words: person.#})
)

SELECT
    app.app_id,
    named.dimension,
    named.name,
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
LEFT JOIN log.os ON os.os = counted.os
LEFT JOIN log.word ON word.word = counted.word
CROSS JOIN LATERAL (SELECT os.os_name || ' ' || os.major || '.' || os.minor) AS system (version)
CROSS JOIN LATERAL (
    SELECT 'all' AS dimension, '' AS name WHERE counted.dimension = 'os_version'
    UNION ALL
    SELECT 'os', os.os_name || ' ' || os.major WHERE counted.dimension = 'os_version'
    UNION ALL
    SELECT counted.dimension, coalesce(system.version, word.text, '')
) AS named
GROUP BY 1, 2, 3
$$;
