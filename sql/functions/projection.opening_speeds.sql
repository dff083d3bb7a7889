-- Returns how soon the sends of a range of days are opened, by app, day and campaign. Metrics: Opens (open_curve).
CREATE OR REPLACE FUNCTION projection.opening_speeds(from_day date, to_day date, as_of timestamptz)
RETURNS SETOF projection.opening_speed
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT state.*
    FROM projection.opening_speed_cell AS state
    WHERE projection.is_all_known('opens', as_of)
    UNION ALL
    SELECT past_cell.*
    FROM projection.past(NULL::projection.opening_speed, as_of) AS past_cell
    WHERE NOT projection.is_all_known('opens', as_of)
) AS cell
WHERE cell.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
$$;
