-- Returns events by app, day and value of a dimension of quality_cell (size_class, app_version). Metrics: Data quality.
CREATE OR REPLACE FUNCTION projection.quality(from_day date, to_day date, as_of timestamptz, dimension text)
RETURNS SETOF projection.quality
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT state.*
    FROM projection.quality_cell AS state
    WHERE projection.is_all_known('quality', as_of) AND state.dimension = quality.dimension
    UNION ALL
    SELECT past_cell.*
    FROM projection.past(NULL::projection.quality, as_of, dimension => dimension) AS past_cell
    WHERE NOT projection.is_all_known('quality', as_of)
) AS cell
WHERE cell.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
$$;
