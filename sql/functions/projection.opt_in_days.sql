-- The opt-in funnel by app, day and OS version of the prompt; Metrics: Opt-in funnel. For the parameters see opt_in.
-- For enable_sort see opt_in_counts.
CREATE OR REPLACE FUNCTION projection.opt_in_days(from_day date, to_day date, known_by timestamptz)
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
LANGUAGE sql STABLE SET enable_sort = off
AS $$
SELECT
    counted.app,
    counted.day,
    os.os_name,
    os.major,
    os.minor,
    sum(counted.prompted)::bigint,
    sum(counted.granted)::bigint,
    sum(counted.denied)::bigint,
    sum(counted.undecided)::bigint,
    sum(counted.open_window)::bigint
-- By number first: names are looked up for each of what is counted, not for each person.
FROM (
    SELECT
        opt_in.app,
        opt_in.day,
        opt_in.os,
        count(*) AS prompted,
        count(*) FILTER (WHERE opt_in.is_granted) AS granted,
        count(*) FILTER (WHERE opt_in.is_denied) AS denied,
        count(*) FILTER (WHERE opt_in.is_undecided) AS undecided,
        count(*) FILTER (WHERE opt_in.is_open) AS open_window
    FROM projection.opt_in(from_day, to_day, known_by) AS opt_in
    GROUP BY opt_in.app, opt_in.day, opt_in.os
) AS counted
LEFT JOIN log.os ON os.os = counted.os
GROUP BY counted.app, counted.day, os.os_name, os.major, os.minor
$$;
COMMENT ON FUNCTION projection.opt_in_days(date, date, timestamptz) IS
    'The opt-in funnel by app, day and OS version.';
