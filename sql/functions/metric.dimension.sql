-- The dimensions of tables with a column dimension. Metrics: Opt-in funnel, Privacy.

-- Returns the place of a dimension in these tables: all first, then in the order in which they are listed.
CREATE OR REPLACE FUNCTION metric.dimension_place(dimension text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT array_position(ARRAY['all', {dimensions: '#'}], dimension) $$;

-- Returns the groups of a row, for metric.withheld_places: the values of its dimension, and the rows that add up to a row of
-- another dimension, which is named among the wholes.
CREATE OR REPLACE FUNCTION metric.dimension_groups(app_id text, dimension text, name text) RETURNS text[]
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT ARRAY[
    ROW(app_id, dimension)::text,
    {wholes: CASE dimension WHEN '#of' THEN ROW(app_id, #text)::text END}
]
$$;
