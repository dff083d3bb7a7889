-- Returns receipts and opens by app, day, trigger and state of the app (notification_state_cell), or past ones if state
-- holds events received after as_of (the horizon). The same keys can have several rows. Metrics: Opens.
CREATE OR REPLACE FUNCTION projection.notification_states(from_day date, to_day date, as_of timestamptz)
RETURNS SETOF projection.notification_states
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT state.*
    FROM projection.notification_state_cell AS state
    WHERE projection.is_all_known('states', as_of)
    UNION ALL
    SELECT past_state.*
    FROM projection.past(NULL::projection.notification_states, as_of) AS past_state
    WHERE NOT projection.is_all_known('states', as_of)
) AS cell
WHERE cell.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
$$;
