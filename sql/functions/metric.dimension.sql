-- The dimensions of tables with a column dimension. Metrics: Opt-in funnel, Privacy.

-- Returns the place of a dimension in these tables: all first, then in the order in which they are listed.
CREATE OR REPLACE FUNCTION metric.dimension_place(dimension text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT array_position(ARRAY['all', {dimensions: '#'}], dimension) $$;

-- Returns the groups of a row, for metric.withheld_places: the values of its dimension, and the rows that add up to another
-- row of the table.
CREATE OR REPLACE FUNCTION metric.dimension_groups(app_id text, dimension text, name text) RETURNS text[]
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT ARRAY[
    ROW(app_id, dimension)::text,
    CASE dimension WHEN 'os_version' THEN ROW(app_id, substring(name FROM '(.*)[.]'))::text END,
    CASE dimension WHEN 'os' THEN ROW(app_id, split_part(name, ' ', 1))::text END,
    CASE dimension WHEN 'locale' THEN ROW(app_id, metric.language(name))::text END,
    CASE dimension WHEN 'locale' THEN ROW(app_id, metric.region(name))::text END
]
$$;
