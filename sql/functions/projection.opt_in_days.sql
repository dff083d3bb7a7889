-- The opt-in funnel by app, day and OS version of the prompt; Metrics: Opt-in funnel. For the parameters see opt_in.
-- Its parameters are plain, so that opt_in becomes a part of it and what nobody asks for is not computed.
CREATE OR REPLACE FUNCTION projection.opt_in_days(
    from_day date, to_day date, known_by timestamptz, late_by timestamptz DEFAULT NULL
)
RETURNS TABLE (
    app integer,
    day date,
    os_name text,
    os_major smallint,
    os_minor smallint,
    prompted bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    opt_in.app,
    opt_in.day,
    opt_in.os_name,
    opt_in.os_major,
    opt_in.os_minor,
    count(*),
    count(*) FILTER (WHERE opt_in.is_granted),
    count(*) FILTER (WHERE opt_in.is_denied),
    count(*) FILTER (WHERE opt_in.is_undecided),
    count(*) FILTER (WHERE opt_in.is_open)
FROM projection.opt_in(from_day, to_day, known_by, late_by) AS opt_in
GROUP BY opt_in.app, opt_in.day, opt_in.os_major, opt_in.os_minor, opt_in.os_name
$$;
COMMENT ON FUNCTION projection.opt_in_days(date, date, timestamptz, timestamptz) IS
    'The opt-in funnel by app, day and OS version.';
