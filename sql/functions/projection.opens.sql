-- Sends and what became of them by app, day and a dimension: os, campaign or hour. Metrics: Opens.
-- dimension: names the column that is not null; os and campaign are 0 if there is none. openers, active: by os only.
-- opened_24h: of all sends, also of those whose 24 hours are not over (projection.recent_sends).
CREATE OR REPLACE FUNCTION projection.opens(from_day date, to_day date, known_by timestamptz, dimension text)
RETURNS SETOF projection.opens
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT
        state.app, state.day, state.os, state.sent, state.received, state.direct_opens, state.influenced_opens,
        state.openers, state.active, state.opened_24h, NULL::integer, NULL::smallint
    FROM projection.opens_cell AS state
    WHERE dimension = 'os' AND projection.is_all_known('opens', known_by)
    UNION ALL
    SELECT
        state.app, state.day, NULL, state.sent, state.received, state.direct_opens, state.influenced_opens,
        NULL, NULL, state.opened_24h, state.campaign, NULL
    FROM projection.campaign_cell AS state
    WHERE dimension = 'campaign' AND projection.is_all_known('opens', known_by)
    UNION ALL
    SELECT state.app, state.day, NULL, state.sent, NULL, state.direct_opens, NULL, NULL, NULL, NULL, NULL, state.hour
    FROM projection.hour_cell AS state
    WHERE dimension = 'hour' AND projection.is_all_known('opens', known_by)
    UNION ALL
    SELECT past.*
    FROM projection.past(NULL::projection.opens, known_by) AS past
    WHERE NOT projection.is_all_known('opens', known_by)
        AND CASE dimension WHEN 'os' THEN past.os WHEN 'campaign' THEN past.campaign ELSE past.hour END IS NOT NULL
) AS cell
WHERE cell.day BETWEEN from_day AND least(to_day, (SELECT stats.day(known_by)))
    AND (cell.sent > 0 OR cell.openers > 0 OR cell.active > 0)
$$;
