-- Returns the share of the sends of a range of days that were opened directly within a number of seconds, by app and
-- by campaign. Metrics: Opens (open_curve), Privacy. Base of a row, for minimum_cell: the installations of its sends. The
-- rest of campaigns (metric.is_rest) is one campaign.
CREATE OR REPLACE FUNCTION analytics.open_curve(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {open_curve: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH campaign AS MATERIALIZED (
    SELECT total.app, total.campaign, label.name, sum(total.sent) OVER (PARTITION BY total.app, label.name) AS of_name
    FROM (
        SELECT
            counter.app,
            counter.value AS campaign,
            coalesce(word.text, '') AS name,
            sum(counter.sent) AS sent,
            metric.is_rest(
                row_number() OVER (
                    PARTITION BY counter.app
                    ORDER BY
                        coalesce(word.text, '') = metric.rest(), sum(counter.sent) DESC,
                        coalesce(word.text, '') COLLATE "C"
                )
            ) AS is_rest
        FROM projection.opens(from_day, to_day, (SELECT metric.cutoff(as_of)), 'campaign') AS counter
        LEFT JOIN log.word ON word.word = counter.value
        GROUP BY counter.app, counter.value, word.text
    ) AS total
    CROSS JOIN LATERAL (SELECT CASE WHEN total.is_rest THEN metric.rest() ELSE total.name END) AS label (name)
),

curve AS (
    SELECT curve.app, label.dimension, label.name, curve.seconds, curve.sent, curve.opened, NULL::bigint AS people
    FROM projection.open_curve(from_day, to_day, (SELECT metric.cutoff(as_of))) AS curve
    INNER JOIN campaign ON campaign.app = curve.app AND campaign.campaign = curve.campaign
    CROSS JOIN LATERAL (
        SELECT 'all', ''
        UNION ALL
        SELECT 'campaign', campaign.name WHERE campaign.of_name >= 300
    ) AS label (dimension, name)
    UNION ALL
    SELECT send.app, label.dimension, label.name, second, 0, 0, count(DISTINCT send.installation_id)
    FROM projection.sends(from_day, to_day, (SELECT metric.cutoff(as_of))) AS send
    INNER JOIN campaign ON campaign.app = send.app AND campaign.campaign = coalesce(send.campaign, 0)
    CROSS JOIN projection.settings
    CROSS JOIN LATERAL unnest(metric.curve_seconds(settings.open_window_seconds)) AS second
    CROSS JOIN LATERAL (
        SELECT 'all', ''
        UNION ALL
        SELECT 'campaign', campaign.name WHERE campaign.of_name >= 300
    ) AS label (dimension, name)
    WHERE minimum_cell > 0 AND send.send_at <= (SELECT metric.cutoff(as_of)) - make_interval(secs => second)
    GROUP BY 1, 2, 3, 4
),

table_row AS (
    SELECT
        cell.*,
        (metric.withheld(
            (cell.people, ARRAY[ROW(cell.app, cell.dimension, cell.name)::text], minimum_cell)
        ) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM (
        SELECT
            curve.app,
            curve.dimension,
            curve.name,
            curve.seconds,
            sum(curve.sent)::bigint AS sent,
            sum(curve.opened)::bigint AS opened,
            sum(curve.people)::bigint AS people
        FROM curve
        GROUP BY 1, 2, 3, 4
        HAVING sum(curve.sent) > 0
    ) AS cell
    WINDOW places AS (
        ORDER BY cell.app, cell.dimension, cell.name COLLATE "C", cell.seconds
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    app.app_id,
    table_row.dimension,
    table_row.name,
    table_row.seconds,
    visible_row.*
FROM table_row
INNER JOIN log.app ON app.app = table_row.app
LEFT JOIN LATERAL (
    SELECT table_row.sent, table_row.opened, rate.*
    FROM stats.published_rate(table_row.opened, table_row.sent) AS rate
    WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY app.app_id COLLATE "C", table_row.dimension, table_row.name COLLATE "C", table_row.seconds
$$;
