-- Compares each variant of an experiment with its control since the experiment began, with an interval that may be read
-- every day. Not of a range of days. Metrics: Experiments, Privacy. Base of a row, for minimum_cell: the smaller of
-- settled and settled_control.
CREATE OR REPLACE FUNCTION analytics.opt_in_experiments(
    as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {opt_in_experiments: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT {opt_in_experiments: comparison.#}
FROM projection.opt_in_experiments((SELECT metric.cutoff(as_of)), minimum_cell) AS comparison
$$;
