-- The grant rate of a range of days against the range of equal length right before it, for each app: the difference, and
-- the parts of it that come from other shares of the OS versions and from other rates in them. Metrics: Uncertainty.
-- Both are compared at the same age: the one before as it stood so many days before the horizon as a range has. Who stays
-- silent is in the base from the end of the window on, so newer days would always seem better than settled ones. An answer
-- counts by when it was given, whenever it was received. Where both ranges are settled nothing of this changes a number.
-- mix and rates are fractions, as published. from_day, to_day: inclusive; known_by: the horizon; minimum_cell: an app
-- of fewer people prompted in a range has no numbers of it. For enable_sort see opt_in_funnels.
CREATE OR REPLACE FUNCTION projection.opt_in_change(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    app_id text,
    prompted bigint,
    granted bigint,
    settled bigint,
    prompted_before bigint,
    granted_before bigint,
    settled_before bigint,
    mix numeric,
    rates numeric
)
LANGUAGE sql STABLE SET enable_sort = off
AS $$
-- By days of the time zone, as the ranges are: so of the horizon's own day each has the same hours.
WITH earlier AS MATERIALIZED (
    SELECT ((known_by AT TIME ZONE settings.time_zone) - make_interval(days => to_day - from_day + 1))
        AT TIME ZONE settings.time_zone AS horizon
    FROM projection.settings
),

-- By range first: so a person's day is looked at once.
counted AS (
    SELECT
        opt_in.app,
        opt_in.os,
        opt_in.day < from_day AS is_before,
        count(*) AS prompted,
        count(*) FILTER (WHERE opt_in.is_granted) AS granted,
        count(*) FILTER (WHERE opt_in.is_settled) AS settled,
        count(*) FILTER (WHERE opt_in.prompt_at <= (SELECT earlier.horizon FROM earlier)) AS prompted_earlier,
        count(*) FILTER (
            WHERE opt_in.is_granted AND opt_in.settled_at <= (SELECT earlier.horizon FROM earlier)
        ) AS granted_earlier,
        count(*) FILTER (WHERE opt_in.settled_at <= (SELECT earlier.horizon FROM earlier)) AS settled_earlier
    FROM projection.opt_in(from_day - (to_day - from_day + 1), to_day, known_by) AS opt_in
    GROUP BY opt_in.app, opt_in.os, opt_in.day < from_day
),

-- A cell without anybody in a range has 0 of it.
cell AS (
    SELECT
        counted.app,
        coalesce(sum(counted.prompted) FILTER (WHERE NOT counted.is_before), 0)::bigint AS prompted,
        coalesce(sum(counted.granted) FILTER (WHERE NOT counted.is_before), 0)::bigint AS granted,
        coalesce(sum(counted.settled) FILTER (WHERE NOT counted.is_before), 0)::bigint AS settled,
        coalesce(sum(counted.prompted_earlier) FILTER (WHERE counted.is_before), 0)::bigint AS prompted_before,
        coalesce(sum(counted.granted_earlier) FILTER (WHERE counted.is_before), 0)::bigint AS granted_before,
        coalesce(sum(counted.settled_earlier) FILTER (WHERE counted.is_before), 0)::bigint AS settled_before
    FROM counted
    INNER JOIN log.os ON os.os = counted.os
    GROUP BY counted.app, os.os_name, os.major, os.minor
),

summed AS (
    SELECT
        cell.app,
        sum(cell.prompted)::bigint AS prompted,
        sum(cell.granted)::bigint AS granted,
        sum(cell.settled)::bigint AS settled,
        sum(cell.prompted_before)::bigint AS prompted_before,
        sum(cell.granted_before)::bigint AS granted_before,
        sum(cell.settled_before)::bigint AS settled_before,
        array_agg(cell.granted_before) AS granted_before_by_cell,
        array_agg(cell.settled_before) AS settled_before_by_cell,
        array_agg(cell.granted) AS granted_by_cell,
        array_agg(cell.settled) AS settled_by_cell
    FROM cell
    GROUP BY cell.app
)

SELECT
    app.app_id,
    now.*,
    before.*,
    part.mix,
    -- As published, too, the two add up to the difference; each rounded by itself they can miss it by the last decimal.
    part.difference - part.mix
FROM summed
INNER JOIN log.app ON app.app = summed.app
LEFT JOIN LATERAL (
    SELECT summed.prompted, summed.granted, summed.settled
    WHERE NOT projection.is_small(summed.prompted, minimum_cell)
) AS now ON true
LEFT JOIN LATERAL (
    SELECT summed.prompted_before, summed.granted_before, summed.settled_before
    WHERE NOT projection.is_small(summed.prompted_before, minimum_cell)
) AS before ON true
LEFT JOIN LATERAL (
    SELECT analytics.published(split.mix) AS mix, analytics.published(newcombe.difference) AS difference
    FROM analytics.kitagawa(
        summed.granted_before_by_cell, summed.settled_before_by_cell, summed.granted_by_cell, summed.settled_by_cell
    ) AS split
    CROSS JOIN analytics.newcombe_difference(
        summed.granted, summed.settled, summed.granted_before, summed.settled_before
    ) AS newcombe
) AS part ON now.prompted IS NOT NULL AND before.prompted_before IS NOT NULL
ORDER BY app.app_id COLLATE "C"
$$;
