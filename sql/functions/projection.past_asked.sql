-- The people who were asked in a range of days, by system, app version, placement and variant, for projection.past: what the tables
-- that say nothing of single days count. Metrics: Opt-in funnel.
-- The planner expects few people in a range whose ends it does not know, and would sort all of them to group them.
CREATE OR REPLACE FUNCTION projection.past_asked(known_by timestamptz, from_day date, to_day date)
RETURNS SETOF projection.asked
LANGUAGE sql STABLE SET enable_sort = off
AS $$
SELECT
    opt_in.app,
    NULL::date,
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
