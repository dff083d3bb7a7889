-- Counts by app and campaign the sends of a range of days that are at least a number of seconds old, and how many of them
-- were opened directly within these. Metrics: Opens (open_curve). campaign: 0 if none.
-- The days that ended that long ago are added up from cells; the sends of the day in which the moment lies are looked at one
-- by one.
CREATE OR REPLACE FUNCTION projection.open_curve(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (app integer, campaign integer, seconds bigint, sent bigint, opened bigint)
LANGUAGE sql STABLE
AS $$
WITH curve AS MATERIALIZED (
    SELECT
        second AS seconds,
        as_of - make_interval(secs => second) AS moment,
        projection.last_settled_day(as_of, second, settings.time_zone) AS last_whole_day
    FROM projection.settings
    CROSS JOIN LATERAL unnest(metric.curve_seconds(settings.open_window_seconds)) AS second
),

sent_cell AS MATERIALIZED (
    SELECT counter.app, counter.day, counter.value AS campaign, counter.sent
    FROM projection.opens(from_day, to_day, as_of, 'campaign') AS counter
),

speed_cell AS MATERIALIZED (
    SELECT speed.app, speed.day, speed.campaign, speed.seconds, speed.opens
    FROM projection.opening_speeds(from_day, to_day, as_of) AS speed
)

SELECT cell.app, cell.campaign, cell.seconds, sum(cell.sent)::bigint, sum(cell.opened)::bigint
FROM (
    SELECT sent_cell.app, sent_cell.campaign, curve.seconds, sent_cell.sent, 0 AS opened
    FROM sent_cell
    INNER JOIN curve ON curve.last_whole_day >= sent_cell.day
    UNION ALL
    SELECT speed_cell.app, speed_cell.campaign, curve.seconds, 0, speed_cell.opens
    FROM speed_cell
    INNER JOIN curve ON curve.last_whole_day >= speed_cell.day AND curve.seconds >= speed_cell.seconds
    UNION ALL
    SELECT send.app, coalesce(send.campaign, 0), curve.seconds, 1, (send.opened_within <= curve.seconds)::integer
    FROM curve
    -- A day and the hours by which clocks are set back.
    CROSS JOIN LATERAL projection.sends_between(curve.moment - interval '50 hours', curve.moment, as_of) AS send
    WHERE send.day > curve.last_whole_day
        AND send.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
) AS cell
GROUP BY cell.app, cell.campaign, cell.seconds
$$;
