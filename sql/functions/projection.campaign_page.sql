-- Returns the sends of an app's largest campaigns by day and by OS version, and how many were opened within 24 hours.
-- Metrics: Opens, Privacy. level: day, major or version. Campaigns with at least 300 sends in the range, at most 24 of
-- an app: pages choose twelve of a report's own range, and show shorter ranges too. is_open: whether the day's first 24
-- hours are not over. Base of a row, for minimum_cell: the installations sent to.
CREATE OR REPLACE FUNCTION projection.campaign_page(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    campaign text,
    day date,
    os_name text,
    os_version text,
    is_open boolean,
    {sent+opens_24h: # #type}
)
LANGUAGE sql STABLE
AS $$
-- after_time: before the day that is settled in part. If clocks were set back across midnight, it began before its
-- midnight. Computed once, not for each send.
WITH settled AS MATERIALIZED (
    SELECT
        last_whole.day,
        projection.start_of_day(last_whole.day + 1, settings.time_zone) - interval '6 hours' AS after_time
    FROM projection.settings
    CROSS JOIN LATERAL projection.last_settled_day(as_of, 86400, settings.time_zone) AS last_whole (day)
),

sends_cell AS MATERIALIZED (
    SELECT cell.* FROM projection.campaigns(from_day, to_day, as_of) AS cell WHERE cell.campaign > 0
),

largest AS MATERIALIZED (
    SELECT campaign.app, campaign.campaign, word.text
    FROM (
        SELECT
            cell.app,
            cell.campaign,
            row_number() OVER (PARTITION BY cell.app ORDER BY sum(cell.sent) DESC, cell.campaign) AS place
        FROM sends_cell AS cell
        GROUP BY cell.app, cell.campaign
        HAVING sum(cell.sent) >= 300
    ) AS campaign
    INNER JOIN log.word ON word.word = campaign.campaign
    WHERE campaign.place <= 24
),

-- Added up before each row becomes one of three levels.
campaign_count AS MATERIALIZED (
    SELECT
        cell.app, largest.text AS campaign, cell.day, cell.os, cell.installation_id, sum(cell.sent) AS sent,
        sum(cell.sent_24h) AS sent_24h, sum(cell.opened_24h) AS opened_24h
    FROM (
        SELECT
            cell.app, cell.campaign, cell.day, cell.os, cell.sent,
            CASE WHEN cell.day <= settled.day THEN cell.sent ELSE 0 END AS sent_24h,
            CASE WHEN cell.day <= settled.day AND cell.seconds BETWEEN 1 AND 86400 THEN cell.sent ELSE 0 END
                AS opened_24h,
            NULL::uuid AS installation_id
        FROM sends_cell AS cell
        CROSS JOIN settled
        UNION ALL
        -- The sends of the day that is settled in part: those that are 24 hours old.
        SELECT
            send.app, send.campaign, send.day, coalesce(send.os, 0), 0, count(*),
            count(*) FILTER (WHERE send.opened_within <= 86400), NULL
        FROM settled
        CROSS JOIN LATERAL projection.sends_between(settled.after_time, as_of - interval '24 hours', as_of) AS send
        WHERE send.day > settled.day AND send.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
        GROUP BY send.app, send.campaign, send.day, coalesce(send.os, 0)
        UNION ALL
        SELECT send.app, send.campaign, send.day, coalesce(send.os, 0), 0, 0, 0, send.installation_id
        FROM projection.sends(from_day, to_day, as_of) AS send
        -- Installations are counted only for a minimum.
        WHERE minimum_cell > 0
    ) AS cell
    INNER JOIN largest ON largest.app = cell.app AND largest.campaign = cell.campaign
    GROUP BY cell.app, largest.text, cell.day, cell.os, cell.installation_id
),

cell AS (
    SELECT
        key.level,
        campaign_count.app,
        campaign_count.campaign,
        key.day,
        key.os_name,
        key.major,
        key.minor,
        sum(campaign_count.sent)::bigint AS sent,
        sum(campaign_count.sent_24h)::bigint AS sent_24h,
        sum(campaign_count.opened_24h)::bigint AS opened_24h,
        count(DISTINCT campaign_count.installation_id) AS people
    FROM campaign_count
    LEFT JOIN log.os ON os.os = campaign_count.os
    CROSS JOIN LATERAL (
        VALUES
            ('day', campaign_count.day, NULL, NULL::smallint, NULL::smallint),
            ('major', NULL, os.os_name, os.major, NULL),
            ('version', NULL, os.os_name, os.major, os.minor)
    ) AS key (level, day, os_name, major, minor)
    GROUP BY 1, 2, 3, 4, 5, 6, 7
    HAVING sum(campaign_count.sent) > 0
),

table_row AS (
    SELECT
        cell.*,
        (metric.withheld((
            cell.people,
            CASE cell.level
                WHEN 'day' THEN ARRAY[ROW(cell.app, cell.campaign)::text, NULL, NULL, NULL]
                ELSE metric.level_groups(
                    cell.level, ROW(cell.app, cell.campaign)::text, coalesce(cell.os_name, ''), cell.major
                )
            END,
            minimum_cell
        )) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    WINDOW places AS (
        ORDER BY
            cell.app, cell.campaign COLLATE "C", cell.level, cell.day, cell.os_name COLLATE "C", cell.major, cell.minor
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    table_row.level,
    app.app_id,
    table_row.campaign,
    table_row.day,
    table_row.os_name,
    table_row.major || coalesce('.' || table_row.minor, ''),
    table_row.day > (SELECT settled.day FROM settled),
    visible_row.*
FROM table_row
INNER JOIN log.app ON app.app = table_row.app
LEFT JOIN LATERAL (
    SELECT table_row.sent, table_row.sent_24h, table_row.opened_24h, rate.*
    FROM stats.published_rate(table_row.opened_24h, table_row.sent_24h) AS rate
    WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY
    app.app_id COLLATE "C", table_row.campaign COLLATE "C", table_row.level, table_row.day,
    table_row.os_name COLLATE "C", table_row.major, table_row.minor
$$;
