-- Returns the counters of open_without_send_cell by app and day: opens not of trigger local that name no notification,
-- or one without a send. Metrics: Data quality.
CREATE OR REPLACE FUNCTION projection.opens_without_send(from_day date, to_day date, as_of timestamptz)
RETURNS SETOF projection.open_without_send_counts
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT state.app, state.day, state.opens
    FROM projection.open_without_send_cell AS state
    WHERE projection.is_all_known('opens', as_of)
    UNION ALL
    SELECT past_cell.*
    FROM projection.past(NULL::projection.open_without_send_counts, as_of) AS past_cell
    WHERE NOT projection.is_all_known('opens', as_of)
) AS cell
WHERE cell.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
$$;
