-- Counts the people asked in a range of days by each value of each dimension of their prompt, and all of an app. Metrics:
-- Opt-in funnel, Changes. Called by projection.past.
CREATE OR REPLACE FUNCTION projection.past_asked_by(as_of timestamptz, from_day date, to_day date)
RETURNS SETOF projection.asked_by
LANGUAGE sql STABLE SET enable_sort = off
AS $$
-- Groups by numbers first, so that names are made per group and not per person. Values of the prompt are counted together,
-- because that is faster than one by one, but for those that would make a group of almost each person. alone: such a one.
WITH combination AS MATERIALIZED (
    SELECT
        person.app,
        (ARRAY[{lone_values: '#'}])[array_position(ARRAY[{lone_values: grouping(person.#)}], 0)] AS alone,
        {values+lone_values: person.#},
        {funnel+asked_24h counts: (#counted)::integer AS #}
    FROM (
        SELECT person.*
        FROM projection.opt_in(from_day, to_day, as_of, true) AS person
        -- OFFSET 0 separates the subquery from GROUPING SETS, which Citus can't run over distributed tables.
        OFFSET 0
    ) AS person
    GROUP BY person.app, GROUPING SETS (({values: person.#}), {lone_values: person.#})
),

cell AS (
    SELECT
        combination.app,
        value.kind,
        value.value,
        {funnel+asked_24h counts: sum(combination.#)::integer AS #}
    FROM combination
    CROSS JOIN LATERAL (
        VALUES {values: ('#', NULL, combination.#)}, {lone_values: ('#', '#', combination.#)}
    ) AS value (kind, alone, value)
    WHERE value.alone IS NOT DISTINCT FROM combination.alone
    GROUP BY 1, 2, 3
)

SELECT
    app.app_id,
    label.dimension,
    coalesce(label.name, ''),
    {funnel+asked_24h counts: sum(cell.#)}
FROM cell
INNER JOIN log.app ON app.app = cell.app
LEFT JOIN log.os ON os.os = cell.value
LEFT JOIN log.word ON word.word = cell.value
CROSS JOIN LATERAL (
    SELECT 'all' AS dimension, '' AS name WHERE cell.kind = 'os'
    {dimensions| UNION ALL SELECT '#', #text WHERE cell.kind = '#of'}
) AS label
GROUP BY 1, 2, 3
$$;
