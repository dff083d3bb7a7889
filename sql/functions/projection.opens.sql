-- Returns counters of sends by app, day and value of a dimension of opens_cell (os, campaign, hour). Metrics: Opens.
-- opened_24h: of all sends, also of those whose 24 hours are not over; subtract projection.past_recent_sends.
CREATE OR REPLACE FUNCTION projection.opens(from_day date, to_day date, as_of timestamptz, dimension text)
RETURNS SETOF projection.send_counts
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT state.*
    FROM projection.opens_cell AS state
    WHERE projection.is_all_known('opens', as_of) AND state.dimension = opens.dimension
    UNION ALL
    SELECT past_cell.*
    FROM projection.past(NULL::projection.send_counts, as_of, dimension => dimension) AS past_cell
    WHERE NOT projection.is_all_known('opens', as_of)
) AS cell
WHERE cell.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
    AND (cell.sent > 0 OR cell.openers > 0 OR cell.active > 0)
$$;
