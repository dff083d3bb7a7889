-- The only definition of which rows lose their numbers because few people are in them. Metrics: Privacy.

-- Returns whether a row has too few people (1 to minimum_cell − 1) to be published. base: the people of the row.
CREATE OR REPLACE FUNCTION metric.is_small(base bigint, minimum_cell integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT base BETWEEN 1 AND minimum_cell - 1 $$;

-- Returns the places, from 1, of a table's withheld rows: those with few people, and, because a single one could be
-- computed from the sum of its group, the smallest other row of each group with exactly one withheld row, until no
-- group has exactly one. bases: the people of each row, in the table's order. groups: for each row as many keys of
-- groups, one per kind of group, in the order in which the kinds are looked at; null: in none.
CREATE OR REPLACE FUNCTION metric.withheld_places(bases bigint[], groups text[], minimum_cell integer) RETURNS integer[]
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
AS $$
DECLARE
    withheld integer[] := ARRAY(
        SELECT cell.place
        FROM unnest(bases) WITH ORDINALITY AS cell (base, place)
        WHERE metric.is_small(cell.base, minimum_cell)
    );
    known_before integer := 0;
BEGIN
    WHILE cardinality(withheld) > known_before LOOP
        known_before := cardinality(withheld);
        FOR kind IN 1..array_length(groups, 2) LOOP
            withheld := withheld || ARRAY(
                WITH cell AS MATERIALIZED (
                    SELECT cell.base, cell.key, cell.place
                    FROM ROWS FROM (unnest(bases), unnest(groups[:][kind:kind]))
                        WITH ORDINALITY AS cell (base, key, place)
                    WHERE cell.key IS NOT NULL
                ),

                exposed_cell AS (
                    SELECT cell.key, min(cell.place) AS place
                    FROM unnest(withheld) AS withheld_place (place)
                    INNER JOIN cell ON cell.place = withheld_place.place
                    GROUP BY cell.key
                    HAVING count(*) = 1
                )

                SELECT DISTINCT ON (cell.key) cell.place
                FROM exposed_cell
                INNER JOIN cell ON cell.key = exposed_cell.key AND cell.place <> exposed_cell.place
                WHERE cell.base >= minimum_cell
                ORDER BY cell.key, cell.base, cell.place
            )::integer[];
        END LOOP;
    END LOOP;
    RETURN withheld;
END
$$;

-- Returns the groups of a row by OS version, OS major or app, for a page that has all of these. level: see
-- projection.shown_levels. scope: what the sums are of. The first kind of group is the only one of a report's CSV file,
-- which has only OS versions.
CREATE OR REPLACE FUNCTION metric.level_groups(level text, scope text, os_name text, os_major integer) RETURNS text[]
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT ARRAY[
    CASE level WHEN 'version' THEN ROW(scope, os_name)::text END,
    CASE WHEN level IN ('version', 'major') THEN ROW(scope, level)::text END,
    CASE level WHEN 'version' THEN ROW(scope, os_name, os_major)::text END,
    CASE level WHEN 'major' THEN ROW(scope, os_name)::text END
]
$$;

-- Returns for each row of a table whether it is withheld; null without rows.
CREATE OR REPLACE FUNCTION metric.are_withheld(counted_rows projection.counted_row[]) RETURNS boolean[]
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
WITH counted_row AS MATERIALIZED (
    SELECT counted_row.*
    FROM unnest(counted_rows) WITH ORDINALITY AS counted_row (people, groups, minimum_cell, place)
),

withheld_row AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(counted_row.people ORDER BY counted_row.place),
        array_agg(counted_row.groups ORDER BY counted_row.place),
        min(counted_row.minimum_cell)
    )) AS place
    FROM counted_row
)

SELECT array_agg(counted_row.place IN (SELECT withheld_row.place FROM withheld_row) ORDER BY counted_row.place)
FROM counted_row
$$;

-- The same as an aggregate. As a window function over a table, element row_number() says whether the row is withheld.
-- The window has a frame of all rows, and an order, which decides between rows of equally few people. Tables
-- pass no rows (FILTER) if there is no minimum: the array is then null, and so is each of its elements.
CREATE OR REPLACE AGGREGATE metric.withheld(counted_row projection.counted_row) (
    SFUNC = array_append,
    STYPE = projection.counted_row[],
    FINALFUNC = metric.are_withheld,
    INITCOND = '{}',
    PARALLEL = SAFE
);
