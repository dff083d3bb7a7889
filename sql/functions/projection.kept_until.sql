-- Up to which moment, the beginning of a day, a rebuild takes the state of engagement over from the live generation because
-- retention dropped events that it was computed from: 28 days and the open window behind the newest dropped month. Null if
-- nothing was dropped. Reads log.refusal, and settings of the caller's generation.
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
