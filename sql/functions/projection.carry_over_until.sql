-- Returns the time before which a rebuild copies engagement state from the live tables, because retention dropped
-- events it would need: the start of the day that is 28 days and the open window after the newest dropped month. Null
-- if nothing was dropped. Reads settings of the caller's generation (live or being rebuilt).
CREATE OR REPLACE FUNCTION projection.carry_over_until() RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
SELECT projection.start_of_day(
    (
        (intake_rules.retained_from + interval '28 days' + make_interval(secs => settings.open_window_seconds))
            AT TIME ZONE settings.time_zone
    )::date,
    settings.time_zone
)
FROM log.intake_rules
CROSS JOIN settings
$$;
