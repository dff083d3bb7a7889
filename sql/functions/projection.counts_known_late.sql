-- The counts of the four tables that reports keep, at a horizon, from all that happened or was received up to it and was
-- received up to late_by: rows as of projection.published_counts. Metrics: Restatement.
-- from_day, to_day: inclusive; minimum_cell: see the tables.
CREATE OR REPLACE FUNCTION projection.counts_known_late(
    from_day date, to_day date, horizon timestamptz, minimum_cell integer, late_by timestamptz
)
RETURNS TABLE (
    "table" text,
    app_id text,
    day date,
    os_name text,
    os_version text,
    counts bigint[]
)
LANGUAGE sql STABLE
AS $$
SELECT
    'opt_in_daily', opt_in.app_id, opt_in.day, opt_in.os_name, opt_in.os_version,
    ARRAY[opt_in.prompted, opt_in.decided, opt_in.granted, opt_in.denied, opt_in.undecided, opt_in.open_window]
FROM analytics.opt_in_daily(from_day, to_day, horizon, minimum_cell, late_by) AS opt_in
UNION ALL
SELECT
    'reach_daily', reach.app_id, reach.day, reach.os_name, reach.os_version,
    ARRAY[
        reach.authorized, reach.provisional, reach.ephemeral, reach.denied, reach.not_determined, reach.unknown,
        reach.reachable, reach.gained, reach.lost
    ]
FROM analytics.reach_daily(from_day, to_day, horizon, minimum_cell, late_by) AS reach
UNION ALL
SELECT
    'opens_daily', opens.app_id, opens.day, coalesce(opens.os_name, ''), coalesce(opens.os_version, ''),
    ARRAY[opens.sent, opens.received, opens.direct_opens, opens.influenced_opens, opens.openers, opens.active]
FROM analytics.opens_daily(from_day, to_day, horizon, minimum_cell, late_by) AS opens
UNION ALL
SELECT
    'activity_daily', activity.app_id, activity.day, '', '',
    ARRAY[activity.active, activity.openers, activity.active_28d, activity.openers_28d, activity.reachable_28d]
FROM analytics.activity_daily(from_day, to_day, horizon, minimum_cell, late_by) AS activity
$$;
COMMENT ON FUNCTION projection.counts_known_late(date, date, timestamptz, integer, timestamptz) IS
    'What daily tables count at a horizon, late events included.';
