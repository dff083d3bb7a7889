-- Returns every turn-off with the sends before it. Metrics: Turn-offs.
CREATE OR REPLACE FUNCTION projection.turn_offs(as_of timestamptz) RETURNS SETOF projection.turn_off_row
LANGUAGE sql STABLE
AS $$
SELECT state.*
FROM projection.turn_off AS state
WHERE projection.is_all_known('turn_offs', as_of)
UNION ALL
SELECT past_row.*
FROM projection.past(NULL::projection.turn_off_row, as_of) AS past_row
WHERE NOT projection.is_all_known('turn_offs', as_of)
$$;
