-- Sends and what became of them by app and campaign over a range of days of the send. Metrics: Opens, Privacy.
-- from_day, to_day: inclusive; as_of: the horizon, by default the latest; minimum_cell: rows of fewer installations sent
-- to keep their keys alone, and where that leaves one row of an app blank, so does the smallest of the others.
CREATE OR REPLACE FUNCTION analytics.opens_by_campaign(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    campaign text,
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    direct_open_rate numeric,
    direct_open_rate_low numeric,
    direct_open_rate_high numeric,
    influenced_open_rate numeric,
    total_open_rate numeric,
    sent_24h bigint,
    opened_24h bigint,
    open_rate_24h numeric,
    open_rate_24h_low numeric,
    open_rate_24h_high numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH cell AS (
    SELECT
        app.app_id,
        word.text AS campaign,
        opens.sent,
        opens.received,
        opens.direct_opens,
        opens.influenced_opens,
        opens.sent - coalesce(recent.sent, 0) AS sent_24h,
        opens.opened_24h - coalesce(recent.opened_24h, 0) AS opened_24h,
        sent_to.people,
        projection.is_small(sent_to.people, minimum_cell) AS is_small
    FROM projection.campaign_opens(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS opens
    INNER JOIN log.app ON app.app = opens.app
    LEFT JOIN log.word ON word.word = opens.campaign
    LEFT JOIN (
        SELECT
            send.app, send.campaign, sum(send.sent)::bigint AS sent, sum(send.opened_24h)::bigint AS opened_24h
        FROM projection.recent_sends(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS send
        GROUP BY send.app, send.campaign
    ) AS recent ON recent.app = opens.app AND recent.campaign = opens.campaign
    -- Nobody asks for it without a minimum, and it is not looked for then.
    LEFT JOIN (
        SELECT send.app, coalesce(send.campaign, 0) AS campaign, count(DISTINCT send.installation_id) AS people
        FROM projection.sends(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS send
        WHERE minimum_cell > 0
        GROUP BY send.app, coalesce(send.campaign, 0)
    ) AS sent_to ON sent_to.app = opens.app AND sent_to.campaign = opens.campaign
),

grouped AS (
    SELECT
        cell.*,
        projection.is_withheld(cell.is_small, cell.people) OVER (
            PARTITION BY cell.app_id
            ORDER BY cell.is_small DESC, cell.people, coalesce(cell.campaign, '') COLLATE "C"
        ) AS is_withheld
    FROM cell
)

SELECT
    grouped.app_id,
    grouped.campaign,
    shown.*
FROM grouped
LEFT JOIN LATERAL (
    SELECT
        grouped.sent,
        grouped.received,
        grouped.direct_opens,
        grouped.influenced_opens,
        analytics.published(grouped.direct_opens::numeric / nullif(grouped.sent, 0)),
        analytics.published(analytics.wilson_low(grouped.direct_opens, grouped.sent)),
        analytics.published(analytics.wilson_high(grouped.direct_opens, grouped.sent)),
        analytics.published(grouped.influenced_opens::numeric / nullif(grouped.sent, 0)),
        analytics.published((grouped.direct_opens + grouped.influenced_opens)::numeric / nullif(grouped.sent, 0)),
        grouped.sent_24h,
        grouped.opened_24h,
        rate_24h.*
    FROM projection.published_rate(grouped.opened_24h, grouped.sent_24h) AS rate_24h
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY grouped.app_id COLLATE "C", coalesce(grouped.campaign, '') COLLATE "C"
$$;
COMMENT ON FUNCTION analytics.opens_by_campaign(date, date, timestamptz, integer) IS
    'Sends and what became of them, by app and campaign.';
