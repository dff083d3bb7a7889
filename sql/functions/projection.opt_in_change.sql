-- The grant rate of a range of days against the range before it, for each app, as opt_in_change_counts counts both: the difference,
-- and the parts of it that come from other shares of the OS versions and from other rates in them. Metrics: Changes, Uncertainty.
-- mix and rates are fractions, as published. minimum_cell: an app of fewer people prompted in a range has no numbers of it.
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
LANGUAGE sql STABLE
AS $$
WITH summed AS (
    SELECT
        cell.app_id,
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
    FROM projection.opt_in_change_counts(from_day, to_day, known_by, '{os_version}') AS cell
    GROUP BY cell.app_id
)

SELECT
    summed.app_id,
    now.*,
    before.*,
    part.mix,
    -- As published, too, the two add up to the difference; each rounded by itself they can miss it by the last decimal.
    part.difference - part.mix
FROM summed
LEFT JOIN LATERAL (
    SELECT summed.prompted, summed.granted, summed.settled
    WHERE NOT metric.is_small(summed.prompted, minimum_cell)
) AS now ON true
LEFT JOIN LATERAL (
    SELECT summed.prompted_before, summed.granted_before, summed.settled_before
    WHERE NOT metric.is_small(summed.prompted_before, minimum_cell)
) AS before ON true
LEFT JOIN LATERAL (
    SELECT stats.published(split.mix) AS mix, stats.published(newcombe.difference) AS difference
    FROM stats.kitagawa(
        summed.granted_before_by_cell, summed.settled_before_by_cell, summed.granted_by_cell, summed.settled_by_cell
    ) AS split
    CROSS JOIN stats.newcombe_difference(
        summed.granted, summed.settled, summed.granted_before, summed.settled_before
    ) AS newcombe
) AS part ON now.prompted IS NOT NULL AND before.prompted_before IS NOT NULL
ORDER BY summed.app_id COLLATE "C"
$$;
