-- Returns the verdicts of a range of days against the equally long one right before it, at the same age: by app, metric
-- and part whether it fell or rose, since when, and which other verdict accounts for it. Metrics: Verdicts, Privacy.
-- to_day: at most the horizon's day.
CREATE OR REPLACE FUNCTION analytics.verdicts(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {verdicts: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT {verdicts: verdict.#}
FROM projection.verdicts_page(from_day, to_day, (SELECT metric.cutoff(as_of)), minimum_cell, NULL) AS verdict
$$;
