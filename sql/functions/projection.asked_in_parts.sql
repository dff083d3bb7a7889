-- Counts the people asked in a range of days by day, and by which of some parts of an app they belong to: people;
-- settled, those whose first 24 hours are over; granted, of these, those that allowed within them. Metrics: Verdicts.
-- Leaves out people of no part.
-- app_ids, dimensions, names, numbers: the parts; a null app is any. places: the numbers of the parts of a row. A day
-- and set of parts can have several rows.
CREATE OR REPLACE FUNCTION projection.asked_in_parts(
    from_day date, to_day date, as_of timestamptz, app_ids text[], dimensions text[], names text[], numbers bigint[]
)
RETURNS TABLE (day date, places bigint[], people bigint, granted bigint, settled bigint)
LANGUAGE sql STABLE SET enable_sort = off
AS $$
-- Values by which no part is told apart are null. Numbers of the log's dictionaries are above 0, hours from 0 on; -1: the
-- prompt named none.
WITH used AS MATERIALIZED (
    SELECT array_agg(value.kind) AS kinds
    FROM (VALUES ('all', 'os'), {dimensions: ('#', '#of')}) AS value (dimension, kind)
    WHERE value.dimension = ANY (dimensions)
),

cell AS MATERIALIZED (
    SELECT
        person.app,
        person.day,
        {values+lone_values: person.#},
        count(*) AS people,
        count(*) FILTER (WHERE person.is_granted_24h) AS granted,
        count(*) FILTER (WHERE person.is_settled_24h) AS settled
    FROM (
        SELECT
            opt_in.app, opt_in.day,
            {values+lone_values:
                CASE WHEN (SELECT '#' = ANY (used.kinds) FROM used) THEN coalesce(opt_in.#, -1) END AS #},
            opt_in.is_granted_24h, opt_in.is_settled_24h
        FROM projection.opt_in(from_day, to_day, as_of, true) AS opt_in
        OFFSET 0
    ) AS person
    GROUP BY person.app, person.day, {values+lone_values: person.#}
),

-- The parts to which a value of a prompt belongs.
part_list AS MATERIALIZED (
    SELECT cell.app, cell.kind, cell.value, array_agg(part.number ORDER BY part.number) AS places
    FROM (
        SELECT DISTINCT cell.app, value.kind, value.value
        FROM cell
        CROSS JOIN LATERAL (VALUES {values+lone_values: ('#', cell.#)}) AS value (kind, value)
        WHERE value.value IS NOT NULL
    ) AS cell
    INNER JOIN log.app ON app.app = cell.app
    LEFT JOIN log.os ON os.os = cell.value
    LEFT JOIN log.word ON word.word = cell.value
    CROSS JOIN LATERAL (
        SELECT 'all' AS dimension, '' AS name WHERE cell.kind = 'os'
        {dimensions| UNION ALL SELECT '#', #text WHERE cell.kind = '#of'}
    ) AS label
    INNER JOIN unnest(app_ids, dimensions, names, numbers) AS part (app_id, dimension, name, number)
        ON part.dimension = label.dimension
        AND part.name = coalesce(label.name, '')
        AND coalesce(part.app_id = app.app_id, true)
    GROUP BY 1, 2, 3
)

SELECT cell.day, list.places, sum(cell.people)::bigint, sum(cell.granted)::bigint, sum(cell.settled)::bigint
FROM cell
{values+lone_values| LEFT JOIN part_list AS of_# ON of_#.kind = '#' AND of_#.app = cell.app AND of_#.value = cell.#}
CROSS JOIN LATERAL (SELECT '{}'::bigint[] {values+lone_values| || of_#.places} AS places) AS list
WHERE list.places <> '{}'
GROUP BY 1, 2
$$;
