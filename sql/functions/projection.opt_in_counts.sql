-- The opt-in funnel by app, OS, app version, placement and variant of the prompt, each by its number in the log.
-- Metrics: Opt-in funnel. For the parameters see opt_in.
-- The planner takes a range whose ends it does not know for a few people, and would sort all of them to group them.
CREATE OR REPLACE FUNCTION projection.opt_in_counts(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    os integer,
    app_version integer,
    placement integer,
    variant integer,
    prompted bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint
)
LANGUAGE sql STABLE SET enable_sort = off
AS $$
SELECT
    opt_in.app,
    opt_in.os,
    opt_in.app_version,
    opt_in.placement,
    opt_in.variant,
    count(*),
    count(*) FILTER (WHERE opt_in.is_granted),
    count(*) FILTER (WHERE opt_in.is_denied),
    count(*) FILTER (WHERE opt_in.is_undecided),
    count(*) FILTER (WHERE opt_in.is_open)
FROM projection.opt_in(from_day, to_day, known_by) AS opt_in
GROUP BY opt_in.app, opt_in.os, opt_in.app_version, opt_in.placement, opt_in.variant
$$;
COMMENT ON FUNCTION projection.opt_in_counts(date, date, timestamptz) IS
    'The opt-in funnel by numbers of app, OS, app version, placement and variant.';
