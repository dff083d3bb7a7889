-- Returns the rows of opens_by_campaign for its CSV file and for the pages.
SELECT
    opens_by_campaign.*,
    stats.published(
        stats.wilson_low(opens_by_campaign.influenced_opens, opens_by_campaign.sent)
    ) AS influenced_open_rate_low,
    stats.published(
        stats.wilson_high(opens_by_campaign.influenced_opens, opens_by_campaign.sent)
    ) AS influenced_open_rate_high
FROM analytics.opens_by_campaign($1::date, $2::date, $3::timestamptz, $4::integer) AS opens_by_campaign
WHERE $5::text IS NULL OR opens_by_campaign.app_id = $5::text
