-- Returns the counters of unsent_cell by app and day: opens not of trigger local that name no notification, or one
-- without a send. Metrics: Data quality.
CREATE OR REPLACE FUNCTION projection.unsent_opens(from_day date, to_day date, as_of timestamptz)
RETURNS SETOF projection.unsent_opens
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT state.app, state.day, state.opens
    FROM projection.unsent_cell AS state
    WHERE projection.is_all_known('opens', as_of)
    UNION ALL
    SELECT past_cell.*
    FROM projection.past(NULL::projection.unsent_opens, as_of) AS past_cell
    WHERE NOT projection.is_all_known('opens', as_of)
) AS cell
WHERE cell.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
$$;
