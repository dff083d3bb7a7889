-- Adds up events by app and value of a dimension of quality_cell (size_class, app_version) over a range of days. The same
-- keys can have several rows. Metrics: Data quality.
CREATE OR REPLACE FUNCTION projection.quality_totals(from_day date, to_day date, as_of timestamptz, dimension text)
RETURNS TABLE (app integer, value integer, events bigint, over_24h bigint, clocks_corrected bigint)
LANGUAGE sql STABLE
AS $$
-- Adds double precision, which is exact below 2^53: sums of bigint are numeric, which is slow.
SELECT
    cell.app,
    cell.value,
    sum(cell.events::double precision)::bigint,
    sum(cell.over_24h::double precision)::bigint,
    sum(cell.clocks_corrected::double precision)::bigint
FROM projection.quality(from_day, to_day, as_of, dimension) AS cell
GROUP BY cell.app, cell.value
$$;
