-- Opens by app and campaign over a range of days of the send; campaign is 0 where there is none. Metrics: Opens.
-- opened_24h: of all sends, also of those whose 24 hours are not over (projection.recent_sends).
-- from_day, to_day: inclusive; known_by: the horizon. Where the state has passed it, the log is read instead.
CREATE OR REPLACE FUNCTION projection.campaign_opens(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    campaign integer,
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    opened_24h bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    cell.app,
    cell.campaign,
    sum(cell.sent)::bigint,
    sum(cell.received)::bigint,
    sum(cell.direct_opens)::bigint,
    sum(cell.influenced_opens)::bigint,
    sum(cell.opened_24h)::bigint
FROM projection.campaign_cell AS cell
WHERE projection.is_all_known('opens', known_by)
    AND cell.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
GROUP BY cell.app, cell.campaign
HAVING sum(cell.sent) > 0
UNION ALL
SELECT
    past.app,
    coalesce(past.campaign, 0),
    count(*),
    count(*) FILTER (WHERE past.is_received),
    count(*) FILTER (WHERE past.is_opened),
    count(*) FILTER (WHERE past.is_influenced),
    count(*) FILTER (WHERE past.is_opened_24h)
FROM projection.past(NULL::projection.past_sends, known_by) AS past
WHERE NOT projection.is_all_known('opens', known_by)
    AND past.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
GROUP BY past.app, coalesce(past.campaign, 0)
$$;
COMMENT ON FUNCTION projection.campaign_opens(date, date, timestamptz) IS
    'Opens by app and campaign, for sends from from_day to to_day.';
