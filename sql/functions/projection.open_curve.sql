-- Counts by app and campaign the sends of a range of days that are at least a number of seconds old, and how many of them
-- were opened directly within these. Metrics: Opens (open_curve). campaign: 0 if none.
-- The days that ended that long ago are added up from cells; the sends of the day in which the moment lies are looked at
-- one by one, once for all moments of a day.
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

-- The days in which moments lie, each with its latest one; only those near the range, so that no others are read.
open_day AS MATERIALIZED (
    SELECT
        curve.last_whole_day,
        max(curve.moment) AS moment,
        -- If clocks were set back across midnight, the day began before the midnight that this gives.
        (curve.last_whole_day + 1)::timestamp AT TIME ZONE settings.time_zone - interval '6 hours' AS after_time
    FROM curve
    CROSS JOIN projection.settings
    WHERE curve.last_whole_day BETWEEN from_day - 2 AND (SELECT metric.last_day(to_day, as_of)) - 1
    GROUP BY curve.last_whole_day, settings.time_zone
),

sends_cell AS MATERIALIZED (
    SELECT campaign.app, campaign.day, campaign.campaign, campaign.seconds, sum(campaign.sent)::bigint AS sent
    FROM projection.campaigns(from_day, to_day, as_of) AS campaign
    GROUP BY 1, 2, 3, 4
)

SELECT cell.app, cell.campaign, cell.seconds, sum(cell.sent)::bigint, sum(cell.opened)::bigint
FROM (
    SELECT
        sends_cell.app, sends_cell.campaign, curve.seconds, sends_cell.sent,
        CASE WHEN sends_cell.seconds BETWEEN 1 AND curve.seconds THEN sends_cell.sent ELSE 0 END AS opened
    FROM sends_cell
    INNER JOIN curve ON curve.last_whole_day >= sends_cell.day
    UNION ALL
    SELECT
        send.app, coalesce(send.campaign, 0), curve.seconds, 1,
        coalesce((send.opened_within <= curve.seconds)::integer, 0)
    FROM open_day
    CROSS JOIN LATERAL projection.sends_between(open_day.after_time, open_day.moment, as_of) AS send
    INNER JOIN curve ON curve.last_whole_day = open_day.last_whole_day AND curve.moment >= send.send_at
    WHERE send.day > open_day.last_whole_day
        AND send.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
) AS cell
GROUP BY cell.app, cell.campaign, cell.seconds
$$;
