-- The beginning of the day up to which a rebuild takes the state of engagement over from the live generation: 28 days and
-- the open window after the newest month that retention dropped. Null if nothing was dropped. Reads settings of the
-- caller's generation.
CREATE OR REPLACE FUNCTION projection.kept_until() RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
SELECT (
    (
        refusal.retained_from + interval '28 days' + make_interval(secs => settings.open_window_seconds)
    ) AT TIME ZONE settings.time_zone
)::date::timestamp AT TIME ZONE settings.time_zone
FROM log.refusal
CROSS JOIN settings
$$;
