-- Returns the first moment of a day in a time zone. If clocks went back to midnight or to a later time of the day, midnight
-- came twice, AT TIME ZONE returns the second, and the day began at the first. If they went back across midnight, the
-- day before continues after the first: the day is taken to begin at the second. If midnight was left out, the day
-- begins where clocks were set forward. One expression, so that the planner inlines it.
CREATE OR REPLACE FUNCTION projection.start_of_day(day date, zone text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT day::timestamp AT TIME ZONE zone - (
    (day::timestamp AT TIME ZONE zone - interval '1 microsecond') AT TIME ZONE zone
        + interval '1 microsecond' - day::timestamp
)
$$;
